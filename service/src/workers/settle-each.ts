import { isUnreachable } from '../db/failure.ts';

/**
 * The whole portion and two more tries in a row. An item that ends its connection each time causes only two in a row.
 */
const AWAY = 3;

/**
 * Settles a portion together. If that fails, each world's share is settled alone, and if a share fails, each of its
 * items. An item that cannot be settled costs its own world one transaction per item, and the other worlds one. If the
 * database is unreachable, the rest is left to its lease: each item would wait 5 s for it, and so would a service that
 * is stopping.
 * @param onFailed receives the items that failed alone
 * @returns the results of all settlements
 */
export async function settleEach<Item, Settled>(
  items: Item[],
  settle: (portion: Item[]) => Promise<Settled[]>,
  onFailed: (error: unknown, item: Item) => void | Promise<void>,
  worldOf: (item: Item) => unknown,
): Promise<Settled[]> {
  const settled: Settled[] = [];
  let unreached = 0;
  const left = [items];
  while (left.length > 0 && unreached < AWAY) {
    const portion = left.shift()!;
    try {
      settled.push(...(await settle(portion)));
      unreached = 0;
    } catch (error) {
      unreached = isUnreachable(error) ? unreached + 1 : 0;
      if (portion.length === 1) await onFailed(error, portion[0]!);
      else left.unshift(...split(portion, worldOf));
    }
  }
  return settled;
}

/** Splits by world, or into single items if they are all of one world. */
function split<Item>(portion: Item[], worldOf: (item: Item) => unknown): Item[][] {
  const worlds = [...Map.groupBy(portion, worldOf).values()];
  return worlds.length > 1 ? worlds : portion.map((item) => [item]);
}
