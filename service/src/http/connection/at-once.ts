import { Refusal } from '../../kernel/refusal.ts';

/**
 * Limits the work in flight for each key, on one node.
 * @param what completes the refusal: "More than 16 … at once"
 * @returns a function that counts one piece of work, or throws a Refusal rate_limited. Its result is called once, when
 * the work is done.
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
