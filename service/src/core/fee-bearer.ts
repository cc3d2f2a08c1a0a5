/** The money of a payment. `amount` is what its payer gives. */
type Borne = {
  readonly amount: bigint;
  /** What the merchant asks for, if the payer bears the fee: the amount without it. Null: the merchant bears it. */
  readonly price: bigint | null;
};

/** The amount that the merchant asks for, which is also the most that refunds return. */
export const priceOf = ({ amount, price }: Borne): bigint => price ?? amount;

/** The money of a new payment: the payer who bears the fee gives it on top of the amount asked for. */
export function chargeOf(asked: bigint, fee: bigint, bearer: 'merchant' | 'payer'): Borne {
  return bearer === 'payer' ? { amount: asked + fee, price: asked } : { amount: asked, price: null };
}
