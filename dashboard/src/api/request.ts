import type { Route } from '../../../contract/src/route.ts';
import { addressAt, keyOf, service } from '../page.ts';
import { ApiError, isOfAnother, isSignedOut, Unreachable } from './api-error.ts';
import type { AnswerOf, BodyOf, ParamsOf, PathOf, QueryOf, RouteAt } from './contract.ts';
import { parseJson } from './json.ts';
import { personShown } from './person.ts';

export type Mode = 'test' | 'live';
/** The integration and mode of a request. */
export type World = { readonly integration: string; readonly mode: Mode };

type Details = {
  readonly world?: World | null;
  /** A change keeps its key over all retries. */
  readonly idempotencyKey?: string;
  /** The event after which a stream resumes. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal;
  readonly keepalive?: true;
  /** For any signed-in person, not one in particular. */
  readonly ofAnybody?: true;
  /** Returns the text of a file instead of a record. */
  readonly accept?: 'text/csv' | 'application/pdf' | 'image/png' | 'image/svg+xml';
};
export type RequestOptions<R> = Details & {
  readonly params?: ParamsOf<R>;
  readonly query?: Partial<QueryOf<R>>;
  readonly body?: BodyOf<R>;
};
type AnyOptions = Details & {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  /** Sent as it is, in place of a body. */
  readonly file?: Blob;
};

const BASE = addressAt('/api/v1');
/** The session has ended, and only a password can start another. */
const signedOut = new EventTarget();
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOut.addEventListener('signed-out', listener);
  return () => signedOut.removeEventListener('signed-out', listener);
};

/** The cookie's name contains the base path, because one host may serve several services. */
const SESSION = `rialto${service.base.replace(/[^A-Za-z0-9]+/g, '-')}-session`;

/** Whether there may be a session. Without one, a request would only be refused. */
export const hasSession = (): boolean =>
  document.cookie.split('; ').some((pair) => pair.startsWith(`${SESSION}=`) || pair.startsWith(`__Host-${SESSION}=`));

/** Sends one request of the contract. @throws ApiError, Unreachable */
export const request = <M extends Route['method'], P extends PathOf<M>>(
  method: M,
  path: P,
  options: RequestOptions<RouteAt<M, P>> = {},
): Promise<AnswerOf<RouteAt<M, P>>> => send(method, path, options as AnyOptions) as Promise<AnswerOf<RouteAt<M, P>>>;

/** The same without types, for callers that have their own. */
export async function send(method: string, path: string, options: AnyOptions): Promise<unknown> {
  if (options.accept) return (await exchange(method, path, options)).text();
  // A change is never given up, because it may still be carried out.
  if (method === 'GET') return withinTime(options.signal, (signal) => ask(method, path, { ...options, signal }));
  return ask(method, path, options);
}

const ask = async (method: string, path: string, options: AnyOptions) =>
  readBody(await exchange(method, path, options));

/** A phone that changes cells can leave a dead connection, and a browser would wait for it for minutes. */
const READ_MS = 30_000;

/** @throws Unreachable when the time is over */
async function withinTime<T>(asker: AbortSignal | undefined, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limited = new AbortController();
  // The time limit covers the wait for new tokens too. The refresh itself is not aborted: the old tokens are spent, and
  // the new ones would be lost.
  const over = Promise.withResolvers<never>();
  const giveUp = () => {
    limited.abort(asker?.reason);
    over.reject(limited.signal.reason);
  };
  if (asker?.aborted) giveUp();
  asker?.addEventListener('abort', giveUp);
  const timer = setTimeout(giveUp, READ_MS);
  try {
    return await Promise.race([read(limited.signal), over.promise]);
  } catch (error) {
    throw limited.signal.aborted && !asker?.aborted ? new Unreachable() : error;
  } finally {
    clearTimeout(timer);
    asker?.removeEventListener('abort', giveUp);
  }
}

/** Returns the body of an answer that does not end. @throws ApiError, Unreachable */
export async function openStream(path: PathOf<'GET'>, options: Details): Promise<ReadableStream<Uint8Array>> {
  return (await exchange('GET', path, options)).body!;
}

/** Returns a file. @throws ApiError, Unreachable */
export const download = async (path: PathOf<'GET'>, options: AnyOptions): Promise<Blob> =>
  (await exchange('GET', path, options)).blob();

/**
 * A request that sets cookies waits for a refresh in flight. Otherwise the refresh's late answer would restore the
 * previous session.
 */
const SIGNS_IN = /^\/auth\/.*(login|verify|accept)$/;

async function exchange(method: string, path: string, options: AnyOptions): Promise<Response> {
  const send = () => fetchOnce(method, address(path, options.params, options.query), options);
  const once = SIGNS_IN.test(path) ? () => navigator.locks.request(REFRESH, send) : send;
  const tokens = tokensNow();
  const first = await once();
  if (first.ok) return first;
  const refused = await errorOf(first);
  if (!isSignedOut(refused)) throw refused;
  const second = !isOfAnother(refused) && (await refresh(tokens)) ? await once() : null;
  if (second?.ok) return second;
  const error = second ? await errorOf(second) : refused;
  if (isSignedOut(error)) signedOut.dispatchEvent(new Event('signed-out'));
  throw error;
}

const errorOf = async (response: Response) =>
  new ApiError(response, (await readBody(response)) as ConstructorParameters<typeof ApiError>[1]);

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return isJson && text !== '' ? parseJson(text) : undefined;
}

/** The headers of every request: the session in cookies, the person of this page, and the integration. */
export function sessionHeaders({ world, ofAnybody }: Pick<Details, 'world' | 'ofAnybody'>): Record<string, string> {
  const person = ofAnybody ? null : personShown();
  return {
    [`${service.prefix}-Session`]: 'cookie',
    ...(person ? { [`${service.prefix}-Person`]: person } : {}),
    ...(world ? { [`${service.prefix}-Integration`]: world.integration, [`${service.prefix}-Mode`]: world.mode } : {}),
  };
}

async function fetchOnce(method: string, url: string, options: AnyOptions): Promise<Response> {
  const { idempotencyKey, lastEventId, signal, keepalive = false, accept, body, file } = options;
  try {
    return await fetch(url, {
      method,
      signal: signal ?? null,
      keepalive,
      headers: {
        ...sessionHeaders(options),
        ...(accept ? { Accept: accept } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(file ? { 'Content-Type': file.type } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file ? { body: file } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
}

/** Changes with each refresh in any tab. It represents the tokens, which no script can read. */
const TOKENS = keyOf('rialto-tokens');
const REFRESH = keyOf('rialto-refresh');
const tokensNow = () => localStorage.getItem(TOKENS);

/**
 * A refresh token works once, and a second use ends the session. So tabs take turns, and a tab that waited already has
 * the new tokens. The request outlives its page: otherwise closing the page would lose the new tokens after the old
 * ones are spent.
 * @param used the tokens that had expired
 * @returns whether there may be new tokens; false if someone has to sign in
 */
function refresh(used: string | null): Promise<boolean> {
  return navigator.locks.request(REFRESH, async () => {
    if (tokensNow() !== used) return true;
    const response = await fetchOnce('POST', `${BASE}/auth/refresh`, { body: {}, keepalive: true });
    // A service that is busy or starting says nothing about the session.
    if (response.status === 429 || response.status >= 500) throw new ApiError(response, undefined);
    if (response.ok) localStorage.setItem(TOKENS, newIdempotencyKey());
    return response.ok;
  });
}

export function address(path: string, params: object | undefined, query: object | undefined): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return `${BASE}${filled}${text ? `?${text}` : ''}`;
}

export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
