import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Refusal } from '../refusal.ts';

const argon2Async = promisify(argon2);
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** What may wait for a core: at a quarter of a second each, more would wait longer than a client does. */
const QUEUE = 64;

/** Argon2id: memory in MiB and passes. Never below 19 and 2 (OWASP Password Storage). */
export type PasswordCost = { readonly memoryMib: number; readonly passes: number };

export type Passwords = {
  /** @returns a PHC string @throws Refusal service_unavailable when the queue is full */
  hash(password: string): Promise<string>;
  /** `stored` null: nobody has it; the answer is no, after the same time. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether it was hashed at the cost of today. */
  isCurrent(stored: string): boolean;
};

/** Runs off the main thread, at most one at a time for each core. */
export function createPasswords({ memoryMib, passes }: PasswordCost): Passwords {
  const run = bounded(availableParallelism(), QUEUE);
  const derive = (password: string, salt: Buffer, memory: number, rounds: number): Promise<Buffer> =>
    run(() =>
      argon2Async('argon2id', {
        message: Buffer.from(password.normalize('NFKC')),
        nonce: salt,
        parallelism: 1,
        tagLength: HASH_BYTES,
        memory,
        passes: rounds,
      }),
    );
  const hash = async (password: string) => {
    const salt = randomBytes(SALT_BYTES);
    const tag = await derive(password, salt, memoryMib * 1024, passes);
    return `$argon2id$v=19$m=${memoryMib * 1024},t=${passes},p=1$${unpadded(salt)}$${unpadded(tag)}`;
  };
  const decoy: Parsed = {
    memory: memoryMib * 1024,
    passes,
    salt: randomBytes(SALT_BYTES),
    tag: randomBytes(HASH_BYTES),
  };
  return {
    hash,
    verify: async (password, stored) => {
      const { memory, passes: rounds, salt, tag } = stored === null ? decoy : parse(stored);
      const same = timingSafeEqual(await derive(password, salt, memory, rounds), tag);
      return same && stored !== null;
    },
    isCurrent: (stored) => {
      const { memory, passes: rounds } = parse(stored);
      return memory === decoy.memory && rounds === decoy.passes;
    },
  };
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

type Parsed = { memory: number; passes: number; salt: Buffer; tag: Buffer };

function parse(stored: string): Parsed {
  const [, m, t, salt, tag] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/.exec(stored)!;
  return { memory: Number(m), passes: Number(t), salt: Buffer.from(salt!, 'base64'), tag: Buffer.from(tag!, 'base64') };
}

/** Runs jobs, so many at once; of more than `queue` that wait, the newest is refused. */
function bounded(parallel: number, queue: number): <T>(job: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (job) => {
    if (running >= parallel) {
      if (waiting.length >= queue)
        throw new Refusal('service_unavailable', undefined, { headers: { 'Retry-After': '5' } });
      await new Promise<void>((go) => waiting.push(go));
    } else running++;
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
