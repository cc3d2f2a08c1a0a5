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

/** One call of one API operation. */
export type Operation = {
  method: string;
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  file?: Upload;
  /** The operation accepts an Idempotency-Key, so the request may be retried. */
  keyed?: boolean;
  /** The kind of response, where it is not JSON. */
  answer?: 'text' | 'file';
};

/** An empty id would request the list instead of the record; `.` and `..` would request a parent path. */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    const got = typeof value === 'string' ? `'${value}'` : typeof value;
    throw new TypeError(`${name} must be the id of a record, a string; got ${got}`);
  }
  return encodeURIComponent(value);
}

/** `{ created_at: { gte } }` becomes `created_at[gte]`. Undefined values are left out. */
export function queryString(query: object = {}): string {
  const parameters = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return;
    if (value instanceof Date) parameters.append(name, value.toISOString());
    else if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
    } else parameters.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
