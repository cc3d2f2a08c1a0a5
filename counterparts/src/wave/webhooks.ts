import { createHmac } from 'node:crypto';
import type { Kit } from '../kit/kit.ts';
import type { Route } from '../kit/server.ts';
import { WEBHOOK_SECRET } from './secrets.ts';

type Strategy = 'signature' | 'shared_secret';

export type Webhooks = {
  /**
   * Sends an event to the registered address, if there is one.
   * @param about our id
   */
  send(about: string, type: string, data: Record<string, unknown>): Promise<void>;
  /** Registers the address, as the owner does in the portal. */
  readonly control: readonly Route[];
};

/** docs.wave.com, Webhooks: repeats for three days, with growing gaps. Hours: 0.01, 0.1, 0.5, 2, 6, 12, 24, 27. */
const REPEATS_MS = [0.01, 0.1, 0.5, 2, 6, 12, 24, 27].map((hours) => hours * 3_600_000);
const UNKNOWN = 'cos-0unknown00000';

export function openWebhooks(kit: Kit, newEventId: () => string): Webhooks {
  let url: string | null = null;
  let strategy: Strategy = 'signature';
  const sign = (body: string): Record<string, string> => {
    if (strategy === 'shared_secret') return { authorization: `Bearer ${WEBHOOK_SECRET}` };
    // A signature's time stays real: the control clock is ahead of the receiver's.
    const t = String(Math.floor(Date.now() / 1000));
    const v1 = createHmac('sha256', WEBHOOK_SECRET).update(t).update(body).digest('hex');
    return { 'wave-signature': `t=${t},v1=${v1}` };
  };
  return {
    send: async (about, type, data) => {
      if (url === null) return;
      const event = { id: newEventId(), type, data };
      await kit.callbacks.send({
        reference: about,
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: spaced(event),
        variants: {
          otherAmount: () => spaced({ ...event, data: { ...data, amount: `${data.amount}0` } }),
          opposite: () => spaced(oppositeOf(event)),
          unknown: () => spaced({ ...event, data: { ...data, id: UNKNOWN, client_reference: 'pay_unknown' } }),
        },
        sign,
        repeats: REPEATS_MS,
      });
    },
    control: [
      {
        method: 'POST',
        path: '/webhooks',
        operation: 'other',
        handle: (call) => {
          const wanted = (call.json() ?? {}) as { url?: unknown; strategy?: unknown };
          if (typeof wanted.url !== 'string' || !URL.canParse(wanted.url))
            return { status: 400, body: { error: 'url is not an address' } };
          if (wanted.strategy !== undefined && wanted.strategy !== 'signature' && wanted.strategy !== 'shared_secret')
            return { status: 400, body: { error: 'strategy is signature or shared_secret' } };
          url = wanted.url;
          strategy = wanted.strategy ?? 'signature';
          return { status: 200, body: { url, strategy } };
        },
      },
    ],
  };
}

function oppositeOf({ type, ...event }: { id: string; type: string; data: Record<string, unknown> }): object {
  if (type === 'checkout.session.completed') {
    const error = { code: 'insufficient-funds', message: 'The customer has insufficient funds.' };
    const data = { ...event.data, checkout_status: 'open', payment_status: 'cancelled', last_payment_error: error };
    return { ...event, type: 'checkout.session.payment_failed', data };
  }
  const data = { ...event.data, checkout_status: 'complete', payment_status: 'succeeded', last_payment_error: null };
  return { ...event, type: 'checkout.session.completed', data };
}

/** JSON as Wave writes it, with a space after each colon and comma: a body that is written again fails. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/([[{])\n\s*/g, '$1')
    .replace(/\n\s*([\]}])/g, '$1')
    .replace(/\n\s*/g, ' ');
}
