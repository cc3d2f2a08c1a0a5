import type { NotTaken } from '../../core/payment.ts';
import { derivedUuid } from '../derived-uuid.ts';
import type { Disbursement, MoneyOutAnswer, Repayment } from '../rail.ts';
import { floatOf } from './balance.ts';
import { verdictOf } from './codes.ts';
import type { MtnRail } from './mtn-rail.ts';
import { type MtnOrder, payoutOrder, refundOrder } from './orders.ts';
import { paceMs } from './pace.ts';
import type { MtnProduct } from './product.ts';
import { sendOrder } from './sent.ts';
import { type MtnTransaction, readTransaction } from './transaction.ts';

type MoneyOut = Disbursement | Repayment;
type Operation = {
  readonly name: 'pay_out' | 'refund';
  readonly path: string;
  readonly order: (attempt: number) => MtnOrder;
};

const payout = (item: Disbursement, { exponent }: MtnRail): Operation => ({
  name: 'pay_out',
  path: '/v1_0/transfer',
  order: (attempt) => payoutOrder(item, exponent, attempt),
});
const repayment = (refund: Repayment, { exponent }: MtnRail): Operation => ({
  name: 'refund',
  path: '/v1_0/refund',
  order: (attempt) => refundOrder(refund, exponent, attempt),
});

/** An attempt is added only when the float held enough and the provider still said that it did not. */
const MOST_ATTEMPTS = 20;
const FLOAT_RETRY_MS = 60_000;
const emptyFloat: NotTaken = {
  state: 'not_taken',
  fault: 'float',
  why: 'our account at the provider has too little money',
  retryAfterMs: FLOAT_RETRY_MS,
};

export const payOutAtMtn = (rail: MtnRail, item: Disbursement) => send(rail, item, payout(item, rail));
export const checkPayOutAtMtn = (rail: MtnRail, item: Disbursement) => ask(rail, item, payout(item, rail));
export const refundAtMtn = (rail: MtnRail, refund: Repayment) => send(rail, refund, repayment(refund, rail));
export const checkRefundAtMtn = (rail: MtnRail, refund: Repayment) => ask(rail, refund, repayment(refund, rail));

async function send(rail: MtnRail, record: MoneyOut, operation: Operation): Promise<MoneyOutAnswer> {
  const product = rail.disbursement!;
  const first = await sendAttempt(product, operation, 1);
  if (first !== 'duplicate') return first;
  const latest = await findLatest(product, rail, record.id, operation);
  if (latest.transaction.state !== 'not_found') return moneyOutAnswer(latest.transaction, record, operation.name, rail);
  if (latest.attempt === 1) return { state: 'pending' };
  // All earlier attempts failed for want of money, which is final, so this one cannot be a second payment.
  const float = await floatOf(product, rail);
  if (float === null || float < record.amount) return emptyFloat;
  const next = await sendAttempt(product, operation, latest.attempt);
  return next === 'duplicate' ? { state: 'pending' } : next;
}

async function sendAttempt(
  product: MtnProduct,
  { name, path, order }: Operation,
  attempt: number,
): Promise<MoneyOutAnswer | 'duplicate'> {
  const sent = await sendOrder(product, path, order(attempt));
  switch (sent.state) {
    case 'duplicate':
      return 'duplicate';
    case 'refused': {
      const answer = failedWith(name, sent.code);
      return answer.state === 'not_found' ? { state: 'pending' } : answer;
    }
    case 'not_taken':
      return sent;
    default:
      return { state: 'pending' };
  }
}

async function ask(rail: MtnRail, record: MoneyOut, operation: Operation): Promise<MoneyOutAnswer> {
  const { attempt, transaction } = await findLatest(rail.disbursement!, rail, record.id, operation);
  // The attempt before failed for want of money, and this one never arrived. It is sent under the same reference.
  if (attempt > 1 && transaction.state === 'not_found') return emptyFloat;
  return moneyOutAnswer(transaction, record, operation.name, rail);
}

/** The first attempt that did not fail for want of money. */
async function findLatest(
  product: MtnProduct,
  { exponent }: MtnRail,
  id: string,
  { name, path }: Operation,
): Promise<{ attempt: number; transaction: MtnTransaction }> {
  for (let attempt = 1; ; attempt++) {
    const reply = await product({ method: 'GET', path: `${path}/${derivedUuid(id, attempt)}` });
    const transaction = readTransaction(reply, exponent);
    const lacksMoney = transaction.state === 'failed' && verdictOf(name, transaction.code).does === 'wait_for_float';
    if (!lacksMoney || attempt === MOST_ATTEMPTS) return { attempt, transaction };
  }
}

/** @returns the answer about a payout or refund whose latest attempt the provider reports so */
function moneyOutAnswer(
  transaction: MtnTransaction,
  { amount, currency, sentAt }: MoneyOut,
  name: Operation['name'],
  { now }: Pick<MtnRail, 'now'>,
): MoneyOutAnswer {
  const askAgainInMs = paceMs(now() - sentAt.getTime());
  const pending: MoneyOutAnswer = { state: 'pending', askAgainInMs };
  switch (transaction.state) {
    case 'succeeded':
      // Another amount or currency is not success. The record stays open, and the service reports it.
      if (transaction.amount !== amount || transaction.currency !== currency) return pending;
      return { state: 'succeeded', railReference: transaction.railReference };
    case 'failed': {
      const answer = failedWith(name, transaction.code ?? 'FAILED');
      return answer.state === 'pending' ? pending : answer;
    }
    case 'not_found':
      return { state: 'not_found' };
    default:
      return pending;
  }
}

function failedWith(name: Operation['name'], railCode: string): MoneyOutAnswer {
  const verdict = verdictOf(name, railCode);
  switch (verdict.does) {
    case 'fail':
      return { state: 'failed', failure: { code: verdict.code, message: verdict.message, rail_code: railCode } };
    case 'not_found':
      return { state: 'not_found' };
    case 'wait_for_float':
      return emptyFloat;
    default:
      return { state: 'pending' };
  }
}
