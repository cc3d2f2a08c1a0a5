import type { WebhookEvent } from '../generated/events.ts';
import { type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from './verify.ts';

export type ReceiverOptions = VerifyOptions & {
  /** The endpoint's signing secret: `whsec_…`. */
  secret: string;
  /**
   * What to do with an event. It comes at least once, so drop what you had before (`event.id`). Once this is done 2xx is
   * answered; when it throws, 500, and the service sends it again.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Told what went wrong, be it a delivery that was refused or what `onEvent` threw. */
  onError?: (error: unknown) => void;
};

export type Reply = { status: number; body: string };

/** What to answer to a delivery. */
export async function receive(options: ReceiverOptions, body: unknown, headers: WebhookHeaders): Promise<Reply> {
  const { secret, onEvent, onError = console.error, ...verifying } = options;
  try {
    const event = await verifyWebhook(body as Uint8Array, headers, secret, verifying);
    await onEvent(event);
    return { status: 200, body: '{"received":true}' };
  } catch (error) {
    onError(error);
    const [status, code] = error instanceof WebhookError ? [400, error.code] : [500, 'handler_failed'];
    return { status, body: JSON.stringify({ error: code }) };
  }
}

/** More than the service ever sends. */
export const BODY_LIMIT = 1024 * 1024;
