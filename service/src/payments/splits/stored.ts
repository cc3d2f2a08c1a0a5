import type { KeptReason } from '../../../../contract/src/splits.ts';
import type { ShareRule } from '../../core/split.ts';

/** A share as the payment's row has it. JSON holds numbers, which are exact because no amount exceeds 2^53. */
export type StoredShare = {
  readonly wallet: string;
  /** Exactly one of the two is set. */
  readonly fixed: number | null;
  readonly basis_points: number | null;
  readonly reference: string | null;
  /** `kept`: the payment's wallet kept it, because its own wallet could not receive it. */
  readonly status: 'pending' | 'posted' | 'kept';
  readonly reason: KeptReason | null;
  /** The share as it would be posted now; final with the status `posted` or `kept`. */
  readonly amount: number;
  /** The part of it that paid a debt of its wallet, and was not posted. */
  readonly debt_paid: number;
  /** The part of it that the reserve of its wallet kept. Shares from before reserves have none. */
  readonly reserved?: number;
  /** Refunds and a reversal took these back: out of its wallet, as a debt, or borne by the payment's wallet. */
  readonly taken: number;
  readonly owed: number;
  readonly borne: number;
  /** The part that refunds under way will take back. */
  readonly under_way: number;
};

/** The part of a share that a refund takes back, as the refund's row has it. */
export type StoredReturn = {
  readonly wallet: string;
  readonly amount: number;
  /** Out of its wallet; reserved there until the refund is final. */
  readonly taken: number;
  /** The part of `taken` that the reserve of the wallet gave. */
  readonly drawn?: number;
  readonly owed: number;
  readonly borne: number;
};

export const nothingReturned = { debt_paid: 0, reserved: 0, taken: 0, owed: 0, borne: 0, under_way: 0 };

type NewStored = Pick<StoredShare, 'wallet' | 'fixed' | 'basis_points' | 'reference'>;

export const pendingShare = (share: NewStored, amount: bigint): StoredShare => ({
  ...share,
  ...{ status: 'pending', reason: null, amount: Number(amount), ...nothingReturned },
});

/** The part that was taken back of a share, in any way. */
export const returnedOf = ({ taken, owed, borne }: StoredShare): number => taken + owed + borne;

export const shareRuleOf = ({ fixed, basis_points }: Pick<StoredShare, 'fixed' | 'basis_points'>): ShareRule =>
  fixed === null ? { amount: null, basisPoints: basis_points! } : { amount: BigInt(fixed), basisPoints: null };
