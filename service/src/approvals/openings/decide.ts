import { type Book, limitBreach, type Movement, move } from '../../core/ledger.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { refuseBreach } from '../../ledger/refuse.ts';
import type { OpeningBalance } from './store.ts';

/** A row before its import has an id. `wallet_id` is null if no wallet matches it. */
export type PlacedRow = Omit<OpeningBalance, 'approval_id' | 'wallet_id' | 'position'> & {
  readonly wallet_id: string | null;
};

export type OpeningDecision = {
  /** The approval: the source of the postings. */
  readonly source: string;
  readonly systemWallet: (currency: string) => string;
  /** The imports that have posted a reference. */
  readonly imported: ReadonlyMap<string, string>;
  readonly at: bigint;
};

/** Moves a row's amount in the book, or refuses. */
export function decideOpening(
  book: Book,
  row: PlacedRow,
  { source, systemWallet, imported, at }: OpeningDecision,
): Refusal | null {
  const { wallet_id: to, currency, amount, livemode, reference } = row;
  const holder = imported.get(reference);
  if (holder !== undefined)
    return new Refusal('reference_already_used', `The reference "${reference}" was imported by ${holder}`, {
      param: 'reference',
    });
  const wallet = to === null ? undefined : book.accounts.get(to);
  if (!wallet || wallet.livemode !== livemode || wallet.ownerType === 'system')
    return new Refusal('recipient_not_found', `There is no such wallet in ${currency} in this mode`, {
      param: 'wallet',
    });
  if (wallet.currency !== currency)
    return new Refusal('currency_mismatch', `The wallet holds ${wallet.currency}, not ${currency}`, {
      param: 'currency',
    });
  const movement: Movement = { kind: 'opening', source, from: systemWallet(currency), to: wallet.wallet, amount, at };
  const refusal = move(book, movement);
  if (refusal === null) return null;
  const isLimit = refusal === 'limit_exceeded' || refusal === 'kyc_required';
  const breach = isLimit ? limitBreach(book, movement) : null;
  return breach ? refuseBreach(breach, currency, 'wallet') : new Refusal(refusal, undefined, { param: 'wallet' });
}
