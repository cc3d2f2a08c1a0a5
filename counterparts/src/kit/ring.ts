/** The last `size` items that were added. */
export type Ring<T> = { add(item: T): void; list(): T[] };

export function createRing<T>(size: number): Ring<T> {
  const items: T[] = [];
  let next = 0;
  return {
    add: (item) => {
      items[next] = item;
      next = (next + 1) % size;
    },
    list: () => (items.length < size ? [...items] : [...items.slice(next), ...items.slice(0, next)]),
  };
}
