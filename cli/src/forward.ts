import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook, type WebhookEvent } from '../../sdk/src/rialto.ts';

export type Forwarded = {
  readonly event: WebhookEvent;
  /** Null without a response. */
  readonly status: number | null;
  readonly error?: string;
  readonly duration: number;
  readonly attempt: number;
};

type Options = {
  readonly url: string;
  readonly secret: string;
  readonly headerPrefix?: string | undefined;
  readonly signal: AbortSignal;
  readonly onWait: (what: string) => void;
};

/** A response other than 2xx is retried, as the service does, but sooner. */
const WAITS = [1_000, 2_000];
const TIMEOUT = 10_000;

/**
 * Forwards one event to the local program. It waits while nothing listens there, because developers restart their
 * programs.
 */
export async function forward(event: WebhookEvent, options: Options): Promise<Forwarded> {
  let attempt = 1;
  for (let refused = 0; ; ) {
    const outcome = await post(event, attempt, options);
    if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) return outcome;
    if (outcome.status === null && outcome.error === 'refused') {
      if (refused++ === 0) options.onWait(`Nothing listens at ${options.url}; ${event.type} waits.`);
      await sleep(Math.min(250 * refused, 2_000), undefined, { signal: options.signal });
      continue;
    }
    const wait = WAITS[attempt - 1];
    if (wait === undefined) return outcome;
    options.onWait(`${event.type} ${describe(outcome)}; retrying.`);
    await sleep(wait, undefined, { signal: options.signal });
    attempt++;
  }
}

const describe = ({ status, error }: Forwarded) =>
  status === null ? `got no response (${error})` : `got status ${status}`;

async function post(
  event: WebhookEvent,
  attempt: number,
  { url, secret, headerPrefix, signal }: Options,
): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const prefix = headerPrefix ? { headerPrefix } : {};
  const headers = await signWebhook({ secret, body, eventId: event.id, attempt, ...prefix });
  const began = performance.now();
  const done = (status: number | null, error?: string): Forwarded => {
    const duration = Math.round(performance.now() - began);
    return { event, status, duration, attempt, ...(error ? { error } : {}) };
  };
  try {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: ends });
    await response.arrayBuffer();
    return done(response.status);
  } catch (error) {
    signal.throwIfAborted();
    return done(
      null,
      isRefused(error) ? 'refused' : (error as Error).name === 'TimeoutError' ? 'no response within 10 s' : 'cut',
    );
  }
}

/** For a host name with several addresses, each address has its own error. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  return cause?.code === 'ECONNREFUSED' || cause?.errors?.some(({ code }) => code === 'ECONNREFUSED') === true;
}
