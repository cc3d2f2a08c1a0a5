/**
 * An answer is looked up again after this time. A NOTIFY reports a change at once. If it is lost, this bound still
 * applies a change within 15 s, and 60 s are promised for a revoked key.
 */
const TRUST_MS = 10_000;

export type ShortCache<Found> = {
  /**
   * Returns the cached answer for this name, or the answer of `look`. Null is not cached, and errors of `look` are
   * passed on.
   */
  find(name: string, look: () => Promise<Found | null>): Promise<Found | null>;
  /** The record with this id changed on some node. Without an id, any may have changed. */
  forget(id?: string): void;
};

/**
 * `idsOf`: the ids whose changes invalidate an answer; its name is always one of them. `keeps`: whether the answer is
 * cached at all. `now` never goes back, so a clock that is set back prolongs no trust.
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
  /** Counts the calls of `forget`: a lookup that was under way during a change is not cached. */
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
