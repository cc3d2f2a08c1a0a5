import { accountCodeOf } from '../../core/account-code.ts';
import { plainText } from '../plain-text.ts';
import type { MoneyOutAnswer, Repayment } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { lastOf, readMoneyOutHandle, sortReceived, takeStep } from './ask-status.ts';
import { darajaFailure, reversalVerdict } from './codes.ts';
import { writeHandle } from './collect.ts';
import type { DarajaInitiator } from './initiator.ts';
import { noHandle } from './money-out.ts';
import type { DarajaPull } from './pull.ts';
import { toShillings } from './shillings.ts';

const MOST_REMARKS = 100;
const FIRST_ASK_MS = 20_000;

/**
 * Reverses a payment by its receipt. The provider knows no key of ours, but reverses a receipt only once (R000001),
 * so a repeat has no second effect.
 */
export async function reverseByReceipt(
  initiator: DarajaInitiator,
  pull: DarajaPull | null,
  refund: Repayment,
): Promise<MoneyOutAnswer> {
  const { callbackUrl, payment } = refund;
  const amount = toShillings(refund.amount);
  if (callbackUrl === null)
    return { state: 'not_taken', fault: 'setup', why: 'the deployment has no public address for callbacks' };
  if (amount === null || refund.amount !== payment.amount)
    return { state: 'failed', failure: { ...darajaFailure('rail_error', null), message: WHOLE_ONLY } };
  const receipt = payment.railReference ?? (await findReceipt(pull, refund));
  if (receipt === null)
    return { state: 'failed', failure: { ...darajaFailure('rail_error', null), message: NO_RECEIPT } };
  const reply = await initiator.call('/mpesa/reversal/v1/request', {
    ...initiator.identity('Initiator'),
    CommandID: 'TransactionReversal',
    TransactionID: receipt,
    Amount: amount,
    ReceiverParty: initiator.shortCode,
    RecieverIdentifierType: '11',
    ResultURL: callbackUrl,
    QueueTimeOutURL: callbackUrl,
    Remarks: plainText(refund.merchant, MOST_REMARKS - 7)
      ? `Refund ${plainText(refund.merchant, MOST_REMARKS - 7)}`
      : 'Refund',
    Occasion: 'Refund',
  });
  if (isNotTaken(reply)) return reply;
  if (reply.is === 'error' && (reply.verdict === 'refused' || reply.verdict === 'bad_phone'))
    return { state: 'failed', failure: darajaFailure('rail_error', reply.error.errorCode) };
  const { ResponseCode: code, ...ids } = reply.is === 'ok' ? reply.body : {};
  if (code !== undefined && String(code) !== '0')
    return { state: 'failed', failure: darajaFailure('rail_error', String(code)) };
  const handle = { ...noHandle, o: textOrNull(ids.OriginatorConversationID), c: textOrNull(ids.ConversationID) };
  return { state: 'pending', handle: writeHandle(handle), askAgainInMs: FIRST_ASK_MS };
}

const WHOLE_ONLY = 'M-Pesa reverses whole payments only.';
const NO_RECEIPT = 'The M-Pesa receipt of the payment is not known, so it cannot be reversed.';

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function findReceipt(pull: DarajaPull | null, { payment }: Repayment): Promise<string | null> {
  if (!payment.succeededAt) return null;
  return (await pull?.find(accountCodeOf(payment.id), payment.succeededAt))?.receipt ?? null;
}

export async function checkReversal(initiator: DarajaInitiator, refund: Repayment): Promise<MoneyOutAnswer> {
  const { amount, callbackUrl, received, sentAt } = refund;
  const handle = readMoneyOutHandle(refund.handle);
  const { results, answer } = sortReceived(received, handle);
  const isDone = ({ code }: { readonly code: string }) => code === '0';
  // If the request's answer was lost, its result is known only by the secret address that it came to.
  const result = handle.c
    ? lastOf(results, ({ conversation }) => conversation === handle.c)
    : (lastOf(results, isDone) ?? lastOf(results, () => true));
  // The provider says that this payment is reversed, by an earlier request whose answers were lost.
  if (result && reversalVerdict(result.code, result.text).is === 'sent_before')
    return { state: 'succeeded', railReference: result.receipt };
  const subject = { receipt: result?.receipt ?? null, originator: handle.o };
  if (subject.receipt === null && subject.originator === null) {
    const isLate = initiator.now() - sentAt.getTime() >= REVERSAL_ARRIVAL_MS;
    return isLate ? { state: 'not_found' } : { state: 'pending', askAgainInMs: REVERSAL_ARRIVAL_MS / 10 };
  }
  const outgoing = {
    amount,
    sentAt,
    handle,
    result,
    answer,
    arrivalMs: REVERSAL_ARRIVAL_MS,
    verdictOf: reversalVerdict,
  };
  return takeStep(initiator, outgoing, subject, callbackUrl);
}

/** A reversal without any answer is sent again after this time. */
export const REVERSAL_ARRIVAL_MS = 10 * 60_000;
