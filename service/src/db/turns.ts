/** A queue that serves its parties in turn: a party with many requests delays its own, not those of others. */
export type Turns<Item> = {
  readonly size: number;
  add(item: Item): void;
  /** Removes at most this many: one of each party, then one more of each, and so on. A party keeps its own order. */
  take(most: number): Item[];
};

/** @param partyOf the party of an item, compared by identity */
export function createTurns<Item>(partyOf: (item: Item) => unknown): Turns<Item> {
  /** In the order of their next turns. No queue is empty. */
  const queues = new Map<unknown, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(item) {
      const party = partyOf(item);
      const queue = queues.get(party);
      if (queue) queue.push(item);
      else queues.set(party, [item]);
      size++;
    },
    take(most) {
      const taken: Item[] = [];
      while (taken.length < most && size > taken.length) {
        const [party, queue] = queues.entries().next().value!;
        // A Map keeps the order of insertion: deleted and set again, the party is the last.
        queues.delete(party);
        if (queues.size === 0) taken.push(...queue.splice(0, most - taken.length));
        else taken.push(queue.shift()!);
        if (queue.length > 0) queues.set(party, queue);
      }
      size -= taken.length;
      return taken;
    },
  };
}
