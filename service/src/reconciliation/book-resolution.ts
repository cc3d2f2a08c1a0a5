import type { ExceptionResolution } from '../../../contract/src/approvals.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { type CaseRow, closeLocked, lockCase } from '../cases/store.ts';
import { type Movement, move, openBook, type PostingKind } from '../core/ledger.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { openDefaultWallets } from '../wallets/open-default.ts';
import { differenceOf, dropItem, type ExceptionItem, itemOfCase } from './items-of-case.ts';
import { holdRail } from './store.ts';

/** The other wallet of each decision, and the kind of its posting. */
const ends: Readonly<Record<ExceptionResolution['decision'], { owner(rail: string): string; kind: PostingKind }>> = {
  suspense: { owner: (rail) => `suspense:${rail}`, kind: 'suspense' },
  write_off: { owner: () => 'adjustments', kind: 'adjustment' },
  fee: { owner: (rail) => `provider_fees:${rail}`, kind: 'provider_fee' },
};

/**
 * Books the difference of an exception on the clearing wallet, as two operators decided. Money in suspense keeps the
 * case open until it is assigned or returned.
 * @returns why not, or null
 */
export async function bookResolution(
  tx: Tx,
  command: Command<unknown>,
  resolution: ExceptionResolution,
  more: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  const row = await lockCase(tx, resolution.case);
  if (!row) return new Refusal('not_found');
  holdRail(tx, resolution.rail);
  let item: ExceptionItem;
  try {
    item = await itemOfCase(tx, row);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  const difference = differenceOf(item);
  if (difference !== BigInt(resolution.amount)) return new Refusal('case_not_an_exception');
  const refusal = await book(tx, row, resolution, difference);
  if (refusal) return refusal;
  await markResolved(tx, item, row.id);
  await dropItem(tx, item);
  if (resolution.decision !== 'suspense') {
    const closing = { resolution: `Booked: ${resolution.decision}.`, by: command.caller.id };
    await closeLocked(tx, row.id, closing);
  }
  const after = { ...resolution, amount: Number(difference), ...more };
  await recordActs(tx, [{ ...actorOf(command), action: 'case.resolved', target: row.id, after }]);
  return null;
}

async function book(
  tx: Tx,
  { id, livemode, currency }: CaseRow,
  { rail, decision }: ExceptionResolution,
  difference: bigint,
): Promise<Refusal | null> {
  const { owner, kind } = ends[decision];
  const owners = [`clearing:${rail}`, owner(rail)].map((ownerId) => ({ ownerId, livemode, currency: currency! }));
  const walletOf = await openDefaultWallets(tx, 'system', owners);
  const [clearing, other] = owners.map(walletOf) as [string, string];
  const [from, to] = difference > 0n ? [clearing, other] : [other, clearing];
  const opened = openBook(await lockWallets(tx, [clearing, other]));
  const amount = difference > 0n ? difference : -difference;
  const at = BigInt(Date.now()) * 1_000n;
  const movement: Movement = { kind, source: id, from, to, amount, at, settling: true };
  const refusal = move(opened, movement);
  if (refusal) return new Refusal(refusal);
  writeBook(tx, opened);
  return null;
}

const resolveLine: Statement = {
  name: 'reconciliation_resolve_line',
  text: `
    UPDATE statement_lines SET match = coalesce(match, $2), result = 'resolved', rule = 'case' WHERE id = $1`,
};
const resolveEntry: Statement = {
  name: 'reconciliation_resolve_entry',
  text: `
    UPDATE rail_entries SET match = $3, result = 'resolved', rule = 'case' WHERE rail = $1 AND position = $2::bigint`,
};

/** The new entry gets the same match when it is copied: the case. */
const markResolved = (tx: Tx, { rail, side, item }: ExceptionItem, match: string) =>
  side === 'there' ? tx.query(resolveLine, [item, match]) : tx.query(resolveEntry, [rail, item, match]);
