import type { Account } from './chart.ts';
import type { AccountSum, SumRow } from './store.ts';

/** One line of a document: a debit or a credit in minor units, the other is zero. */
export type LedgerLine = {
  readonly account: Account;
  readonly label: string;
  readonly debit: bigint;
  readonly credit: bigint;
};

/** A journal entry. Its lines sum to zero. */
export type LedgerDocument = {
  readonly id: string;
  readonly date: string;
  readonly currency: string;
  readonly lines: readonly LedgerLine[];
};

/** The account on the other side of a merchant's wallet, for each kind of posting. */
const counterOf: Readonly<Record<string, string>> = {
  payment: 'sales',
  refund: 'refunds',
  reversal: 'reversals',
  payout: 'payouts',
  return: 'payouts',
  fee: 'fees',
  tax: 'tax',
  fee_return: 'fees',
  tax_return: 'tax',
  transfer: 'transfers',
  capture: 'transfers',
  split: 'transfers',
  funding: 'funding',
  adjustment: 'adjustments',
  opening: 'opening',
};

type AccountOf = (key: string) => Account;
type Side = { readonly key: string; readonly debit: bigint; readonly credit: bigint };

/** The documents of a merchant: each movement of a wallet has its other side in the account of its kind. */
export function merchantDocuments(dates: readonly string[], rows: readonly SumRow[], accountOf: AccountOf) {
  const sides = rows
    .filter(({ day }) => day > 0)
    .flatMap((row): (Side & Pick<SumRow, 'day' | 'currency'>)[] => {
      const [credit, debit] = [BigInt(row.credit), BigInt(row.debit)];
      const { day, currency } = row;
      // A credit of the wallet is money that the merchant has: a debit of an asset.
      return [
        { day, currency, key: 'wallet', debit: credit, credit: debit },
        { day, currency, key: counterOf[row.kind] ?? 'other', debit, credit },
      ];
    });
  return documentsOf(dates, sides, accountOf);
}

/** The documents of the deployment. */
export const deploymentDocuments = (dates: readonly string[], rows: readonly AccountSum[], accountOf: AccountOf) =>
  documentsOf(
    dates,
    rows.map(({ day, currency, account, debit, credit }) => {
      return { day, currency, key: account, debit: BigInt(debit), credit: BigInt(credit) };
    }),
    accountOf,
  );

/**
 * One document for each day and currency, with one debit and one credit for each account at most.
 * @throws if a document does not sum to zero
 */
function documentsOf(
  dates: readonly string[],
  sides: readonly (Side & { readonly day: number; readonly currency: string })[],
  accountOf: AccountOf,
): LedgerDocument[] {
  const groups = Map.groupBy(sides, ({ day, currency }) => `${dates[day - 1]} ${currency}`);
  return [...groups.keys()].sort().map((group) => {
    const [date, currency] = group.split(' ') as [string, string];
    const byKey = Map.groupBy(groups.get(group)!, ({ key }) => key);
    const lines = [...byKey.keys()].sort().flatMap((key): LedgerLine[] => {
      const account = accountOf(key);
      const sumOf = (side: 'debit' | 'credit') => byKey.get(key)!.reduce((sum, one) => sum + one[side], 0n);
      const line = { account, label: `${key} ${date}`, debit: 0n, credit: 0n };
      return [
        { ...line, debit: sumOf('debit') },
        { ...line, credit: sumOf('credit') },
      ].filter(({ debit, credit }) => debit !== 0n || credit !== 0n);
    });
    const difference = lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0n);
    if (difference !== 0n) throw new Error(`the document of ${date} in ${currency} differs by ${difference}`);
    return { id: `${date.replaceAll('-', '')}-${currency}`, date, currency, lines };
  });
}
