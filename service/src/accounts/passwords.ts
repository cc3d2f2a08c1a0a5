import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Refusal } from '../kernel/refusal.ts';
import { createHashTurns, type Turn, type TurnLimits } from './hash-turns.ts';

const argon2Async = promisify(argon2);
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The most waiting hashes of each kind: at a quarter of a second each, more would wait longer than a client does. */
const QUEUE = 64;

/** Argon2id: memory in MiB and number of passes. Never below 19 and 2 (OWASP Password Storage). */
export type PasswordCost = { readonly memoryMib: number; readonly passes: number };
/** `processes` share the cores. `live`: if there are several cores, one is reserved for live and operators. */
export type PasswordPlaces = { readonly processes?: number; readonly live?: boolean };

/** `gone` is aborted when the client disconnects, so that a hash for it does not run. */
export type HashTurn = Turn & { readonly gone?: AbortSignal | undefined };
/** Commands on the machine itself. */
const LOCAL: HashTurn = { kind: 'operator', network: 'local' };

export type Passwords = {
  /**
   * @returns a PHC string
   * @throws Refusal rate_limited for the network that fills the queue, service_unavailable if many networks do
   */
  hash(password: string, turn?: HashTurn): Promise<string>;
  /** `stored` null: there is no such account. The answer is false, after the same time. */
  verify(password: string, stored: string | null, turn?: HashTurn): Promise<boolean>;
  /** Whether it was hashed at the present cost. */
  isCurrent(stored: string): boolean;
};

/** Hashes off the main thread, at most one hash per core at a time, in turn (accounts/hash-turns.ts). */
export function createPasswords(
  { memoryMib, passes }: PasswordCost,
  { processes = 1, live = false }: PasswordPlaces = {},
): Passwords {
  const parallel = Math.max(1, Math.floor(availableParallelism() / processes));
  const run = byTurns({ parallel, parallelTest: live ? Math.max(1, parallel - 1) : parallel, waiting: QUEUE });
  const derive = (password: string, { salt, memory, passes }: Omit<Parsed, 'tag'>, turn: HashTurn): Promise<Buffer> =>
    run(
      () =>
        argon2Async('argon2id', {
          message: Buffer.from(password.normalize('NFKC')),
          nonce: salt,
          parallelism: 1,
          tagLength: HASH_BYTES,
          memory,
          passes,
        }),
      turn,
    );
  const hash = async (password: string, turn = LOCAL) => {
    const salt = randomBytes(SALT_BYTES);
    const tag = await derive(password, { salt, memory: memoryMib * 1024, passes }, turn);
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
    verify: async (password, stored, turn = LOCAL) => {
      const parsed = stored === null ? decoy : parse(stored);
      const same = timingSafeEqual(await derive(password, parsed, turn), parsed.tag);
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

/** Runs jobs in turn, and skips those whose client has disconnected. */
function byTurns(limits: TurnLimits): <T>(job: () => Promise<T>, turn: HashTurn) => Promise<T> {
  type Waiter = { readonly begin: () => void; readonly refuse: (reason: Refusal) => void };
  const turns = createHashTurns<Waiter>(limits);
  const wait = (turn: HashTurn) =>
    new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { begin: done(resolve), refuse: done(reject) };
      const entered = turns.enter(waiter, turn);
      if (entered.outcome === 'begins') waiter.begin();
      else if (entered.outcome === 'full') waiter.refuse(busy());
      else if (entered.outcome === 'turned_away') entered.job.refuse(tooMany());
      turn.gone?.addEventListener('abort', drop);

      function drop() {
        if (turns.drop(waiter, turn)) waiter.refuse(busy());
      }
      function done<Value>(settle: (value: Value) => void): (value: Value) => void {
        return (value) => {
          turn.gone?.removeEventListener('abort', drop);
          settle(value);
        };
      }
    });
  return async (job, turn) => {
    if (turn.gone?.aborted) throw busy();
    await wait(turn);
    try {
      return await job();
    } finally {
      for (const waiter of turns.leave(turn)) waiter.begin();
    }
  };
}

const busy = () => new Refusal('service_unavailable', undefined, { headers: { 'Retry-After': '5' } });
const tooMany = () =>
  new Refusal('rate_limited', 'Too many logins from this network are waiting. Try again in 5 seconds.', {
    headers: { 'Retry-After': '5' },
  });
