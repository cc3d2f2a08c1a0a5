import type { Logger } from 'pino';
import { networkOfRequest } from './connection/address-limit.ts';

/** Lines of one address in a second: a wave of guesses fills no disk. */
const MOST_LINES = 5;
const WINDOW_MS = 1_000;
/** Addresses that are told apart in a second; those beyond them count as one. */
const MOST_ADDRESSES = 10_000;
const OTHERS = 'others';

export type RefusalLines = {
  /** Writes the line, or counts it where the address has its lines. */
  write(address: string, line: object): void;
  /** Writes what was counted. */
  stop(): void;
};

/** `address`: the first of the network that was refused. */
type Window = { readonly address: string; lines: number; dropped: number };

/** The log of who was kept out. What an address has beyond five lines in a second is one line with their number. */
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
