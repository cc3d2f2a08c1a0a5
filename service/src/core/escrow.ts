import type { EscrowDecision } from '../../../contract/src/hold-fields.ts';

/** One of the two who end an escrow. */
export type Decider = {
  readonly wallet: string;
  /** The owner of the wallet: a customer or a merchant. */
  readonly owner: string;
  readonly decision: EscrowDecision | null;
  readonly at: string | null;
  /** How often it decided: each decision has an event. */
  readonly times: number;
};

export const newDecider = (wallet: string, owner: string): Decider => ({
  ...{ wallet, owner },
  ...{ decision: null, at: null, times: 0 },
});

/** @returns the same array if the owner has decided so before; null if the owner is no decider */
export function decideAs(
  deciders: readonly Decider[],
  owner: string,
  decision: EscrowDecision,
  at: Date,
): readonly Decider[] | null {
  const mine = deciders.find((one) => one.owner === owner);
  if (!mine) return null;
  if (mine.decision === decision) return deciders;
  const next = { ...mine, decision, at: at.toISOString(), times: mine.times + 1 };
  return deciders.map((one) => (one === mine ? next : one));
}

const decisionsOf = (deciders: readonly Decider[]) => new Set(deciders.map(({ decision }) => decision));

/** The decision of all; null if one is missing or another. */
export function agreedOn(deciders: readonly Decider[]): EscrowDecision | null {
  const [first, ...others] = decisionsOf(deciders);
  return others.length === 0 ? (first ?? null) : null;
}

export const isDisputed = (deciders: readonly Decider[]): boolean =>
  agreedOn(deciders) === null && !decisionsOf(deciders).has(null);
