import type { Failure, RailAnswer } from '../core/payment.ts';

export type Collection = {
  readonly id: string;
  readonly amount: bigint;
  readonly currency: string;
  /** E.164. */
  readonly customer: string;
  /** The customer's own wallet here, where the money comes out of one. */
  readonly payerWallet: string | null;
  readonly expiresAt: Date;
};

export type Repayment = {
  readonly id: string;
  readonly payment: string;
  readonly customer: string;
  readonly amount: bigint;
  readonly currency: string;
};

/** Money that goes out to a phone: an item of a payout. */
export type Disbursement = {
  readonly id: string;
  /** E.164. */
  readonly recipient: string;
  readonly amount: bigint;
  readonly currency: string;
};

export type RefundAnswer =
  | { readonly state: 'pending' }
  | { readonly state: 'succeeded'; readonly railReference: string | null }
  | { readonly state: 'failed'; readonly failure: Failure };

/** Money going out is answered alike, whether it goes back or for the first time. */
export type PayOutAnswer = RefundAnswer;

/**
 * An operator that moves money, one file each: outside, or between wallets here. The id is the operator's idempotency key, so asking twice is
 * asking once. A method that throws, or is silent for 20 s, has not said no: the outcome is unknown and is asked about again.
 */
export type Rail = {
  readonly name: string;
  /** Asks the customer to pay. */
  collect(collection: Collection): Promise<RailAnswer>;
  /** How the collection stands. */
  check(collection: Collection): Promise<RailAnswer>;
  /** Withdraws the request. True: the customer can no longer pay. False: it is too late, or not known. */
  withdraw(collection: Collection): Promise<boolean>;
  /** Sends money back, or says how that stands when asked again. */
  refund(repayment: Repayment): Promise<RefundAnswer>;
  /** Pays a phone, or says how that stands when asked again. */
  payOut(disbursement: Disbursement): Promise<PayOutAnswer>;
};

/** By name, as the payment's row keeps it. */
export type Rails = { readonly [name: string]: Rail };
