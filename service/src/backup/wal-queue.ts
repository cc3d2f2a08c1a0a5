import { MOST_BYTES } from './catalog.ts';

/** Objects on their way at a time. */
const AT_ONCE = 4;
/** More WAL waits in PostgreSQL's directory, not in memory: at most 128 MiB are here. */
const MOST_WAITING = 8;

export type WalQueue = {
  /** Adds WAL that continues from the last. */
  add(bytes: Buffer): void;
  /** Sends what is full or old enough. */
  poll(): void;
  /** Whether the source should pause. */
  isFull(): boolean;
  isEmpty(): boolean;
  /** The age of the oldest WAL that is not stored. */
  oldestMs(): number;
  /** The position before which everything is stored. */
  storedTo(): bigint;
  /** Everything is old enough from now on. */
  flush(): void;
};

type Range = { readonly start: bigint; end: bigint; readonly since: number; sent: boolean; pieces: Buffer[] | null };

export type QueueOptions = {
  readonly from: bigint;
  readonly mostAgeMs: number;
  /** Resolves when the bytes are stored. A rejection leaves them in the queue. */
  readonly send: (start: bigint, end: bigint, bytes: Buffer) => Promise<void>;
};

/** Cuts WAL into objects at multiples of their most size, and earlier when the WAL is old. */
export function createWalQueue({ from, mostAgeMs, send }: QueueOptions): WalQueue {
  /** In order. A range that is not sent may still grow. */
  const ranges: Range[] = [];
  let position = from;
  let stored = from;
  let sending = 0;
  let isFlushing = false;

  const isDue = ({ end, since }: Range) =>
    end % MOST_BYTES === 0n || isFlushing || performance.now() - since > mostAgeMs;
  const sendOne = async (range: Range) => {
    range.sent = true;
    sending++;
    try {
      await send(range.start, range.end, Buffer.concat(range.pieces!));
      range.pieces = null;
      while (ranges[0]?.pieces === null) stored = ranges.shift()!.end;
    } finally {
      sending--;
      poll();
    }
  };
  const poll = () => {
    for (const range of ranges) {
      if (sending >= AT_ONCE) return;
      if (!range.sent && isDue(range)) sendOne(range).catch(() => {});
    }
  };
  return {
    add: (bytes) => {
      for (let rest = bytes; rest.length > 0; ) {
        let range = ranges.at(-1);
        if (!range || range.sent || range.end % MOST_BYTES === 0n) {
          range = { start: position, end: position, since: performance.now(), sent: false, pieces: [] };
          ranges.push(range);
        }
        const piece = rest.subarray(0, Number(MOST_BYTES - (position % MOST_BYTES)));
        range.pieces!.push(piece);
        position += BigInt(piece.length);
        range.end = position;
        rest = rest.subarray(piece.length);
      }
      poll();
    },
    poll,
    isFull: () => ranges.length >= MOST_WAITING,
    isEmpty: () => ranges.length === 0,
    oldestMs: () => (ranges[0] ? performance.now() - ranges[0].since : 0),
    storedTo: () => stored,
    flush: () => {
      isFlushing = true;
      poll();
    },
  };
}
