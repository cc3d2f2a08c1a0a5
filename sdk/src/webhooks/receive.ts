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

type Chunks = AsyncIterable<Uint8Array | string>;

/** The same of a body that is still to be read. */
export async function receiveFrom(options: ReceiverOptions, chunks: Chunks, headers: WebhookHeaders): Promise<Reply> {
  let body: Uint8Array | null;
  try {
    body = await read(chunks);
  } catch (error) {
    // The sender is gone in the midst of it. Node and Express 4 hear of no rejection: it would end the server.
    const { onError = console.error } = options;
    onError(error);
    return { status: 400, body: '{"error":"body_incomplete"}' };
  }
  return body ? receive(options, body, headers) : { status: 413, body: '{"error":"body_too_large"}' };
}

/** Null: it is too large. */
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
