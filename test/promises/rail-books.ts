import type { Deployment } from './deployment.ts';
import { type LedgerEntry, ledgerOf, type Played } from './rail-counterparts.ts';

/** Faults, one text each. All lists are empty where everything holds. */
export type Books = {
  /** One of our ids moved money more than once, or another amount. */
  readonly doubled: string[];
  /** A record that is final here, and that the provider's books contradict. */
  readonly different: string[];
  /** The clearing wallet is not the provider's balance. */
  readonly clearing: string[];
};

type RecordRow = { id: string; kind: 'payment' | 'payout_item'; status: string; amount: string; has_case: boolean };

const recordsOn = `
  SELECT id, 'payment' AS kind, status, amount::text, EXISTS (SELECT FROM cases c WHERE c.record = p.id) AS has_case
  FROM payments p WHERE rail = $1
  UNION ALL
  SELECT id, 'payout_item', status, amount::text, EXISTS (SELECT FROM cases c WHERE c.record = i.id)
  FROM payout_items i WHERE rail = $1`;

/** The money at the rail in our books: its clearing wallet, which is negative while money is there. */
const clearingOf = `
  SELECT coalesce(sum(-b.posted), 0)::text AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
  WHERE w.owner_type = 'system' AND w.owner_id = 'clearing:' || $1`;

const movesMoney = new Set(['collection', 'payout', 'refund']);

/** Compares the provider's own books with ours, record by record and in total. */
export async function compareBooks(deployment: Deployment, played: Played): Promise<Books> {
  const { entries, balances } = await ledgerOf(played);
  const records = await deployment.ask<RecordRow>(recordsOn, [played.slug]);
  const byReference = Map.groupBy(
    entries.filter(({ kind }) => movesMoney.has(kind)),
    ({ reference }) => reference,
  );
  const doubled = [...byReference].flatMap(([reference, moved]) =>
    new Set(moved.map(({ operation }) => operation)).size > 1 ? [`${played.slug} moved ${reference} twice`] : [],
  );
  const different = records.flatMap((record) => contradiction(record, byReference.get(record.id) ?? []));
  const ours = BigInt((await deployment.ask<{ sum: string }>(clearingOf, [played.slug]))[0]!.sum);
  const topups = entries.filter(({ kind }) => kind === 'topup').reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const theirs = BigInt(balances[played.currency] ?? '0') - topups;
  const clearing = ours === theirs ? [] : [`clearing:${played.slug} is ${ours}, the provider has ${theirs}`];
  return { doubled, different, clearing };
}

function contradiction(
  { id, kind, status, amount, has_case: hasCase }: RecordRow,
  moved: readonly LedgerEntry[],
): string[] {
  const sign = kind === 'payment' ? '' : '-';
  const [first] = moved;
  if (status === 'succeeded') {
    if (!first) return [`${id} succeeded here, and the provider moved nothing`];
    return first.amount === sign + amount ? [] : [`${id} is ${amount} here and ${first.amount} there`];
  }
  // A case is open where the provider's success came after a failure.
  return status === 'failed' && first && !hasCase ? [`${id} failed here, and the provider moved ${first.amount}`] : [];
}
