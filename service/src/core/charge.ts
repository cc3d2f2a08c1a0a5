import type { Charge } from './fee-tax.ts';
import { accountOf, type Book, canReceive, move } from './ledger.ts';

/** The wallets that take a fee and the tax on it; null where there is none. */
export type ChargeEnds = { readonly fees: string | null; readonly taxes: string | null };

export function canTakeCharge(book: Book, { fee, tax }: Charge, { fees, taxes }: ChargeEnds): boolean {
  const fits = (wallet: string | null, amount: bigint) => amount === 0n || canReceive(accountOf(book, wallet!), amount);
  return fits(fees, fee) && fits(taxes, tax);
}

type Payer = { readonly source: string; readonly from: string; readonly at: bigint };

/**
 * Posts the fee of a record, and then the tax on it, from the wallet that pays both. The record's money has arrived or
 * was reserved, and `canTakeCharge` was asked, so nothing refuses them.
 */
export function postCharge(book: Book, { source, from, at }: Payer, { fee, tax }: Charge, ends: ChargeEnds): void {
  const post = (kind: 'fee' | 'tax', to: string | null, amount: bigint) => {
    if (amount === 0n) return;
    const refusal = move(book, { kind, source, from, to: to!, amount, at, settling: true });
    if (refusal) throw new Error(`the ${kind} of ${source} was refused: ${refusal}`);
  };
  post('fee', ends.fees, fee);
  post('tax', ends.taxes, tax);
}

/**
 * Posts what a refund returns of a fee and the tax on it. Both were taken before, so nothing refuses them, unless the
 * wallet is full to within the fee. Then the settlement fails, and is tried again until the wallet has paid something.
 */
export function returnCharge(
  book: Book,
  { source, to, at }: Omit<Payer, 'from'> & { readonly to: string },
  { fee, tax }: Charge,
  ends: ChargeEnds,
): void {
  const post = (kind: 'fee_return' | 'tax_return', from: string | null, amount: bigint) => {
    if (amount === 0n) return;
    const refusal = move(book, { kind, source, from: from!, to, amount, at, settling: true });
    if (refusal) throw new Error(`the ${kind} of ${source} was refused: ${refusal}`);
  };
  post('fee_return', ends.fees, fee);
  post('tax_return', ends.taxes, tax);
}
