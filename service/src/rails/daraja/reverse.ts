import { accountCodeOf } from '../../core/account-code.ts';
import { type Id, timeOf } from '../../core/id.ts';
import { plainText } from '../plain-text.ts';
import type { MoneyOutAnswer, OriginalPayment, Repayment } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { readMoneyOutHandle, sortReceived, takeStep } from './ask-status.ts';
import { callbackFault, resultUrls } from './callback-url.ts';
import { darajaFailure, reversalVerdict } from './codes.ts';
import { writeHandle } from './collect.ts';
import type { DarajaInitiator } from './initiator.ts';
import { FIRST_ASK_MS, type MoneyOutHandle, noHandle } from './money-out.ts';
import type { DarajaPull } from './pull.ts';
import type { ResultReceived } from './received.ts';
import { toShillings } from './shillings.ts';

/** Remarks have at most 100 characters. */
const MOST_MERCHANT = 90;
/** The transaction pull keeps 48 hours. */
const LISTED_MS = 47 * 3_600_000;

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
  const fault = callbackFault(callbackUrl);
  if (fault) return fault;
  if (amount === null || refund.amount !== payment.amount) return refused(null, WHOLE_ONLY);
  const receipt = payment.railReference ?? (await findReceipt(pull, payment, initiator.now()));
  if (receipt === undefined) return { state: 'not_taken', why: 'the provider did not list its receipts' };
  if (receipt === null) return refused(null, NO_RECEIPT);
  const merchant = plainText(refund.merchant, MOST_MERCHANT);
  const reply = await initiator.call('/mpesa/reversal/v1/request', {
    ...initiator.identity('Initiator'),
    CommandID: 'TransactionReversal',
    TransactionID: receipt,
    Amount: amount,
    ReceiverParty: initiator.shortCode,
    RecieverIdentifierType: '11',
    ...resultUrls(callbackUrl!),
    Remarks: merchant ? `Refund ${merchant}` : 'Refund',
    Occasion: 'Refund',
  });
  if (isNotTaken(reply)) return reply;
  if (reply.is === 'error' && (reply.verdict === 'refused' || reply.verdict === 'bad_phone'))
    return refused(reply.error.errorCode);
  const { ResponseCode: code, ...ids } = reply.is === 'ok' ? reply.body : {};
  if (code !== undefined && String(code) !== '0') return refused(String(code));
  const handle = { ...noHandle, o: textOrNull(ids.OriginatorConversationID), c: textOrNull(ids.ConversationID) };
  return { state: 'pending', handle: writeHandle(handle), askAgainInMs: FIRST_ASK_MS };
}

const WHOLE_ONLY = 'M-Pesa reverses whole payments only.';
const NO_RECEIPT = 'The M-Pesa receipt of the payment is not known, so it cannot be reversed.';

function refused(railCode: string | null, message?: string): MoneyOutAnswer {
  const failure = darajaFailure('rail_error', railCode);
  return { state: 'failed', failure: message ? { ...failure, message } : failure };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The list has the receipt for 48 hours. @returns null if it is not there, undefined if the provider does not say */
async function findReceipt(
  pull: DarajaPull | null,
  { id, succeededAt }: OriginalPayment,
  now: number,
): Promise<string | null | undefined> {
  // Our own record of the success may be later than the provider's by the time that the answer was lost.
  const createdAt = new Date(timeOf(id as Id));
  const times = [createdAt, succeededAt].filter((time) => time !== null && now - time.getTime() < LISTED_MS);
  if (!pull) return null;
  const found = await Promise.all(times.map((time) => pull.find(accountCodeOf(id), time!)));
  const listed = found.find((one) => one?.payment);
  return listed?.payment?.receipt ?? (found.includes(null) ? undefined : null);
}

export async function checkReversal(
  initiator: DarajaInitiator,
  pull: DarajaPull | null,
  refund: Repayment,
): Promise<MoneyOutAnswer> {
  const { amount, callbackUrl, received, sentAt } = refund;
  const handle = readMoneyOutHandle(refund.handle);
  const { results, answer } = sortReceived(received, handle);
  const result = resultOf(results, handle);
  // The provider says that this payment is reversed, by an earlier request whose answers were lost.
  if (results.some(({ code, text }) => reversalVerdict(code, text).is === 'sent_before'))
    return { state: 'succeeded', railReference: null };
  const subject = { receipt: result?.receipt ?? null, originator: handle.o };
  if (subject.receipt === null && subject.originator === null) {
    const isLate = initiator.now() - sentAt.getTime() >= REVERSAL_ARRIVAL_MS;
    return isLate ? { state: 'not_found' } : { state: 'pending', askAgainInMs: REVERSAL_ARRIVAL_MS / 10 };
  }
  const outgoing = { amount, sentAt, handle, result, answer, arrivalMs: REVERSAL_ARRIVAL_MS };
  const rules = { mayRepeat: true, verdictOf: reversalVerdict };
  return takeStep(initiator, { ...outgoing, ...rules }, subject, callbackUrl, async ({ n, t }) => {
    const again = await reverseByReceipt(initiator, pull, refund);
    // A repeat that the provider refuses at once says nothing about the first request.
    if (again.state !== 'pending' || !again.handle)
      return { state: 'pending', handle: writeHandle({ ...handle, n, t }) };
    return { ...again, handle: writeHandle({ ...readMoneyOutHandle(again.handle), n, t }) };
  });
}

/** If the request's answer was lost, its result is known only by the secret address that it came to. */
function resultOf(results: readonly ResultReceived[], { c }: MoneyOutHandle): ResultReceived | null {
  if (c !== null) return results.findLast(({ conversation }) => conversation === c) ?? null;
  return results.findLast(({ code }) => code === '0') ?? results.at(-1) ?? null;
}

/** A reversal without any answer is sent again after this time. */
export const REVERSAL_ARRIVAL_MS = 10 * 60_000;
