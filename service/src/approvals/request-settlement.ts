import type { settleCaseRecord } from '../../../contract/src/cases.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { type CaseRow, lockCase } from '../cases/store.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, invalidField, Refusal } from '../kernel/refusal.ts';
import type { PaymentRow } from '../payments/store.ts';
import { lockPaymentOf, refuseSettlement } from './check-settlement.ts';
import { findUnfit } from './find-unfit.ts';
import { requestOne } from './request.ts';

type Settlement = Command<InputOf<typeof settleCaseRecord>>;

/** Records requests to settle the records of cases by hand. */
export async function requestSettlements(tx: Tx, commands: Settlement[]): Promise<(string | Refusal)[]> {
  const unfit = await findUnfit(tx, commands);
  return answerEach(commands, async (command) => {
    const refusal = unfit(command);
    if (refusal) throw refusal;
    const answer = await request(tx, command);
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
}

/** The case is the reference of the approval, so that a case has one open request. */
async function request(tx: Tx, command: Settlement): Promise<string | Refusal> {
  const { id, outcome, amount: which = 'asked', provider_reference = null, reason } = command.input;
  const row = await lockCase(tx, id);
  if (!row) return new Refusal('not_found');
  const succeeds = outcome === 'succeeded';
  if (succeeds && provider_reference === null) return invalidField('provider_reference', 'reference_for_success');
  const reference = succeeds ? provider_reference : null;
  const payment = await lockPaymentOf(tx, row);
  const refusal = await refuseSettlement(tx, row, { provider_reference: reference });
  if (refusal) return refusal;
  const money = moneyOf(row, payment, succeeds ? which : 'asked');
  if (money instanceof Refusal) return money;
  const payload = { case: id, rail: row.rail!, record: row.record!, outcome, ...money, provider_reference: reference };
  return requestOne(tx, command, { kind: 'settlement', payload, reference: id, reason }, row.livemode);
}

/** The case of a refund or a payout item has the amount of its record. */
function moneyOf(row: CaseRow, payment: PaymentRow | undefined, which: 'asked' | 'reported') {
  const asked = payment ?? { amount: row.amount!, currency: row.currency!, fee: 0n, tax: 0n };
  if (which === 'asked') return { amount: Number(asked.amount), currency: asked.currency };
  if (row.currency !== asked.currency) return new Refusal('currency_mismatch', undefined, { param: 'amount' });
  const charge = asked.fee + asked.tax;
  if (row.amount! < charge) return invalidField('amount', 'fee_not_covered', { fee: charge });
  // The payer gave the fee on top of the merchant's amount, which cannot be nothing.
  if (payment && payment.price !== null && row.amount === charge)
    return invalidField('amount', 'fee_takes_all', { fee: charge });
  return { amount: Number(row.amount), currency: asked.currency };
}
