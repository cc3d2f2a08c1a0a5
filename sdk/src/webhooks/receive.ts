import type { WebhookEvent } from '../generated/events.ts';
import { type VerifyOptions, verifyWebhook, WebhookError, type WebhookHeaders } from './verify.ts';

export type ReceiverOptions = VerifyOptions & {
  /** The endpoint's signing secret: `whsec_…`. */
  secret: string;
  /**
   * Handles an event. Deliveries are at-least-once, so ignore an `event.id` that you have already handled. The receiver
   * answers 200 when this returns. It answers 500 when this throws, and the service retries the delivery.
   */
  onEvent: (event: WebhookEvent) => unknown;
  /** Called with each error: a refused delivery, or an error that `onEvent` threw. */
  onError?: (error: unknown) => void;
};

export type Reply = { status: number; body: string };

/** Verifies and handles a delivery, and returns the response to send. */
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

/** Larger than any delivery of the service. */
export const BODY_LIMIT = 1024 * 1024;

type Chunks = AsyncIterable<Uint8Array | string>;

/** The same for a body that has not been read yet. */
export async function receiveFrom(options: ReceiverOptions, chunks: Chunks, headers: WebhookHeaders): Promise<Reply> {
  let body: Uint8Array | null;
  try {
    body = await read(chunks);
  } catch (error) {
    // The client disconnected before the end of the body. A rejection here would crash the server: Node and Express 4
    // do not handle it.
    const { onError = console.error } = options;
    onError(error);
    return { status: 400, body: '{"error":"body_incomplete"}' };
  }
  return body ? receive(options, body, headers) : { status: 413, body: '{"error":"body_too_large"}' };
}

/** Returns null when the body is too large. */
async function read(chunks: Chunks): Promise<Uint8Array | null> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    size += bytes.length;
    if (size > BODY_LIMIT) return null;
    all.push(bytes);
  }
  return new Uint8Array(await new Blob(all as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
