import { signAttempt } from '../core/signature.ts';
import type { ClaimedDelivery } from '../events/local-deliveries.ts';
import { INBOX_URL } from '../events/open-inbox.ts';
import type { TraceSpan, Tracing } from '../tracing/span.ts';
import { maskHeaders, openHeaders } from './own-headers.ts';
import { inboxReceiver } from './receive-in-inbox.ts';
import type { createOpener } from './secret.ts';
import { hasSucceeded, type Outcome, type Sender } from './send.ts';

export type AttemptOptions = {
  readonly senders: { readonly test: Sender; readonly live: Sender };
  readonly openSecret: ReturnType<typeof createOpener>;
  readonly headerPrefix: string;
  readonly userAgent: string;
  /** Undefined if traces are off. */
  readonly tracing?: Tracing | undefined;
};

export type Attempted = {
  readonly delivery: ClaimedDelivery;
  readonly at: Date;
  readonly requestHeaders: Record<string, string>;
  readonly outcome: Outcome;
};

/** HTTP itself adds Host, Connection and Content-Length to these headers and the signature's. */
const fixedHeadersOf = (userAgent: string) => ({
  'content-type': 'application/json',
  'user-agent': userAgent,
});

/** Signs the stored bytes again and sends them. No transaction is open meanwhile. */
export async function attempt(delivery: ClaimedDelivery, options: AttemptOptions): Promise<Attempted> {
  const at = new Date();
  const previous = delivery.old_secret ? options.openSecret(delivery.old_secret) : undefined;
  const body = Buffer.from(delivery.payload);
  const signature = signAttempt({
    secrets: { current: options.openSecret(delivery.secret), previous },
    endpointId: delivery.endpoint_id,
    eventId: delivery.event_id,
    deliveryId: delivery.id,
    attempt: delivery.attempts_made + 1,
    t: Math.floor(at.getTime() / 1000),
    body,
    headerPrefix: options.headerPrefix,
  });
  const own = delivery.headers && openHeaders(delivery.headers, options.openSecret, delivery.endpoint_id);
  const span = startSpan(delivery, options.tracing);
  const traced: Record<string, string> = span ? { traceparent: span.traceparent } : {};
  const ours = { ...fixedHeadersOf(options.userAgent), ...signature, ...traced };
  const sender = senderOf(delivery, options);
  const headers = own ? { ...own, ...ours } : ours;
  const outcome = await sender.send({ url: delivery.url, headers, body });
  if (span) endSpan(span, outcome);
  const requestHeaders = own ? { ...maskHeaders(Object.keys(own)), ...ours } : ours;
  return { delivery, at, requestHeaders, outcome };
}

/** Only test worlds have an inbox, so a live delivery is not compared with it. */
function senderOf({ livemode, url, secret }: ClaimedDelivery, options: AttemptOptions): Pick<Sender, 'send'> {
  if (livemode) return options.senders.live;
  if (url !== INBOX_URL) return options.senders.test;
  return inboxReceiver(options.openSecret(secret), options.headerPrefix);
}

/** One span for each attempt, in the trace of the request behind the event. The URL is not in it. */
function startSpan(delivery: ClaimedDelivery, tracing: Tracing | undefined): TraceSpan | null {
  if (!tracing || delivery.traceparent === null) return null;
  return tracing.startFor('webhook delivery', 'client', delivery.traceparent, {
    'http.request.method': 'POST',
    'rialto.event': delivery.event_id,
    'rialto.delivery': delivery.id,
    'rialto.endpoint': delivery.endpoint_id,
    'rialto.attempt': delivery.attempts_made + 1,
  });
}

function endSpan(span: TraceSpan, outcome: Outcome): void {
  const { responseStatus: status, error } = outcome;
  span.end({
    ...(status === null ? {} : { 'http.response.status_code': status }),
    ...(hasSucceeded(outcome) ? {} : { 'error.type': error?.class ?? `${status}` }),
  });
}
