import type { EventKind } from '../../../contract/src/events.ts';
import { accountOf, type Book, canReceive, capture, openBook, release } from '../core/ledger.ts';
import { pollDelayMs } from '../core/poll.ts';
import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { emitEvents, subscribersOf } from '../events/emit.ts';
import { lockWallets, writeBook } from '../ledger/store.ts';
import { lockPayments, type PaymentRow, updateRefunded } from '../payments/store.ts';
import { contradictions } from '../rails/contradiction.ts';
import type { RefundAnswer } from '../rails/rail.ts';
import { systemWallets } from '../wallets/system.ts';
import { lockRefunds, type RefundRow, updateRefunds } from './store.ts';
import { renderRefund } from './view.ts';

export type AskedRefund = { readonly refund: RefundRow; readonly answer: RefundAnswer };

/**
 * Settles the rails' answers for refunds: a success turns the reserved money into a posting, and a failure returns it
 * to the wallet and to the payment's refundable amount. State, postings and events commit together, once.
 * @param onError receives answers that contradict a final state
 * @returns the refunds that became final
 */
export async function settleRefunds(
  db: Database,
  asked: readonly AskedRefund[],
  onError: (error: unknown) => void,
): Promise<RefundRow[]> {
  const find = await systemWallets(
    db,
    asked
      .filter(({ refund }) => refund.rail !== 'wallet')
      .map(({ refund }) => ({
        role: `clearing:${refund.rail}`,
        currency: refund.currency,
        livemode: refund.livemode,
      })),
  );
  const clearingOf = (row: RefundRow) => find(`clearing:${row.rail}`, row.currency, row.livemode);
  return transaction(db, (tx) => settleIn(tx, asked, clearingOf, onError));
}

async function settleIn(
  tx: Tx,
  asked: readonly AskedRefund[],
  clearingOf: (row: RefundRow) => string,
  onError: (error: unknown) => void,
): Promise<RefundRow[]> {
  const answers = new Map(asked.map(({ refund, answer }) => [refund.id, answer]));
  const [payments, rows, subscribers] = await Promise.all([
    lockPayments(
      tx,
      asked.map(({ refund }) => ({ world: refund.world, id: refund.payment_id })),
    ),
    lockRefunds(
      tx,
      asked.map(({ refund }) => refund),
    ),
    subscribersOf(
      tx,
      asked.map(({ refund }) => refund),
    ),
  ]);
  tx.afterCommit(() => contradictions(rows, answers).forEach(onError));
  const pending = rows.filter((row) => row.status === 'pending');
  const final = pending.filter((row) => answers.get(row.id)!.state !== 'pending');
  const paymentOf = new Map(payments.map((payment) => [payment.id, { ...payment }]));
  /** The money goes out to the rail, or back to the wallet here that it came from. */
  const receiverOf = (row: RefundRow) => paymentOf.get(row.payment_id)!.payer_wallet_id ?? clearingOf(row);
  const wallets = final.flatMap((row) => [row.wallet_id, receiverOf(row)]);
  const book = openBook(wallets.length > 0 ? await lockWallets(tx, wallets) : []);
  const now = new Date();

  const updates = pending.map((row) => {
    const answer = answers.get(row.id)!;
    if (answer.state === 'pending') return { ...row, dueInMs: pollDelayMs(row.asked) };
    const receiver = receiverOf(row);
    // Money sent by a provider has arrived. Money to a wallet here arrives now or is refused.
    const arrives = row.rail !== 'wallet' || canReceive(accountOf(book, receiver), row.amount);
    const next = settleRow(row, arrives || answer.state === 'failed' ? answer : cannotArrive, now);
    applyFinal(book, next, paymentOf.get(row.payment_id)!, receiver, now);
    return { ...next, dueInMs: 0 };
  });
  writeBook(tx, book);
  updateRefunds(tx, updates);
  updateRefunded(tx, [...new Set(final.map((row) => paymentOf.get(row.payment_id)!))]);
  const settled = updates.filter((row) => row.status !== 'pending');
  emitEvents(
    tx,
    subscribers,
    settled.map((row) => ({
      world: row.world,
      livemode: row.livemode,
      type: `refund.${row.status}` as EventKind,
      at: now,
      object: renderRefund(row),
      previous: JSON.stringify({ status: 'pending' }),
    })),
  );
  return settled;
}

type FinalAnswer = Exclude<RefundAnswer, { state: 'pending' }>;

const cannotArrive: FinalAnswer = {
  state: 'failed',
  failure: {
    code: 'recipient_cannot_receive',
    message: "The customer's wallet is closed or has reached its balance limit.",
    rail_code: null,
  },
};

function settleRow(row: RefundRow, answer: FinalAnswer, now: Date): RefundRow {
  const succeeded = answer.state === 'succeeded';
  return {
    ...row,
    status: answer.state,
    failure: succeeded ? null : answer.failure,
    rail_reference: succeeded ? answer.railReference : null,
    updated_at: now,
    succeeded_at: succeeded ? now : null,
    failed_at: succeeded ? null : now,
    version: row.version + 1,
  };
}

function applyFinal(book: Book, row: RefundRow, payment: PaymentRow, receiver: string, now: Date): void {
  const at = BigInt(now.getTime()) * 1000n;
  payment.amount_refunding -= row.amount;
  if (row.status === 'succeeded') {
    capture(book, { kind: 'refund', source: row.id, from: row.wallet_id, to: receiver, amount: row.amount, at });
    payment.amount_refunded += row.amount;
    payment.updated_at = now;
    payment.version += 1;
  } else {
    release(book, { wallet: row.wallet_id, source: row.id, amount: row.amount, at });
  }
}
