import { plainText } from '../plain-text.ts';
import type { Disbursement, MoneyOutAnswer } from '../rail.ts';
import { isNotTaken } from './api.ts';
import { readMoneyOutHandle, sortReceived, takeStep } from './ask-status.ts';
import { callbackFault, resultUrls } from './callback-url.ts';
import { darajaFailure, payOutVerdict } from './codes.ts';
import { writeHandle } from './collect.ts';
import type { DarajaInitiator } from './initiator.ts';
import { FIRST_ASK_MS, noHandle } from './money-out.ts';
import { toDarajaPhone } from './phone.ts';
import { type ResultReceived, resultsReceived } from './received.ts';
import { toShillings } from './shillings.ts';

const MOST_REMARKS = 100;

/** A request of ours that the provider refused because of our account or set-up. */
const isSetUp = ({ code, text }: ResultReceived) => payOutVerdict(code, text).is === 'set_up';

/**
 * The OriginatorConversationID of the next attempt. The provider takes each only once, also after it refused the
 * request for an empty float or a wrong password, so each attempt after such a result has a number: `pit_…-2`.
 */
function originatorOf(id: string, received: readonly unknown[]): string {
  const refused = new Set(
    ofRecord(id, received)
      .filter(isSetUp)
      .map(({ originator }) => originator),
  );
  return refused.size === 0 ? id : `${id}-${refused.size + 1}`;
}

/** Results of all attempts of a record. */
const ofRecord = (id: string, received: readonly unknown[]): ResultReceived[] =>
  resultsReceived(received).filter(({ originator }) => originator === id || originator.startsWith(`${id}-`));

/** Pays a phone by B2C. The provider refuses a second request with the same OriginatorConversationID. */
export async function payPhone(initiator: DarajaInitiator, item: Disbursement): Promise<MoneyOutAnswer> {
  const { id, received, callbackUrl } = item;
  const amount = toShillings(item.amount);
  const phone = toDarajaPhone(item.recipient);
  const fault = callbackFault(callbackUrl);
  if (fault) return fault;
  if (phone === null) return { state: 'failed', failure: darajaFailure('recipient_not_found', null) };
  if (amount === null) return { state: 'failed', failure: darajaFailure('rail_error', null) };
  // An attempt that was thought lost has a result after all.
  if (ofRecord(id, received).some((result) => !isSetUp(result))) return { state: 'pending' };
  const originator = originatorOf(id, received);
  const remarks = plainText(item.description ?? item.merchant, MOST_REMARKS);
  const reply = await initiator.call('/mpesa/b2c/v3/paymentrequest', {
    OriginatorConversationID: originator,
    ...initiator.identity('InitiatorName'),
    CommandID: initiator.payoutCommand,
    Amount: amount,
    PartyA: initiator.payoutShortCode,
    PartyB: phone,
    Remarks: remarks.length < 2 ? 'Payment' : remarks,
    ...resultUrls(callbackUrl!),
    Occassion: plainText(item.reference ?? '', MOST_REMARKS) || 'Payment',
  });
  if (isNotTaken(reply)) return reply;
  const handle = { ...noHandle, o: originator };
  if (reply.is === 'error' && (reply.verdict === 'refused' || reply.verdict === 'bad_phone')) {
    const code = reply.verdict === 'bad_phone' ? 'recipient_not_found' : 'rail_error';
    return { state: 'failed', failure: darajaFailure(code, reply.error.errorCode) };
  }
  const { ResponseCode: code, ConversationID: conversation } = reply.is === 'ok' ? reply.body : {};
  if (code !== undefined && String(code) !== '0')
    return { state: 'failed', failure: darajaFailure('rail_error', String(code)) };
  const c = typeof conversation === 'string' ? conversation : null;
  return { state: 'pending', handle: writeHandle({ ...handle, c }), askAgainInMs: FIRST_ASK_MS };
}

export async function checkPayment(initiator: DarajaInitiator, item: Disbursement): Promise<MoneyOutAnswer> {
  const { amount, callbackUrl, id, received, sentAt } = item;
  const read = readMoneyOutHandle(item.handle);
  const handle = { ...read, o: read.o ?? originatorOf(id, received) };
  const { results, answer } = sortReceived(received, handle);
  const result = results.findLast((one) => one.originator === handle.o || one.conversation === handle.c) ?? null;
  const outgoing = { amount, sentAt, handle, result, answer, arrivalMs: PAYOUT_ARRIVAL_MS };
  const rules = { mayRepeat: false, verdictOf: payOutVerdict };
  return takeStep(initiator, { ...outgoing, ...rules }, { receipt: null, originator: handle.o }, callbackUrl);
}

/** A question that finds nothing 5 minutes after the request means that it never arrived. */
export const PAYOUT_ARRIVAL_MS = 5 * 60_000;
