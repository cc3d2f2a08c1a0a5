import type { Answered, RequestOptions, StreamOptions } from './answer.ts';
import type { Api } from './api.ts';
import { ApiError, ConnectionError, type Refused, RialtoError } from './errors.ts';
import type { WebhookEvent } from './generated/events.ts';
import { List, type Page } from './list.ts';
import { type Operation, queryString } from './operation.ts';
import { parseRetryAfter, waitBeforeRetry } from './retry.ts';
import { readMessages } from './stream.ts';

export type ClientOptions = {
  /** The URL of the service: `https://pay.example`. */
  baseUrl: string;
  /** The maximum number of retries. A call is retried only when a retry cannot execute it twice. Default: 4. */
  maxRetries?: number;
  /**
   * Milliseconds for each attempt; for a file download, the longest pause between two chunks. Default: 30 000, plus
   * time for a large request body.
   */
  timeout?: number;
  /** Replaces the runtime's own `fetch`. */
  fetch?: typeof globalThis.fetch;
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** The prefix of the service's own headers (its setting HEADER_PREFIX). Default: `Service`. */
  headerPrefix?: string;
};

/** The caller: the token to send, and a way to renew it when the service says that it has expired. */
export type Credentials = {
  token(operation: Operation): Promise<string | null>;
  /** Undefined for credentials that do not expire. */
  renew?(refused: string): Promise<string>;
};

type Body = string | Blob | Uint8Array<ArrayBuffer>;
type Attempt = { operation: Operation; url: string; headers: Headers; body: Body | undefined; timeout: number };

/** The service sends a comment every 10 s, so a stream that is silent for 30 s is dead. */
const QUIET = 30_000;
/** Bytes per millisecond on a bad mobile network. Set a longer `timeout` for a slower network. */
const SLOW = 40;
const RENEWABLE = ['token_expired', 'invalid_token'];

/** The service to call, and how to call it. */
type Target = {
  options: ClientOptions;
  credentials: Credentials;
  baseUrl: string;
  fetch: typeof globalThis.fetch;
};

export function createTransport(options: ClientOptions, credentials: Credentials): Api {
  const target: Target = {
    options,
    credentials,
    baseUrl: checkBaseUrl(options.baseUrl),
    // Call fetch as a plain function: browsers and edge runtimes reject a call of it as a method of another object.
    fetch: (...args) => (options.fetch ?? fetch)(...args),
  };
  const send = (operation: Operation, call?: RequestOptions) => sendOperation(target, operation, call);
  return {
    send,
    stream: (operation, call) => streamEvents(target, operation, call),
    list: <T>(operation: Operation, call?: RequestOptions) =>
      new List<T>((page, pageOptions) => send(page, pageOptions) as Promise<Page<T>>, operation, call),
  };
}

async function sendOperation(target: Target, operation: Operation, call: RequestOptions = {}): Promise<unknown> {
  const { options, baseUrl } = target;
  const { body, type } = bodyOf(operation);
  const headers = new Headers({ accept: acceptOf(operation), ...options.headers, ...call.headers });
  if (type) headers.set('content-type', type);
  // All retries of a call use one key.
  if (operation.keyed) headers.set('idempotency-key', keyOf(call));
  const attempt = {
    operation,
    url: `${baseUrl}${operation.path}${queryString(operation.query)}`,
    headers,
    body,
    timeout: call.timeout ?? options.timeout ?? 30_000 + Math.ceil(bytesOf(body) / SLOW),
  };
  return withRetries(target, attempt, call.maxRetries ?? options.maxRetries ?? 4, call.signal);
}

async function withRetries(
  { credentials, fetch }: Target,
  attempt: Attempt,
  retries: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const repeatable = attempt.operation.method !== 'POST' || attempt.operation.keyed === true;
  let renewed = false;
  for (let count = 0; ; count++) {
    signal?.throwIfAborted();
    const token = await until(credentials.token(attempt.operation), signal);
    if (token) attempt.headers.set('authorization', `Bearer ${token}`);
    try {
      return await once(fetch, attempt, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!renewed && token && credentials.renew && error instanceof ApiError && RENEWABLE.includes(error.code)) {
        renewed = true;
        await until(credentials.renew(token), signal);
        count--;
        continue;
      }
      const wait = count < retries ? waitBeforeRetry(failureOf(error), count, repeatable, Math.random) : null;
      if (wait === null) throw withKey(error, attempt.headers);
      await sleep(wait, signal);
    }
  }
}

async function once(fetchNow: typeof fetch, attempt: Attempt, signal?: AbortSignal): Promise<unknown> {
  const { operation, url, headers, body, timeout } = attempt;
  const limit = new AbortController();
  const waiting = () => setTimeout(() => limit.abort(), timeout);
  let timer = waiting();
  const ended = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    const init = { method: operation.method, headers, signal: ended, redirect: 'manual' } as const;
    const response = await fetchNow(url, body === undefined ? init : { ...init, body });
    if (!isFile(operation, response)) return read(operation, response, await response.text());
    // A file can have any length, so each chunk restarts the timer.
    const file = followed(response, () => {
      clearTimeout(timer);
      timer = waiting();
    });
    return operation.answer === 'file' ? await file.blob() : await file.text();
  } catch (cause) {
    if (cause instanceof RialtoError) throw cause;
    signal?.throwIfAborted();
    const [code, why] = limit.signal.aborted
      ? (['timeout', `no response within ${timeout} ms`] as const)
      : (['connection_failed', reason(cause)] as const);
    throw new ConnectionError(code, `${operation.method} ${operation.path}: ${why}`, null, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Reconnects after a lost connection and continues after the last event, until it is aborted or refused. */
async function* streamEvents(
  target: Target,
  operation: Operation,
  call: StreamOptions = {},
): AsyncGenerator<WebhookEvent, void, undefined> {
  let { lastEventId } = call;
  for (let failures = 0; ; ) {
    try {
      const path = call.onResent ? `${operation.path}?resent=true` : operation.path;
      for await (const { id, data, type } of connect(target, { ...operation, path }, lastEventId, call.signal)) {
        failures = 0;
        if (type === 'resent' && data !== null) call.onResent?.(JSON.parse(data));
        else if (data !== null) yield JSON.parse(data);
        else if (id) call.onOpen?.(id);
        lastEventId = id ?? lastEventId;
      }
    } catch (error) {
      call.signal?.throwIfAborted();
      const wait = waitBeforeRetry(failureOf(error), failures++, true, Math.random);
      if (wait === null) throw error;
      call.onLost?.(error);
      await sleep(wait, call.signal);
    }
  }
}

/** One connection to the stream, until it ends or sends nothing for too long. */
async function* connect(
  { options, credentials, baseUrl, fetch }: Target,
  operation: Operation,
  lastEventId: string | undefined,
  signal?: AbortSignal,
) {
  const quiet = new AbortController();
  const listening = () => setTimeout(() => quiet.abort(), QUIET);
  let timer = listening();
  try {
    const token = await credentials.token(operation);
    const headers = new Headers({ accept: 'text/event-stream', ...options.headers });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (lastEventId) headers.set('last-event-id', lastEventId);
    const ends = signal ? AbortSignal.any([signal, quiet.signal]) : quiet.signal;
    const response = await fetch(`${baseUrl}${operation.path}`, { headers, signal: ends });
    if (!response.ok || !response.body) throw errorOf(operation, response, await response.text());
    yield* readMessages(response.body, () => {
      clearTimeout(timer);
      timer = listening();
    });
    throw new ConnectionError('connection_failed', `${operation.path}: the stream ended`);
  } catch (cause) {
    if (cause instanceof RialtoError) throw cause;
    const [code, why] = quiet.signal.aborted
      ? (['timeout', `no data for ${QUIET / 1000} s`] as const)
      : (['connection_failed', reason(cause)] as const);
    throw new ConnectionError(code, `${operation.path}: ${why}`, null, { cause });
  } finally {
    clearTimeout(timer);
    quiet.abort();
  }
}

/** A proxy or a captive portal may answer 200 with HTML. Do not take it for the CSV. */
function isFile({ answer }: Operation, { ok, headers }: Response): boolean {
  return ok && (answer === 'file' || (answer === 'text' && /^text\/csv\b/i.test(headers.get('content-type') ?? '')));
}

/** The same response, with `onBytes` called for each chunk. */
function followed(response: Response, onBytes: () => void): Response {
  if (!response.body) return response;
  const watched = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      onBytes();
      controller.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(watched), response);
}

/** Returns the record of a response, or throws its error. */
function read(operation: Operation, response: Response, text: string): Answered<object> {
  const requestId = response.headers.get('request-id');
  // An empty body is valid only with 204. Elsewhere it means that the body was lost.
  const body = response.status === 204 ? {} : parse(text);
  if (response.ok && !operation.answer && typeof body === 'object' && body !== null) {
    const idempotentReplayed = response.headers.get('idempotent-replayed') === 'true';
    return Object.defineProperties(body, {
      requestId: { value: requestId },
      idempotentReplayed: { value: idempotentReplayed },
    }) as Answered<object>;
  }
  throw errorOf(operation, response, text);
}

function errorOf(operation: Operation, { status, headers }: Response, text: string): Error {
  const retryAfter = parseRetryAfter(headers.get('retry-after'), Date.now());
  const { error } = (parse(text) ?? {}) as { error?: Refused['error'] };
  if (error?.code)
    return new ApiError({ status, error: { ...error, request_id: headers.get('request-id') }, retryAfter });
  // A page of a proxy, or a server that is not Rialto.
  return new UnexpectedAnswer(operation, { status, headers }, text, retryAfter);
}

class UnexpectedAnswer extends ConnectionError {
  readonly status: number;
  readonly retryAfter: number | null;

  constructor(
    { method, path }: Operation,
    { status, headers }: Pick<Response, 'status' | 'headers'>,
    text: string,
    retryAfter: number | null,
  ) {
    const begins = text.replace(/\s+/g, ' ').trim().slice(0, 80);
    super(
      'unexpected_answer',
      `${method} ${path}: ${status} is not a response of Rialto (${begins})`,
      headers.get('request-id'),
    );
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

function failureOf(error: unknown) {
  if (error instanceof ApiError || error instanceof UnexpectedAnswer) {
    return { kind: 'refused', status: error.status, code: error.code, retryAfter: error.retryAfter } as const;
  }
  if (error instanceof ConnectionError) return { kind: 'lost' } as const;
  return { kind: 'refused', status: 0, code: 'unknown', retryAfter: null } as const;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bodyOf({ body, file, method }: Operation): { body: Body | undefined; type?: string } {
  if (file) {
    const bytes = file instanceof Blob ? file : file.bytes;
    return { body: bytes instanceof Uint8Array ? new Uint8Array(bytes) : bytes, type: file.type };
  }
  if (body === undefined || method === 'GET') return { body: undefined };
  return { body: JSON.stringify(body), type: 'application/json' };
}

const bytesOf = (body: Body | undefined) => (body === undefined ? 0 : new Blob([body]).size);

/** A key in the headers counts too: replacing it with a new key would pay twice. */
function keyOf({ idempotencyKey, headers }: RequestOptions): string {
  return idempotencyKey ?? new Headers(headers).get('idempotency-key') ?? crypto.randomUUID();
}

const withKey = (error: unknown, headers: Headers) =>
  error instanceof RialtoError ? Object.assign(error, { idempotencyKey: headers.get('idempotency-key') }) : error;

function acceptOf({ answer }: Operation): string {
  return answer === 'text' ? 'text/csv' : answer === 'file' ? '*/*' : 'application/json';
}

function checkBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `baseUrl must be the URL of the service, such as https://pay.example; got ${JSON.stringify(baseUrl)}`,
    );
  }
  // Accept the URL with the API's path too: the service's banner prints it.
  return baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}

/** Undici reports only "fetch failed"; the reason is in `cause`. */
function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  // OpenSSL's own message is a line of its source code.
  if (cause?.code?.startsWith('ERR_SSL'))
    return `the TLS connection failed (${cause.code}). Should the URL be http://?`;
  return cause?.message || cause?.code || message || 'the connection failed';
}

export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await until(new Promise<void>((resolve) => (timer = setTimeout(resolve, ms))), signal);
  } finally {
    // After an abort the timer would keep the process alive until it fired.
    clearTimeout(timer);
  }
}

/** Stops waiting when the signal is aborted. The work itself continues, because other calls may share it. */
function until<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
