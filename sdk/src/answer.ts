import type { WebhookEvent } from './generated/events.ts';

/** What was answered. `requestId` is what to quote when something is wrong; it is not enumerable, so records stay as they came. */
export type Answered<T> = T & {
  readonly requestId: string | null;
  /** This is the stored answer of an earlier request with the same Idempotency-Key. */
  readonly idempotentReplayed: boolean;
};

export type RequestOptions = {
  /** Default: a fresh UUID for each call, kept across its retries. Keep one of your own with an order that may be sent again. */
  idempotencyKey?: string;
  /** Ends the call, whatever it waits for. */
  signal?: AbortSignal;
  /** Milliseconds for each attempt, or for each silence while a file comes. Default: the client's. */
  timeout?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
};

export type StreamOptions = {
  /** The last event that you have: what came after it comes first. Default: begin now. */
  lastEventId?: string;
  /** Ends the stream. */
  signal?: AbortSignal;
  /** Told that there is a connection, each time, and the `lastEventId` from which it goes on: the first event may be long in coming. */
  onOpen?: (lastEventId: string) => void;
  /** Given each event that somebody resends, beside those of the stream: it happened before, and moves no place. */
  onResent?: (event: WebhookEvent) => void;
  /** Told that the connection was lost, each time: the stream goes on by itself. */
  onLost?: (error: unknown) => void;
};

/** A file as it is: a Blob, which has its type, or bytes and what they are. */
export type Upload = Blob | { type: string; bytes: Uint8Array | string | Blob };

/** One call of one operation of the interface. */
export type Operation = {
  method: string;
  path: string;
  query?: object | undefined;
  body?: object | undefined;
  file?: Upload;
  /** It takes an Idempotency-Key, so it may be sent again. */
  keyed?: boolean;
  /** What the answer is, where it is not JSON. */
  answer?: 'text' | 'file';
};

/** An empty id would ask for the list in the place of the record, and dots for what is above it. */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
    const got = typeof value === 'string' ? `'${value}'` : typeof value;
    throw new TypeError(`${name} must be the id of a record, a string; got ${got}`);
  }
  return encodeURIComponent(value);
}

/** `{ created_at: { gte } }` is `created_at[gte]` on the wire; what is undefined is left out. */
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
