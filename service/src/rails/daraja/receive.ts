import type { CallbackRequest, Incoming, ReadCallback } from '../rail.ts';
import { readAccountReference } from './account-reference.ts';
import type { DarajaBalances } from './balance.ts';
import { type C2bPayment, itemOf, readC2bPayment, readResult, readStkCallback } from './messages.ts';
import { keepResult, keepStk } from './received.ts';

/** Marks the address for validation requests, which have the same form as confirmations. */
export const VALIDATION = { name: 'step', value: 'validation' } as const;

/**
 * Reads a callback. The provider does not sign; the secret in the path is the proof.
 * @throws if the body is not JSON
 */
export function receiveDaraja(request: CallbackRequest, balances: DarajaBalances, now: () => number): ReadCallback {
  const body: unknown = JSON.parse(request.body.toString('utf8'));
  const { about } = request;
  const answer = { status: 200, contentType: 'application/json', body: '{"ResultCode":0,"ResultDesc":"Success"}' };
  const stk = readStkCallback(body);
  if (stk) return { answer, about, result: keepStk(stk) };
  const result = readResult(body);
  if (result) {
    const text = itemOf(result.items, 'AccountBalance');
    if (text !== '') balances.arrived(result.conversationId, text);
    return about === null ? { answer, about } : { answer, about, result: keepResult(result) };
  }
  if (request.query[VALIDATION.name] === VALIDATION.value)
    return { answer: { ...answer, body: '{"ResultCode":"0","ResultDesc":"Accepted"}' }, about };
  const payment = readC2bPayment(body);
  if (payment && about === null) return { answer, about, incoming: [toIncoming(payment, now)] };
  // A queue time-out, or a new kind of message: it only wakes the record that it is about.
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
    accountText: readAccountReference(account) ?? (account || null),
  };
}
