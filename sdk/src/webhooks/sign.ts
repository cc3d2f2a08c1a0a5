import { base64, fromBase64, hex, hmac } from './hmac.ts';

export type Delivery = {
  /** The endpoint's signing secret: `whsec_…`. */
  secret: string;
  /** The bytes that are sent. */
  body: string | Uint8Array;
  eventId?: string;
  endpointId?: string;
  deliveryId?: string;
  attempt?: number;
  /** Unix seconds. Default: now. */
  timestamp?: number;
  headerPrefix?: string;
};

/** The headers that the service sends with this delivery. */
export async function signWebhook({ secret, body, ...rest }: Delivery): Promise<Record<string, string>> {
  const { timestamp: t = Math.floor(Date.now() / 1000), headerPrefix = 'Service', eventId = 'evt_local' } = rest;
  const standard = await hmac(keyOf(secret), `${eventId}.${t}.`, body);
  return {
    'content-type': 'application/json',
    [`${headerPrefix}-Signature`]: `t=${t},v1=${hex(await hmac(secret, `${t}.`, body))}`,
    [`${headerPrefix}-Webhook-Id`]: rest.endpointId ?? 'wbk_local',
    [`${headerPrefix}-Event-Id`]: eventId,
    [`${headerPrefix}-Delivery-Id`]: rest.deliveryId ?? 'dlv_local',
    [`${headerPrefix}-Delivery-Attempt`]: String(rest.attempt ?? 1),
    'webhook-id': eventId,
    'webhook-timestamp': String(t),
    'webhook-signature': `v1,${base64(standard)}`,
  };
}

/** The key of Standard Webhooks is the decoded base64 after `whsec_`. */
function keyOf(secret: string): Uint8Array {
  if (!/^whsec_[A-Za-z0-9+/]+=*$/.test(secret)) throw new TypeError('secret must be a signing secret: whsec_…');
  return fromBase64(secret.slice('whsec_'.length));
}
