import type { Logger } from 'pino';
import { networkOfRequest } from './connection/address-limit.ts';

/** Lines of one address in a second, so that a wave of guesses does not fill the disk. */
const MOST_LINES = 5;
const WINDOW_MS = 1_000;
/** Addresses that are counted separately in a second. Those beyond them count as one. */
const MOST_ADDRESSES = 10_000;
const OTHERS = 'others';

export type RefusalLines = {
  /** Writes the line, or counts it if the address has used up its lines. */
  write(address: string, line: object): void;
  /** Writes the remaining counts. */
  stop(): void;
};

/** `address` is the first refused address of the network. */
type Window = { readonly address: string; lines: number; dropped: number };

/** The log of refused requests. Beyond five lines a second an address gets one line with the number of the rest. */
export function openRefusalLines(log: Logger, windowMs = WINDOW_MS): RefusalLines {
  let windows = new Map<string, Window>();
  let timer: NodeJS.Timeout | null = null;
  const end = () => {
    timer = null;
    const over = windows;
    windows = new Map();
    for (const { address, dropped } of over.values())
      if (dropped > 0) log.info({ address, dropped }, 'more requests were refused than are logged');
  };
  return {
    write: (address, line) => {
      const network = networkOfRequest(address);
      const name = windows.has(network) || windows.size < MOST_ADDRESSES ? network : OTHERS;
      const window = windows.get(name) ?? { address: name === OTHERS ? name : address, lines: 0, dropped: 0 };
      windows.set(name, window);
      timer ??= setTimeout(end, windowMs).unref();
      if (window.lines >= MOST_LINES) {
        window.dropped++;
        return;
      }
      window.lines++;
      log.info(line, 'refused');
    },
    stop: () => {
      if (timer) clearTimeout(timer);
      end();
    },
  };
}
