import { isUnreachable } from '../db/failure.ts';

/** All of them, and two more: of one that ends its connection each time only two are in a row. */
const AWAY = 3;

/**
 * Settles a portion together. Where that fails each world's share is settled by itself, and where that fails too, each of its items: one
 * that cannot be settled costs its own world a transaction for each item, and the others one.
 * Where the database is away the rest is left to its lease: each would wait 5 s for it, and so would a service that is to stop.
 * @param onFailed hears what failed by itself
 * @returns what all the settlements gave
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

/** By world, or, where they are of one world, one by one. */
function split<Item>(portion: Item[], worldOf: (item: Item) => unknown): Item[][] {
  const worlds = [...Map.groupBy(portion, worldOf).values()];
  return worlds.length > 1 ? worlds : portion.map((item) => [item]);
}
