import type { StatementLine } from '../../../../contract/src/reconciliation.ts';

/** A record of all kinds, so that the compiler notices a kind that is missing. */
const kinds: Record<StatementLine['kind'], true> = {
  collection: true,
  payout: true,
  refund: true,
  fee: true,
  topup: true,
  incoming: true,
  reversal: true,
  other: true,
};
export const lineKinds = Object.keys(kinds) as StatementLine['kind'][];
