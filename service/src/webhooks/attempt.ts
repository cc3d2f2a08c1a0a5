import { signAttempt } from '../core/signature.ts';
import type { ClaimedDelivery } from './queue.ts';
import type { Attempted } from './record.ts';
import type { createOpener } from './secret.ts';
import type { Sender } from './send.ts';

export type AttemptOptions = {
  readonly senders: { readonly test: Sender; readonly live: Sender };
  readonly openSecret: ReturnType<typeof createOpener>;
  readonly headerPrefix: string;
};

/** Signs the stored bytes afresh and sends them. No transaction is open meanwhile. */
export async function attempt(delivery: ClaimedDelivery, options: AttemptOptions): Promise<Attempted> {
  const at = new Date();
  const previous = delivery.old_secret ? options.openSecret(delivery.old_secret) : undefined;
  const requestHeaders = signAttempt({
    secrets: { current: options.openSecret(delivery.secret), previous },
    endpointId: delivery.endpoint_id,
    eventId: delivery.event_id,
    deliveryId: delivery.id,
    attempt: delivery.attempts_made + 1,
    t: Math.floor(at.getTime() / 1000),
    body: delivery.payload,
    headerPrefix: options.headerPrefix,
  });
  const sender = delivery.livemode ? options.senders.live : options.senders.test;
  const outcome = await sender.send({ url: delivery.url, headers: requestHeaders, body: delivery.payload });
  return { delivery, at, requestHeaders, outcome };
}
