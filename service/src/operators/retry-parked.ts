import type { retryParkedSettlement } from '../../../contract/src/parked-settlements.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { openBook } from '../core/ledger.ts';
import type { WorkerName } from '../db/node.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { postPayment } from '../payments/settle.ts';
import { openPartners } from '../payments/splits/open-partners.ts';
import { shareDebtors, shareWallets } from '../payments/splits/post.ts';
import { updateSplits } from '../payments/splits/store.ts';
import { lockPayments } from '../payments/store.ts';
import { openChargeWallets, walletsOf } from '../wallets/charge-wallets.ts';
import { lockParked, type ParkedRow, resolveParked, resume, selectParked } from '../workers/parking/store.ts';
import { renderParked } from './read-parked.ts';

type RetryCommand = Command<InputOf<typeof retryParkedSettlement>>;

const workers: Record<ParkedRow['kind'], WorkerName> = {
  payment: 'payments',
  refund: 'refunds',
  payout: 'payouts',
  payout_item: 'payout_items',
};

/**
 * Retries parked settlements, with a reason for the audit log. A settlement that the ledger still refuses stays parked.
 */
export async function retryParked(tx: Tx, commands: RetryCommand[]): Promise<(string | Refusal)[]> {
  const answers: (string | Refusal)[] = [];
  for (const command of commands) answers.push(await retry(tx, command));
  return answers;
}

async function retry(tx: Tx, command: RetryCommand): Promise<string | Refusal> {
  const [row] = await tx.query<ParkedRow>(lockParked, [command.input.id]);
  if (!row) return new Refusal('not_found');
  if (row.resolved_at !== null) return new Refusal('settlement_resolved');
  const refusal = row.suspense_wallet === null ? resumeWork(tx, row) : await release(tx, row, row.suspense_wallet);
  if (refusal) return refusal;
  await tx.query(resolveParked, [row.id]);
  const { kind, record_id: record, amount, currency, wallet_id: wallet } = row;
  const after = { kind, record, amount: Number(amount), currency, wallet };
  await recordActs(tx, [
    { ...actorOf(command), action: 'settlement.retried', target: row.id, after, reason: command.input.reason },
  ]);
  const [resolved] = await tx.query<ParkedRow>(selectParked, [row.id]);
  return renderParked(resolved!);
}

function resumeWork(tx: Tx, row: ParkedRow): null {
  tx.query(resume[row.kind], [row.world, row.record_id]);
  tx.afterCommit(() => tx.node.wake(workers[row.kind]));
  return null;
}

/** Moves the money from the suspense wallet to the payment's wallet, and posts the fee and its tax from there. */
async function release(tx: Tx, row: ParkedRow, from: string): Promise<Refusal | null> {
  const { world, record_id: id } = row;
  const payment = (await lockPayments(tx, [{ world, id }])).rowOf(world, id)!;
  const ends = (await openChargeWallets(tx, [payment], (one) => one))(payment);
  const book = openBook(await lockWallets(tx, [payment.wallet_id, from, ...walletsOf(ends), ...shareWallets(payment)]));
  const partners = await openPartners(tx, shareDebtors([payment]));
  const at = new Date();
  const refusal = postPayment(book, payment, { from, ends, at, settling: true, partners });
  if (refusal) return new Refusal('settlement_refused', `The ledger still refuses this settlement: ${refusal}`);
  writeBook(tx, book);
  partners.write();
  updateSplits(tx, [{ ...payment, updated_at: at, version: payment.version + 1 }]);
  return null;
}
