/**
 * What a node found out is looked up again after this long. A change is told by NOTIFY at once; this is what holds when the
 * notification is lost: within 15 s, of the 60 s that are promised for a revoked key.
 */
const TRUST_MS = 10_000;

export type ShortCache<Found> = {
  /** What is known under this name, or what `look` finds; null is not kept. What `look` throws is thrown. */
  find(name: string, look: () => Promise<Found | null>): Promise<Found | null>;
  /** The record with this id changed somewhere; without an id, any may have. */
  forget(id?: string): void;
};

/**
 * `idsOf`: the ids under which a change to what was found may be told; its name is one by itself. `keeps`: whether it is kept at
 * all. `now` never goes back, so that nothing is trusted for longer where the machine's clock is set back.
 */
export function createShortCache<Found>(
  {
    most,
    idsOf,
    keeps = () => true,
  }: { most: number; idsOf: (found: Found) => readonly string[]; keeps?: (found: Found) => boolean },
  now: () => number = () => performance.now(),
): ShortCache<Found> {
  const known = new Map<string, { found: Found; until: number }>();
  /** Counts `forget`, so that a look that was under way when something changed is not kept. */
  let changes = 0;
  return {
    find: async (name, look) => {
      const trusted = known.get(name);
      if (trusted && trusted.until >= now()) return trusted.found;
      const before = changes;
      const found = await look();
      if (found === null || !keeps(found)) return found;
      if (known.size >= most) known.clear();
      if (before === changes) known.set(name, { found, until: now() + TRUST_MS });
      return found;
    },
    forget: (id) => {
      changes++;
      if (id === undefined) known.clear();
      else if (!known.delete(id))
        for (const [name, { found }] of known) if (idsOf(found).includes(id)) known.delete(name);
    },
  };
}
