import type { Reserve } from '../../../contract/src/split-partners.ts';

/** The rule in force, and one that waits for the owner of the wallet. */
export type ReserveTerms = { readonly reserve: Reserve | null; readonly proposed_reserve: Reserve | null };

const DAY_MS = 24 * 3600 * 1000;

/** The part of a share that the reserve keeps, in minor units, rounded down. */
export const keptPart = (share: bigint, rule: Reserve | null): bigint =>
  rule === null ? 0n : (share * BigInt(rule.basis_points)) / 10_000n;

/** The first midnight (UTC) after the days of the rule. */
export const releaseTime = (at: Date, { days }: Reserve): Date =>
  new Date((Math.floor(at.getTime() / DAY_MS) + days + 1) * DAY_MS);

const isStricter = (next: Reserve, present: Reserve | null): boolean =>
  present === null || next.basis_points > present.basis_points || next.days > present.days;

/** A stricter rule waits for the owner of the wallet. Another is in force at once, and ends the proposal. */
export function proposeReserve(terms: ReserveTerms, wanted: Reserve | null): ReserveTerms {
  if (wanted !== null && isStricter(wanted, terms.reserve)) return { ...terms, proposed_reserve: wanted };
  return { reserve: wanted, proposed_reserve: null };
}

export const isSameReserve = (a: Reserve | null, b: Reserve | null): boolean =>
  a?.basis_points === b?.basis_points && a?.days === b?.days;

/**
 * Refunds draw from the reserve as a whole, and the days that end next release less by it.
 * @returns the amount that the end of a day releases, and what remains drawn
 */
export function endDay(kept: bigint, drawn: bigint): { released: bigint; drawn: bigint } {
  const used = drawn < kept ? drawn : kept;
  return { released: kept - used, drawn: drawn - used };
}
