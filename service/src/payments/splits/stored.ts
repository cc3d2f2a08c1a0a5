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
};

export const ruleOf = ({ fixed, basis_points }: Pick<StoredShare, 'fixed' | 'basis_points'>): ShareRule =>
  fixed === null ? { amount: null, basisPoints: basis_points! } : { amount: BigInt(fixed), basisPoints: null };
