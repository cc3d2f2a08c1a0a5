/** A share of the record's age, so that questions become rarer. */
const SHARE = 4;

/**
 * The time until a record is asked for again.
 * @param sentAt when it was sent
 * @param now milliseconds since 1970
 */
export function wavePaceMs(sentAt: Date, now: number, bounds: { least: number; most: number }): number {
  const share = Math.round((now - sentAt.getTime()) / SHARE);
  return Math.min(Math.max(share, bounds.least), bounds.most);
}
