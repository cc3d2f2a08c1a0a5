/** The money of a payment. `amount` is the money that its payer gives. */
type Borne = {
  readonly amount: bigint;
  /** The amount without fee and tax, if the payer bears them. Null: the merchant bears them. */
  readonly price: bigint | null;
};

/** The amount that the merchant asks for, which is also the most that refunds in parts return. */
export const priceOf = ({ amount, price }: Borne): bigint => price ?? amount;

/**
 * The money of a new payment: the payer who bears the fee gives it on top of the amount asked for.
 * @param onTop the fee and its tax
 */
export function chargeOf(asked: bigint, onTop: bigint, bearer: 'merchant' | 'payer'): Borne {
  return bearer === 'payer' ? { amount: asked + onTop, price: asked } : { amount: asked, price: null };
}

/**
 * The amount that an item of a payout sends. The receiver who bears the fee gets the rest of the amount asked for.
 * @param onTop the fee and its tax
 */
export const sentOf = (asked: bigint, onTop: bigint, bearer: 'merchant' | 'receiver'): bigint =>
  bearer === 'receiver' ? asked - onTop : asked;
