import { readAccountCode } from '../../core/account-code.ts';
import type { CallbackRequest, Incoming, ReadCallback } from '../rail.ts';
import type { DarajaBalances } from './balance.ts';
import { isAtStep } from './callback-url.ts';
import { transactionState } from './codes.ts';
import { type C2bPayment, itemOf, readC2bPayment, readResult, readStkCallback } from './messages.ts';
import { keepResult, keepStk } from './received.ts';

/**
 * Reads a callback. The provider does not sign; the secret in the path is the proof.
 * @throws if the body is not JSON
 */
export function receiveDaraja(request: CallbackRequest, balances: DarajaBalances, now: () => number): ReadCallback {
  const body: unknown = JSON.parse(request.body.toString('utf8'));
  const { about } = request;
  const answer = { status: 200, contentType: 'application/json', body: '{"ResultCode":0,"ResultDesc":"Success"}' };
  // A request that waited too long may be done or not: this only wakes the record.
  if (isAtStep(request.query, 'timeout')) return { answer, about };
  const stk = readStkCallback(body);
  if (stk) return { answer, about, result: keepStk(stk) };
  const result = readResult(body);
  if (result) {
    const text = itemOf(result.items, 'AccountBalance');
    if (text !== '') balances.arrived(result.conversationId, text);
    const kept = keepResult(result);
    // An answer "still open" only wakes the record: over hours there would be too many to keep.
    const isOpen = kept.status !== null && transactionState(kept.status) === 'open';
    return about === null || isOpen ? { answer, about } : { answer, about, result: kept };
  }
  if (isAtStep(request.query, 'validation'))
    return { answer: { ...answer, body: '{"ResultCode":"0","ResultDesc":"Accepted"}' }, about };
  const payment = readC2bPayment(body);
  if (payment && about === null) return { answer, about, incoming: [toIncoming(payment, now)] };
  // A new kind of message only wakes the record that it is about.
  return { answer, about };
}

function toIncoming({ receipt, amount, at, payer, account }: C2bPayment, now: () => number): Incoming {
  return {
    receipt,
    amount,
    currency: 'KES',
    at: at ?? new Date(now()),
    payer: payer || null,
    // Our own codes in the form in which we wrote them, whatever the payer typed.
    accountText: readAccountCode(account) ?? (account || null),
  };
}
