import type { Payout } from '../../../contract/src/payouts.ts';

/** A payout's reference has at most this many characters. */
const MOST = 64;

/**
 * The reference of the payout that pays the failed items of this one again. A reference is used once for ever, so two
 * people who press the button pay nobody twice.
 */
export const referenceAgain = ({ id, reference }: Pick<Payout, 'id' | 'reference'>): string => {
  const own = reference && `${reference}-again`;
  return own && own.length <= MOST ? own : `again-${id}`;
};
