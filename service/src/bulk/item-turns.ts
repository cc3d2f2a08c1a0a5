import { GateFull } from '../db/gate.ts';

/** Requests of one party that may wait. */
const MOST_WAITING = 1_000;

export type ItemTurns<Name> = {
  /**
   * Runs the work when its turn comes. `items` is its weight.
   * @throws GateFull if too much of the party waits
   */
  during<T>(party: Name, items: number, work: () => Promise<T>): Promise<T>;
};

/**
 * Runs work in turns between parties, by items: of two parties that always wait, each gets as many items as the other,
 * whatever the size of its requests. A party that was idle has no claim to the turns that it did not use.
 * @param atOnce work that may be under way
 * @param mostOf work of this party that may be under way now
 */
export function createItemTurns<Name>(atOnce: number, mostOf: (party: Name) => number = () => atOnce): ItemTurns<Name> {
  type Waiting = { readonly items: number; readonly begin: () => void };
  type Party = { readonly waiting: Waiting[]; underWay: number; used: number };
  const parties = new Map<Name, Party>();
  let underWay = 0;
  /** The items that the party with the last turn had used before it: those of a party that arrives now. */
  let clock = 0;

  const findNext = (): Party | null => {
    let first: Party | null = null;
    for (const [key, party] of parties) {
      if (party.waiting.length > 0) {
        if ((first === null || party.used < first.used) && party.underWay < mostOf(key)) first = party;
      }
      // It is forgotten only when the others had as much: a party may send one request after the other.
      else if (party.underWay === 0 && party.used <= clock) parties.delete(key);
    }
    return first;
  };

  const next = () => {
    const first = underWay < atOnce ? findNext() : null;
    if (first === null) return;
    const { items, begin } = first.waiting.shift()!;
    clock = Math.max(clock, first.used);
    first.used += items;
    first.underWay++;
    underWay++;
    begin();
    // More than one may begin: the limit of a party grows when the others become quiet.
    next();
  };

  return {
    during: async (key, items, work) => {
      const party = parties.get(key) ?? { waiting: [], underWay: 0, used: clock };
      if (party.waiting.length >= MOST_WAITING) throw new GateFull();
      if (party.waiting.length + party.underWay === 0) party.used = Math.max(party.used, clock);
      parties.set(key, party);
      await new Promise<void>((begin) => {
        party.waiting.push({ items, begin });
        next();
      });
      try {
        return await work();
      } finally {
        underWay--;
        party.underWay--;
        next();
      }
    },
  };
}
