import type { MtnProduct } from './product.ts';

/** The parts that every operation of a rail uses. */
export type MtnRail = {
  readonly collection: MtnProduct;
  /** Null: the contract with the provider has no such product, so nothing is paid out or refunded. */
  readonly disbursement: MtnProduct | null;
  readonly currency: string;
  /** Decimals of the currency. */
  readonly exponent: number;
  now(): number;
};
