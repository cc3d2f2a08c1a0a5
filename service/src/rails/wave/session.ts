import type { NextAction, RailAnswer } from '../../core/payment.ts';
import { amountText, readAmount } from '../amount-text.ts';
import type { Collection } from '../rail.ts';
import { readWaveError, sessionFailure, type WaveError, waveFailure } from './codes.ts';

/** A checkout session, as far as a payment needs it. */
export type WaveSession = {
  readonly id: string;
  readonly amount: unknown;
  readonly currency: string;
  readonly checkout: string;
  readonly payment: string;
  /** Our id. */
  readonly reference: string | null;
  readonly transaction: string | null;
  readonly launchUrl: string | null;
  readonly expires: string | null;
  readonly error: WaveError | null;
};

export type SessionOptions = {
  readonly exponent: number;
  readonly restrictPayer: boolean;
  readonly aggregatedMerchant: string | undefined;
};

/** @returns the body of `POST /v1/checkout/sessions`; null without addresses to return the payer to */
export function sessionBody(collection: Collection, options: SessionOptions): object | null {
  const { id, amount, currency, customer, successUrl, cancelUrl } = collection;
  if (successUrl === null || cancelUrl === null) return null;
  return {
    amount: amountText(amount, options.exponent),
    currency,
    success_url: successUrl,
    error_url: cancelUrl,
    client_reference: id,
    ...(options.restrictPayer ? { restrict_payer_mobile: customer } : {}),
    ...(options.aggregatedMerchant === undefined ? {} : { aggregated_merchant_id: options.aggregatedMerchant }),
  };
}

/** @param body parsed JSON of any shape. @returns null if it is no session */
export function readSession(body: unknown): WaveSession | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  const id = textOf(fields.id);
  const checkout = textOf(fields.checkout_status);
  const currency = textOf(fields.currency);
  if (id === null || checkout === null || currency === null) return null;
  return {
    id,
    amount: fields.amount,
    currency,
    checkout,
    payment: textOf(fields.payment_status) ?? '',
    reference: textOf(fields.client_reference),
    transaction: textOf(fields.transaction_id),
    launchUrl: textOf(fields.wave_launch_url),
    expires: textOf(fields.when_expires),
    error: readWaveError(fields.last_payment_error),
  };
}

/** @returns the sessions of a search; null if the body is no list */
export function readSessions(body: unknown): WaveSession[] | null {
  const { result } = (body ?? {}) as { result?: unknown };
  return Array.isArray(result) ? result.map(readSession).filter((session) => session !== null) : null;
}

const isPaid = ({ payment }: WaveSession) => payment === 'succeeded';

/** The session that says most of those of a payment: a paid one, then one that can be paid, then an ended one. */
export function chooseSession(sessions: readonly WaveSession[]): WaveSession | undefined {
  return sessions.find(isPaid) ?? sessions.find(({ checkout }) => checkout !== 'expired') ?? sessions.at(-1);
}

/**
 * The state of the payment. `payment_status` alone decides success: a complete session may still be in processing. A
 * failed attempt leaves the session open, and the customer may try again.
 */
export function sessionAnswer(session: WaveSession, collection: Collection, exponent: number): RailAnswer {
  const { id: handle, currency, checkout } = session;
  if (session.reference !== null && session.reference !== collection.id)
    throw new Error(`${collection.id}: Wave's session ${handle} belongs to ${session.reference}`);
  if (isPaid(session)) {
    const amount = readAmount(session.amount, exponent);
    if (amount === null) throw new Error(`${collection.id}: Wave's session ${handle} has no readable amount`);
    const received = { amount, currency, payer: null };
    return { state: 'succeeded', railReference: session.transaction, handle, received };
  }
  if (checkout === 'expired') return { state: 'failed', failure: sessionFailure(session.error), handle };
  if (checkout === 'complete' && session.payment === 'cancelled') return canceledAnswer(session);
  if (checkout !== 'open' || session.launchUrl === null) return { state: 'processing', handle };
  return { state: 'requires_action', nextAction: redirectTo(session, session.launchUrl, collection), handle };
}

/** Wave documents no example of it. A transaction shows that the money moved and went back. */
function canceledAnswer({ id: handle, transaction, error }: WaveSession): RailAnswer {
  if (transaction !== null)
    return { state: 'reversed', failure: { ...waveFailure('rail_error', 'cancelled'), message: GIVEN_BACK } };
  const failure = error ? sessionFailure(error) : waveFailure('customer_declined', 'cancelled');
  return { state: 'failed', failure, handle };
}

const GIVEN_BACK = 'The provider gave the money back to the customer.';

/** Wave's text says 30 minutes, one of its examples has 24 hours: the session's own time counts. */
function redirectTo({ expires }: WaveSession, url: string, collection: Collection): NextAction {
  const at = expires === null ? Number.NaN : Date.parse(expires);
  return {
    type: 'redirect',
    expires_at: new Date(Number.isNaN(at) ? collection.expiresAt : at).toISOString(),
    instructions: 'Open the link in a browser and pay with Wave.',
    redirect_url: url,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
