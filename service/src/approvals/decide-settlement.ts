import type { SettlementDecision } from '../../../contract/src/approvals.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { loadItem, loadRefund } from '../callbacks/final-store.ts';
import { type CaseRow, closeLocked, lockCase } from '../cases/store.ts';
import { toMinor } from '../core/money.ts';
import type { Failure } from '../core/payment.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { correctAmount } from '../payments/correct-store.ts';
import { settlePayments } from '../payments/settle.ts';
import type { PaymentRow } from '../payments/store.ts';
import { settleAnswers } from '../payouts/settle-answers.ts';
import { settleRefunds } from '../refunds/settle.ts';
import { lockPaymentOf, refuseSettlement } from './check-settlement.ts';

const failure: Failure = {
  code: 'rail_error',
  message: "The provider's records show that it did not succeed.",
  rail_code: null,
};

/**
 * Settles the record of a case as two operators decided, through the settlement of its rail's answers. The case is
 * closed with it.
 * @returns why not, or null
 */
export async function decideSettlement(
  tx: Tx,
  command: Command<unknown>,
  decision: SettlementDecision,
  more: Readonly<Record<string, unknown>>,
): Promise<Refusal | null> {
  const { case: id, outcome } = decision;
  const row = await lockCase(tx, id);
  if (!row) return new Refusal('not_found');
  const payment = await lockPaymentOf(tx, row);
  const refusal = await refuseSettlement(tx, row, decision);
  if (refusal) return refusal;
  if (!(await settleRecord(tx, row, payment, decision))) return new Refusal('case_record_not_open');
  await closeLocked(tx, id, { resolution: `Settled by hand: ${outcome}.`, by: command.caller.id });
  await recordActs(tx, [{ ...actorOf(command), action: 'case.settled', target: id, after: { ...decision, ...more } }]);
  return null;
}

/** An error fails the whole decision. */
const raise = (error: unknown) => {
  throw error;
};

/** @returns whether the record became final now */
async function settleRecord(
  tx: Tx,
  row: CaseRow,
  payment: PaymentRow | undefined,
  decision: SettlementDecision,
): Promise<boolean> {
  const { outcome, provider_reference: railReference } = decision;
  const answer =
    outcome === 'succeeded'
      ? ({ state: 'succeeded', railReference } as const)
      : ({ state: 'failed', failure } as const);
  if (payment) {
    const amount = toMinor(decision.amount);
    const price = payment.price === null ? null : amount - payment.fee - payment.tax;
    const job = { ...payment, amount, price };
    if (amount !== payment.amount) correctAmount(tx, job);
    return (await settlePayments(tx, [{ job, answer }], raise, { onFailed: raise })).length > 0;
  }
  const { world, record: id, facts } = row;
  if (id!.startsWith('rfd_')) {
    const job = await loadRefund(tx, world!, id!);
    return job !== undefined && (await settleRefunds(tx, [{ job, answer }], raise)).length > 0;
  }
  const job = await loadItem(tx, world!, facts.payout as string, id!);
  return job !== undefined && (await settleAnswers(tx, [{ job, answer }], raise)).items.length > 0;
}
