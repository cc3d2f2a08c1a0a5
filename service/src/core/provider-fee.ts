import { type Book, move } from './ledger.ts';

export type ProviderFee = {
  /** The rail's clearing wallet, and the wallet that gathers the charges of its provider. */
  readonly clearing: string;
  readonly charges: string;
  /** The record that the provider charges for. */
  readonly source: string;
  /** Minor units, above zero. */
  readonly amount: bigint;
  /** Microseconds since 1970. */
  readonly at: bigint;
};

/** The provider took its charge from the float, so less of our money is there. */
export function postProviderFee(book: Book, { clearing, charges, ...rest }: ProviderFee): void {
  const refusal = move(book, { ...rest, kind: 'provider_fee', from: charges, to: clearing, settling: true });
  if (refusal) throw new Error(`the provider's charge for ${rest.source} was refused: ${refusal}`);
}

/** The charge in a rail's answer; 0 if it names none. */
export function providerFeeOf(answer: object | undefined): bigint {
  return (answer as { readonly fee?: bigint } | undefined)?.fee ?? 0n;
}
