import { Refusal } from '../../kernel/refusal.ts';

/**
 * Counts what is under way by a key, on one node.
 * @param what in the refusal: "More than 16 … at once"
 * @returns counts one that begins; what it returns is called once, when that is done. Throws a Refusal, rate_limited
 */
export function createAtOnce<Key>(most: number, what: string): (key: Key) => () => void {
  const underWay = new Map<Key, number>();
  return (key) => {
    const count = underWay.get(key) ?? 0;
    if (count >= most) {
      throw new Refusal('rate_limited', `More than ${most} ${what} at once. Wait until one has finished.`, {
        headers: { 'Retry-After': '1' },
      });
    }
    underWay.set(key, count + 1);
    return () => {
      const left = underWay.get(key)! - 1;
      if (left === 0) underWay.delete(key);
      else underWay.set(key, left);
    };
  };
}
