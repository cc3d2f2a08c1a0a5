import { readAmount } from '../amount-text.ts';
import type { CallbackRequest, Incoming, ReadCallback } from '../rail.ts';
import type { WaveCredentials } from './credentials.ts';
import { hasSharedSecret, isSignedByWave } from './signature.ts';
import { waveAccountText } from './statement.ts';

export type WaveEventOptions = {
  readonly credentials: WaveCredentials;
  readonly exponent: number;
  readonly nowSeconds: number;
};

const taken = { status: 200 };

/**
 * Reads a webhook. A session's event names the payment, whose state is then asked for; the event itself proves nothing.
 * @throws if the body is not a Wave event
 */
export function receiveEvent(request: CallbackRequest, options: WaveEventOptions): ReadCallback {
  if (!isFromWave(request, options)) return { refused: 'signature' };
  const { type, data } = parse(request.body);
  if (typeof type !== 'string') throw new Error('the body is not a Wave event');
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  if (type.startsWith('checkout.session.')) {
    const { client_reference: reference, id } = fields;
    const about = typeof reference === 'string' && /^pay_\w+$/.test(reference) ? reference : null;
    return { answer: taken, about, handle: typeof id === 'string' ? id : null };
  }
  const isMoney = type === 'merchant.payment_received' || type === 'b2b.payment_received';
  // The portal's test event, and events that Wave adds, are answered and need nothing.
  return { answer: taken, about: null, ...(isMoney ? { incoming: [incomingOf(fields, options.exponent)] } : {}) };
}

/** The parser's own error quotes the body, which holds a phone. */
function parse(body: Buffer): { readonly type?: unknown; readonly data?: unknown } {
  try {
    return JSON.parse(body.toString('utf8')) ?? {};
  } catch {
    throw new Error('the body is not JSON');
  }
}

function isFromWave({ headers, body }: CallbackRequest, { credentials, nowSeconds }: WaveEventOptions): boolean {
  const secrets = credentials.webhook_secrets ?? [];
  return credentials.webhook_strategy === 'shared_secret'
    ? hasSharedSecret(headers.authorization, secrets)
    : isSignedByWave({ header: headers['wave-signature'], body, secrets, nowSeconds });
}

/** The amount is what arrives in the wallet, after Wave's fee. */
function incomingOf(fields: Record<string, unknown>, exponent: number): Incoming {
  const { id, currency, when_created: when, sender_mobile: mobile, sender_id: sender } = fields;
  const amount = readAmount(fields.amount, exponent);
  const at = new Date(typeof when === 'string' ? when : Number.NaN);
  if (typeof id !== 'string' || typeof currency !== 'string' || amount === null || Number.isNaN(at.getTime()))
    throw new Error('the event names no receipt, amount or time');
  const payer = [mobile, sender].find((one) => typeof one === 'string') ?? null;
  const reference = typeof fields.client_reference === 'string' ? fields.client_reference : null;
  return { receipt: id, amount, currency, at, payer, accountText: waveAccountText(fields.custom_fields) ?? reference };
}
