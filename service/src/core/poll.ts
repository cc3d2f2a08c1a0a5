const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

/** The time until a rail is polled again: 2 s, doubled with each poll, up to an hour. */
export function pollDelayMs(asked: number): number {
  return Math.min(FIRST_MS * 2 ** Math.max(asked - 1, 0), LONGEST_MS);
}

type Paced = { readonly askAgainInMs?: number; readonly retryAfterMs?: number };

/** The pace that a rail's answer asks for, between 100 ms and an hour; undefined if it asks for none. */
export function paceOf(answer: object): number | undefined {
  const { askAgainInMs, retryAfterMs } = answer as Paced;
  const asked = askAgainInMs ?? retryAfterMs;
  return asked === undefined ? undefined : Math.min(Math.max(asked, 100), LONGEST_MS);
}
