import { openCases } from '../cases/open-cases.ts';
import { type LedgerRefusal, move, openBook } from '../core/ledger.ts';
import { tallyReturn } from '../core/payout.ts';
import type { Database, Statement } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { openEvents } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import type { PayOutAnswer } from '../rails/rail.ts';
import { systemWallets } from '../wallets/system.ts';
import { type ItemKey, type ItemRow, selectItems } from './item-store.ts';
import { lockPayouts, type PayoutRow, updatePayouts } from './store.ts';
import { renderItem } from './view.ts';

const selectItem: Statement = {
  name: 'payout_items_select_one',
  text: `${selectItems} WHERE i.world = $1 AND i.payout_id = $2 AND i.id = $3`,
};

const returnStatement: Statement = {
  name: 'payout_items_return',
  text: `
    UPDATE payout_items SET status = 'returned', failure = $4, updated_at = $5, version = version + 1
    WHERE world = $1 AND payout_id = $2 AND id = $3`,
};

/**
 * Settles a rail's answer about an item that is final here. An item that the provider took back goes back to the
 * payout's wallet, without its fee. Every other contradiction is a case. It holds the payout's lock, so a repeated
 * answer settles once.
 */
export async function returnItem(
  db: Database,
  key: ItemKey,
  answer: PayOutAnswer,
): Promise<'nothing' | 'returned' | 'contradiction'> {
  const [seen] = await db.query<ItemRow>(selectItem, [key.world, key.payout_id, key.id]);
  if (!seen?.rail || answer.state === seen.status) return 'nothing';
  const role = `clearing:${seen.rail}` as const;
  const { currency, livemode } = seen;
  const clearing = (await systemWallets(db, [{ role, currency, livemode }]))(role, currency, livemode);
  return transaction(db, async (tx) => {
    const payout = (await lockPayouts(tx, [{ world: key.world, id: key.payout_id }])).rowOf(key.world, key.payout_id)!;
    const [item] = await tx.query<ItemRow>(selectItem, [key.world, key.payout_id, key.id]);
    if (item!.status === 'succeeded' && answer.state === 'returned') {
      await takeBack(tx, key, payout, item!, answer.failure, clearing);
      return 'returned';
    }
    const contradicts =
      (item!.status === 'succeeded' && answer.state === 'failed') ||
      (item!.status === 'failed' && answer.state === 'succeeded');
    if (!contradicts) return 'nothing';
    const { id, rail, amount } = item!;
    const facts = { status: item!.status, provider_says: answer.state };
    await openCases(tx, [
      { kind: 'contradiction', rail, record: id, world: key.world, livemode, amount, currency, facts },
    ]);
    return 'contradiction';
  });
}

async function takeBack(
  tx: Tx,
  { world, payout_id, id }: ItemKey,
  payout: PayoutRow,
  item: ItemRow,
  failure: ItemRow['failure'],
  clearing: string,
): Promise<void> {
  const [events, wallets] = await Promise.all([
    openEvents(tx, [{ world }]),
    lockWallets(tx, [payout.wallet_id, clearing]),
  ]);
  const book = openBook(wallets);
  const now = new Date();
  const at = BigInt(now.getTime()) * 1000n;
  const ends = { from: clearing, to: payout.wallet_id, amount: item.amount };
  const refusal: LedgerRefusal | null = move(book, { kind: 'return', source: id, ...ends, at, settling: true });
  if (refusal) throw new Error(`the return of ${id} was refused: ${refusal}`);
  writeBook(tx, book);
  tx.query(returnStatement, [world, payout_id, id, JSON.stringify(failure), now]);
  const totals = tallyReturn(payout, item.amount);
  updatePayouts(tx, [{ ...payout, ...totals, updated_at: now, version: payout.version + 1 }], 'left');
  const next: ItemRow = { ...item, status: 'returned', failure, updated_at: now, version: item.version + 1 };
  const { livemode } = item;
  const previous = JSON.stringify({ status: 'succeeded' });
  events.emit([{ world, livemode, type: 'payout.item_returned', at: now, object: renderItem(next), previous }]);
}
