import { isUnreachable } from '../db/failure.ts';

/** All of them, and two by themselves: of one that ends its connection each time only two are in a row. */
const AWAY = 3;

/**
 * Settles a portion together, or, where that fails, each by itself: one that cannot be settled does not hold up the others.
 * Where the database is away the rest is left to its lease: each would wait 5 s for it, and so would a service that is to stop.
 * @returns what all the settlements gave
 */
export async function settleEach<Item, Settled>(
  items: Item[],
  settle: (portion: Item[]) => Promise<Settled[]>,
  onError: (error: unknown) => void,
): Promise<Settled[]> {
  const settled: Settled[] = [];
  const alone = items.length > 1 ? items.map((item) => [item]) : [];
  let unreached = 0;
  for (const portion of [items, ...alone]) {
    try {
      settled.push(...(await settle(portion)));
      if (portion === items) break;
      unreached = 0;
    } catch (error) {
      unreached = isUnreachable(error) ? unreached + 1 : 0;
      if (portion.length === 1) onError(error);
      if (unreached === AWAY) break;
    }
  }
  return settled;
}
