import type { Failure, RailAnswer } from '../core/payment.ts';

export type Collection = {
  readonly id: string;
  readonly amount: bigint;
  readonly currency: string;
  /** E.164. */
  readonly customer: string;
  /** The customer's own wallet here, if the money comes from it. */
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

/** Money sent to a phone: an item of a payout. */
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

/** All money sent out gets the same kinds of answer, whether it is a refund or a payout. */
export type PayOutAnswer = RefundAnswer;

/**
 * A way to move money, in one file each: through a provider, or between wallets here. The id is the idempotency key at
 * the provider, so a repeated request has no second effect. A method that throws, or does not answer within 20 s, has
 * not refused: the outcome is unknown and is asked for again.
 */
export type Rail = {
  readonly name: string;
  /** Asks the customer to pay. */
  collect(collection: Collection): Promise<RailAnswer>;
  /** Reads the state of the collection. */
  check(collection: Collection): Promise<RailAnswer>;
  /** Withdraws the request. True: the customer can no longer pay. False: it is too late, or unknown. */
  withdraw(collection: Collection): Promise<boolean>;
  /** Sends money back, or returns the present state when asked again. */
  refund(repayment: Repayment): Promise<RefundAnswer>;
  /** Pays a phone, or returns the present state when asked again. */
  payOut(disbursement: Disbursement): Promise<PayOutAnswer>;
};

/** Rails by the name that the payment's row stores. */
export type Rails = { readonly [name: string]: Rail };
