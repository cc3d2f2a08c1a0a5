import type { WebhookEvent } from './generated/events.ts';

/**
 * A response. Quote its `requestId` when you ask for help. Both added properties are not enumerable, so a record keeps
 * exactly the fields that the service sent.
 */
export type Answered<T> = T & {
  readonly requestId: string | null;
  /** True for the stored response to an earlier request with the same Idempotency-Key. */
  readonly idempotentReplayed: boolean;
};

export type RequestOptions = {
  /**
   * Default: a new UUID for each call, reused by its retries. Store your own key with an order that you may send again.
   */
  idempotencyKey?: string;
  /** Aborts the call at any point, including its waits between retries. */
  signal?: AbortSignal;
  /**
   * Milliseconds for each attempt; for a file download, the longest pause between two chunks. Default: the client's.
   */
  timeout?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
};

export type StreamOptions = {
  /** The id of the last event that you received. The stream starts right after it. Default: start now. */
  lastEventId?: string;
  /** Closes the stream. */
  signal?: AbortSignal;
  /**
   * Called on each connection with the `lastEventId` from which the stream continues. Use it to know that the stream is
   * open: the first event may arrive much later.
   */
  onOpen?: (lastEventId: string) => void;
  /**
   * Called with each resent event. A resent event is older than the stream's position and does not change that
   * position.
   */
  onResent?: (event: WebhookEvent) => void;
  /** Called each time the connection is lost. The stream reconnects by itself. */
  onLost?: (error: unknown) => void;
};

/** A file: a Blob, which carries its media type, or bytes with their media type. */
export type Upload = Blob | { type: string; bytes: Uint8Array | string | Blob };
