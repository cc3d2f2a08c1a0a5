import type { EventKind } from '../../../contract/src/events.ts';
import { type ChargeEnds, returnCharge } from '../core/charge.ts';
import { chargeToReturn } from '../core/fee-return.ts';
import { noCharge } from '../core/fee-tax.ts';
import { accountOf, type Book, canReceive, move, release } from '../core/ledger.ts';
import { paceOf, pollDelayMs } from '../core/poll.ts';
import { postProviderFee, providerFeeOf } from '../core/provider-fee.ts';
import { afterAnswer, withPresentAnswers } from '../core/sending.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { EventDraft } from '../events/emit.ts';
import { noPartners, openPartners, type Partners } from '../payments/splits/open-partners.ts';
import { ownPart, releaseShares, returnShares } from '../payments/splits/return.ts';
import { updateSplits } from '../payments/splits/store.ts';
import { lockPayments, type PaymentRow, updateRefunded } from '../payments/store.ts';
import type { RefundAnswer } from '../rails/rail.ts';
import { openChargeWallets, walletsOf } from '../wallets/charge-wallets.ts';
import { systemWallets } from '../wallets/system.ts';
import type { AnsweredJob } from '../workers/rail-worker.ts';
import { type LockedPortion, settle } from '../workers/settle.ts';
import { lockRefunds, type RefundRow, updateRefunds } from './store.ts';
import { renderRefund } from './view.ts';

export type AskedRefund = AnsweredJob<RefundRow, RefundAnswer>;

/**
 * Settles the rails' answers for refunds: a success turns the reserved money into a posting, and a failure returns it
 * to the wallet and to the payment's refundable amount.
 * @param db a transaction: it settles in this one
 * @param onError receives answers that contradict a final state
 * @returns the refunds that became final
 */
export async function settleRefunds(
  db: Database | Tx,
  asked: readonly AskedRefund[],
  onError: (error: unknown) => void,
): Promise<RefundRow[]> {
  const find = await systemWallets(
    db,
    asked
      .filter(({ job }) => job.rail !== 'wallet')
      .flatMap(({ job: { rail, currency, livemode }, answer }) => [
        { role: `clearing:${rail}` as const, currency, livemode },
        ...(providerFeeOf(answer) > 0n ? [{ role: `provider_fees:${rail}` as const, currency, livemode }] : []),
      ]),
  );
  const walletOf: RailWallets = {
    clearing: (row) => find(`clearing:${row.rail}`, row.currency, row.livemode),
    charges: (row) => find(`provider_fees:${row.rail}`, row.currency, row.livemode),
  };
  return settle(db, asked, (tx, refunds, answers) => lock(tx, refunds, answers, walletOf), onError);
}

type RailWallets = { clearing(row: RefundRow): string; charges(row: RefundRow): string };

async function lock(
  tx: Tx,
  refunds: readonly RefundRow[],
  answers: ReadonlyMap<string, RefundAnswer>,
  walletOf: RailWallets,
): Promise<LockedPortion<RefundRow[]>> {
  const [payments, { rows }] = await Promise.all([
    lockPayments(
      tx,
      refunds.map(({ world, payment_id: id }) => ({ world, id })),
    ),
    lockRefunds(tx, refunds),
  ]);
  const pending = withPresentAnswers(rows, refunds, answers).filter((row) => row.status === 'pending');
  const final = pending.filter((row) => isFinal(answers.get(row.id)!));
  const paymentOf = (row: RefundRow) => payments.rowOf(row.world, row.payment_id)!;
  /** The money goes out to the rail, or back to the wallet here that it came from. */
  const receiverOf = (row: RefundRow) => paymentOf(row).payer_wallet_id ?? walletOf.clearing(row);
  const feeOf = (row: RefundRow) => providerFeeOf(answers.get(row.id));
  const endsOf = await openChargeWallets(tx, final.map(paymentOf), (one) =>
    one.fee_on_refund === 'returned' ? one : noCharge,
  );
  let partners = noPartners;
  return {
    states: rows,
    wallets: final.flatMap((row) => [
      row.wallet_id,
      ...(row.split ?? []).map(({ wallet }) => wallet),
      receiverOf(row),
      ...walletsOf(endsOf(paymentOf(row))),
      ...(feeOf(row) > 0n ? [walletOf.clearing(row), walletOf.charges(row)] : []),
    ]),
    prepare: async () => {
      partners = await openPartners(
        tx,
        final.flatMap(({ world, split }) => (split ?? []).map(({ wallet }) => ({ world, wallet_id: wallet }))),
      );
    },
    post: (book) => {
      const now = new Date();
      const updates = pending.map((row) => {
        const answer = answers.get(row.id)!;
        const sends = afterAnswer(row, answer);
        if (!isFinal(answer)) return { ...row, ...sends, dueInMs: paceOf(answer) ?? pollDelayMs(row.asked) };
        const next = settleRow(book, { ...row, ...sends }, answer, receiverOf(row), now);
        const ends = endsOf(paymentOf(row));
        applyFinal(book, next, paymentOf(row), { receiver: receiverOf(row), ends, partners, now });
        if (next.status === 'succeeded' && feeOf(row) > 0n) {
          const rail = { clearing: walletOf.clearing(row), charges: walletOf.charges(row) };
          postProviderFee(book, { ...rail, source: row.id, amount: feeOf(row), at: BigInt(now.getTime()) * 1000n });
        }
        return { ...next, dueInMs: 0 };
      });
      const settled = updates.filter((row) => row.status !== 'pending');
      const write = () => {
        updateRefunds(tx, updates);
        const changed = [...new Set(final.map(paymentOf))];
        updateRefunded(tx, changed);
        updateSplits(tx, changed);
        partners.write();
      };
      return { settled, drafts: settled.map(refundEvent), write };
    },
  };
}

function refundEvent(row: RefundRow): EventDraft {
  const { world, livemode, updated_at: at, traceparent } = row;
  const type = `refund.${row.status}` as EventKind;
  const previous = JSON.stringify({ status: 'pending' });
  return { world, livemode, type, at, object: renderRefund(row), previous, traceparent };
}

type FinalAnswer = Extract<RefundAnswer, { state: 'succeeded' | 'failed' }>;

const isFinal = (answer: RefundAnswer): answer is FinalAnswer =>
  answer.state === 'succeeded' || answer.state === 'failed';

const cannotArrive: FinalAnswer = {
  state: 'failed',
  failure: {
    code: 'recipient_cannot_receive',
    message: "The customer's wallet is closed or has reached its balance limit.",
    rail_code: null,
  },
};

function settleRow(book: Book, row: RefundRow, said: FinalAnswer, receiver: string, now: Date): RefundRow {
  // Money sent by a provider has arrived. Money to a wallet here arrives now or is refused.
  const arrives = row.rail !== 'wallet' || canReceive(accountOf(book, receiver), row.amount);
  const answer = arrives || said.state === 'failed' ? said : cannotArrive;
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

type Finish = {
  readonly receiver: string;
  /** The wallets that the payment's fee and tax went to. */
  readonly ends: ChargeEnds;
  readonly partners: Partners;
  readonly now: Date;
};

/** The shares and the fee's return arrive in the payment's wallet first. The refund leaves from there. */
function applyFinal(book: Book, row: RefundRow, payment: PaymentRow, { receiver, ends, partners, now }: Finish): void {
  const at = BigInt(now.getTime()) * 1000n;
  const own = ownPart(row, payment);
  payment.amount_refunding -= row.amount;
  if (row.status === 'succeeded') {
    row.split = returnShares(book, payment, row, { partners, at });
    if (own > 0n) release(book, { wallet: row.wallet_id, source: row.id, amount: own, at });
    returnFee(book, row, payment, ends, at);
    const sent = { kind: 'refund', source: row.id, from: row.wallet_id, to: receiver, amount: row.amount } as const;
    const refusal = move(book, { ...sent, at, settling: true });
    if (refusal) throw new Error(`the refund ${row.id} was refused: ${refusal}`);
    payment.amount_refunded += row.amount;
    payment.updated_at = now;
    payment.version += 1;
  } else {
    if (own > 0n) release(book, { wallet: row.wallet_id, source: row.id, amount: own, at });
    row.split = releaseShares(book, payment, row, { partners, at });
  }
}

function returnFee(book: Book, row: RefundRow, payment: PaymentRow, ends: ChargeEnds, at: bigint): void {
  const charge = chargeToReturn(payment, row.amount);
  returnCharge(book, { source: row.id, to: row.wallet_id, at }, charge, ends);
  [row.fee_returned, row.tax_returned] = [charge.fee, charge.tax];
  payment.fee_returned += charge.fee;
  payment.tax_returned += charge.tax;
}
