import { mkdirSync } from 'node:fs';
import { open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { holdDirectory } from '../config/data-dir/hold.ts';
import { coalesce } from '../db/coalesce.ts';
import { isRefusedData } from '../db/failure.ts';
import type { Callback } from './callback.ts';
import { decodeCallback, encodeCallback } from './encode.ts';

/** About 6 MB of the longest bodies. */
const MOST_IN_A_FILE = 100;
const EVERY_MS = 2_000;
const READY = '.callbacks';
/** The database refuses it for what it contains, so it waits for an operator. */
const REFUSED = '.refused';

export type Spool = {
  /** Resolves when the callback is on the disk. @throws if it cannot be written */
  write(callback: Callback): Promise<void>;
  /** Commits what the disk holds, once. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

export type SpoolOptions = {
  /** A directory of this service; several processes may share it. */
  readonly directory: string;
  readonly commit: (callbacks: readonly Callback[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
};

/**
 * Callbacks on the disk of this node, while the database does not take them. They are committed later, also after a
 * restart. One write and one flush serve all that arrive meanwhile.
 */
export function openSpool({ directory, commit, onError, everyMs = EVERY_MS }: SpoolOptions): Spool {
  let isMade = false;
  const make = () => {
    if (isMade) return;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    holdDirectory(directory);
    isMade = true;
  };
  const writeAll = async (callbacks: Callback[]): Promise<undefined[]> => {
    make();
    const name = join(directory, callbacks[0]!.id);
    const file = await open(`${name}.tmp`, 'wx', 0o600);
    try {
      await file.writeFile(callbacks.map((one) => `${encodeCallback(one)}\n`).join(''));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${name}.tmp`, name + READY);
    await flushDirectory(directory);
    return callbacks.map(() => undefined);
  };
  const commitFile = async (path: string): Promise<void> => {
    const callbacks = await readCallbacks(path).catch((error) => onError(error));
    if (callbacks === null) return;
    if (!callbacks) return rename(path, path + REFUSED);
    try {
      await commit(callbacks);
      await unlink(path);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      const refused = await commitEach(callbacks, commit, onError);
      await rename(path, path + (refused > 0 ? REFUSED : '.done'));
      if (refused === 0) await unlink(`${path}.done`);
    }
  };
  let draining: Promise<void> = Promise.resolve();
  const drainOnce = async () => {
    const names = await readdir(directory).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(READY)).sort()) await commitFile(join(directory, name));
  };
  const drain = () => {
    draining = draining.then(drainOnce).catch(onError);
    return draining;
  };
  const timer = setInterval(drain, everyMs).unref();
  return {
    write: coalesce(writeAll, { maxBatch: MOST_IN_A_FILE, batches: 1 }),
    drain,
    stop: async () => {
      clearInterval(timer);
      await draining;
    },
  };
}

/** Null if another process of this node has committed it. */
async function readCallbacks(path: string): Promise<Callback[] | null> {
  try {
    const text = await readFile(path, 'utf8');
    return text.trimEnd().split('\n').map(decodeCallback);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** @returns how many the database refuses for what they contain */
async function commitEach(
  callbacks: readonly Callback[],
  commit: SpoolOptions['commit'],
  onError: SpoolOptions['onError'],
): Promise<number> {
  let refused = 0;
  for (const one of callbacks)
    try {
      await commit([one]);
    } catch (error) {
      if (!isRefusedData(error)) throw error;
      onError(error);
      refused++;
    }
  return refused;
}

/** The name of a new file is on the disk only after its directory is flushed. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  await handle.sync().finally(() => handle.close());
}
