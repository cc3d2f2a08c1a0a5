import { setTimeout as sleep } from 'node:timers/promises';
import { streamWal, type WalStream } from '../postgres/stream-wal.ts';
import { objects } from './catalog.ts';
import { ArchiveTaken, type Ownership } from './own-archive.ts';
import type { Remote } from './remote.ts';
import { retryAct } from './retry-act.ts';
import { createWalQueue, type WalQueue } from './wal-queue.ts';

/** The most that is lost with the machine is WAL of this age, and what the store has not yet taken. */
const MOST_AGE_MS = 10_000;
/** The pause between two heads, under load. */
const HEAD_EVERY_MS = 1_000;
const POLL_MS = 200;
/** An idle service shows that it is alive. */
const ALIVE_EVERY_MS = 30_000;

export type ShipOptions = {
  readonly remote: Remote;
  readonly ownership: Ownership;
  readonly url: string;
  readonly archive: string;
  readonly timeline: number;
  readonly from: bigint;
  readonly onFailure: (error: unknown) => void;
  readonly mostAgeMs?: number;
};

export type WalShipper = {
  /** Rejects if the stream breaks or another process takes the archive. */
  readonly ended: Promise<void>;
  /** The age of the oldest WAL that is not stored. */
  oldestMs(): number;
  /** Stores what was streamed, for at most this long, and gives the archive up. */
  stop(forMs: number): Promise<void>;
};

/**
 * Sends WAL to the store as PostgreSQL flushes it. PostgreSQL keeps the WAL until the store has it and has a head that
 * names it, because a restore takes the head for the end.
 */
export async function shipWal(options: ShipOptions): Promise<WalShipper> {
  const { remote, ownership, archive, timeline, from, url, onFailure } = options;
  const cancel = new AbortController();
  const isFinal = (error: unknown) => error instanceof ArchiveTaken;
  const retries = { signal: cancel.signal, onFailure, isFinal };
  const queue = createWalQueue({
    from,
    mostAgeMs: options.mostAgeMs ?? MOST_AGE_MS,
    send: (start, end, bytes) =>
      retryAct(() => remote.put(objects.range(archive, timeline, start, end), bytes), retries),
  });
  await ownership.write(from);
  let confirmed = from;
  const stream = await streamWal({ url, from, onWal: (bytes) => queue.add(bytes), isFull: () => queue.isFull() });
  const confirm = async () => {
    const position = queue.storedTo();
    await retryAct(() => ownership.write(position), retries);
    confirmed = position;
    stream.confirm(position);
  };
  const running = confirmOften(queue, stream, cancel.signal, () => confirmed, confirm);
  const ended = Promise.race([stream.ended, running]).finally(() => cancel.abort());
  ended.catch(() => {});
  return {
    ended,
    oldestMs: () => queue.oldestMs(),
    stop: async (forMs) => {
      queue.flush();
      const deadline = performance.now() + forMs;
      while (confirmed < queue.storedTo() || !queue.isEmpty()) {
        if (performance.now() > deadline || cancel.signal.aborted) break;
        await sleep(20);
      }
      cancel.abort();
      await Promise.race([running, sleep(1_000)]).catch(() => {});
      await Promise.race([ownership.write(confirmed, true), sleep(1_000)]).catch(onFailure);
      await stream.stop();
    },
  };
}

async function confirmOften(
  queue: WalQueue,
  stream: WalStream,
  signal: AbortSignal,
  confirmed: () => bigint,
  confirm: () => Promise<void>,
): Promise<void> {
  let headAt = performance.now();
  while (!signal.aborted) {
    queue.poll();
    if (queue.isFull()) stream.pause();
    else stream.resume();
    const since = performance.now() - headAt;
    const isNews = queue.storedTo() > confirmed() && (since > HEAD_EVERY_MS || queue.isEmpty());
    if (isNews || since > ALIVE_EVERY_MS) {
      await confirm();
      headAt = performance.now();
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
