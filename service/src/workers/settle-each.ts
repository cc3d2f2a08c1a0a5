/**
 * Settles a portion together, or, where that fails, each by itself: one that cannot be settled does not hold up the others.
 * @returns what all the settlements gave
 */
export async function settleEach<Item, Settled>(
  items: Item[],
  settle: (portion: Item[]) => Promise<Settled[]>,
  onError: (error: unknown) => void,
): Promise<Settled[]> {
  try {
    return await settle(items);
  } catch (error) {
    if (items.length === 1) {
      onError(error);
      return [];
    }
    const settled: Settled[] = [];
    for (const item of items) settled.push(...(await settleEach([item], settle, onError)));
    return settled;
  }
}
