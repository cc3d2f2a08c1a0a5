import { createHmac, timingSafeEqual } from 'node:crypto';
import { toE164 } from '../core/phone.ts';

/** A message that a person sent to this service's number. */
export type InboundSms = {
  /** E.164. */
  readonly from: string;
  readonly text: string;
};

/** A request at the address for inbound messages. */
export type InboundRequest = {
  /** As the provider called it, with the query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
};

/** The form in which one sender delivers inbound messages. */
export type InboundReader = {
  /** False if the signature is missing or wrong. Senders without a signature are known by the secret in the address. */
  isSigned(request: InboundRequest): boolean;
  /** Null if the request has no message, for example a delivery report. */
  read(request: InboundRequest): InboundSms | null;
  /** The answer that sends nothing back. */
  readonly answer: { readonly type: string; readonly body: string };
};

/** @see https://www.twilio.com/docs/messaging/guides/webhook-request */
export function twilioInbound(authToken: string): InboundReader {
  return {
    isSigned: ({ url, headers, body }) => {
      const given = Buffer.from(String(headers['x-twilio-signature'] ?? ''));
      const expected = Buffer.from(twilioSignature(authToken, url, new URLSearchParams(body)));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    read: ({ body }) => {
      const form = new URLSearchParams(body);
      // Their opt-out management recognizes words that the operator configured there.
      return toMessage(form.get('From'), form.get('OptOutType') ?? form.get('Body'));
    },
    // Twilio sends the text of any other answer to the person.
    answer: { type: 'text/xml; charset=utf-8', body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>' },
  };
}

/** @see https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const pairs = [...form].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const mac = createHmac('sha1', authToken).update(url + pairs.flat().join(''));
  return mac.digest('base64');
}

/**
 * Africa's Talking signs nothing. An opt-out from an alphanumeric sender, which people cannot answer, is a notification
 * without a text.
 * @see https://developers.africastalking.com/docs/sms/notifications
 */
export const africasTalkingInbound: InboundReader = {
  isSigned: () => true,
  read: ({ body }) => {
    const form = new URLSearchParams(body);
    const isOptOut = form.has('senderId') && form.has('phoneNumber') && !form.has('status');
    return isOptOut ? toMessage(form.get('phoneNumber'), 'STOP') : toMessage(form.get('from'), form.get('text'));
  },
  answer: { type: 'text/plain; charset=utf-8', body: '' },
};

/** Any gateway that posts `from` and `text`, as a form or as JSON. */
export const gatewayInbound: InboundReader = {
  isSigned: () => true,
  read: ({ headers, body }) => {
    const { from, text } = String(headers['content-type']).includes('json')
      ? objectOf(body)
      : Object.fromEntries(new URLSearchParams(body));
    return toMessage(from, text);
  },
  answer: { type: 'text/plain; charset=utf-8', body: '' },
};

/** Some gateways leave the plus out, and a form that does not encode it turns it into a space. */
function toMessage(from: unknown, text: unknown): InboundSms | null {
  if (typeof from !== 'string' || typeof text !== 'string') return null;
  const phone = toE164(`+${from.trim().replace(/^\+/, '')}`);
  return phone === null ? null : { from: phone, text };
}

function objectOf(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    return {};
  }
}
