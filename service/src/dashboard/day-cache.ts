const DAY_MS = 24 * 3_600_000;

/** A past day with nothing open does not change. A restart or a full cache reads it again. */
const KEPT_MS = { today: 2_000, open: 60_000, over: 3_600_000 };
/** Rows of all days together; each day counts as one more. The oldest days go first. */
const MOST_KEPT = 100_000;
/** A slow read is repeated only after this many times its duration, so it uses at most a tenth of one connection. */
const REST = 10;

/** A cached day. `until` is by the monotonic clock. */
type Day<Row> = { readonly rows: Promise<Row[]>; until: number; size: number };

/**
 * Reads a day once and then caches it. Today is read again after two seconds at the earliest, however many callers ask.
 * @param isOpen whether what a row counts may still change
 */
export function createDayCache<Row>(now: () => number, isOpen: (row: Row) => boolean) {
  const days = new Map<string, Day<Row>>();
  let size = 0;
  const forget = (key: string, day: Day<Row>) => {
    if (days.get(key) !== day) return;
    days.delete(key);
    size -= day.size;
  };
  const keep = (key: string, day: Day<Row>, rows: number) => {
    if (days.get(key) !== day) return;
    day.size += rows;
    size += rows;
    for (const [oldest, its] of days) {
      if (size <= MOST_KEPT) return;
      forget(oldest, its);
    }
  };
  return (key: string, start: number, read: () => Promise<Row[]>): Promise<Row[]> => {
    const known = days.get(key);
    if (known && known.until > performance.now()) return known.rows;
    if (known) forget(key, known);
    const began = performance.now();
    const day: Day<Row> = { rows: read(), until: Number.POSITIVE_INFINITY, size: 0 };
    days.set(key, day);
    keep(key, day, 1);
    day.rows.then(
      (rows) => {
        const isOver = start + DAY_MS + 60_000 < now();
        const kept = KEPT_MS[!isOver ? 'today' : rows.some(isOpen) ? 'open' : 'over'];
        const at = performance.now();
        day.until = at + Math.max(kept, REST * (at - began));
        keep(key, day, rows.length);
      },
      () => forget(key, day),
    );
    return day.rows;
  };
}
