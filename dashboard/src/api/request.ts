import type { Route } from '../../../contract/src/route.ts';
import { service } from '../page.ts';
import { ApiError, Unreachable } from './api-error.ts';
import type { AnswerOf, BodyOf, ParamsOf, PathOf, QueryOf, RouteAt } from './contract.ts';
import { parseJson } from './json.ts';

export type Mode = 'test' | 'live';
/** Whose records are asked for. */
export type World = { readonly integration: string; readonly mode: Mode };

type Details = {
  readonly world?: World | null;
  /** Of a change: the same one each time that it is tried. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** A file instead of a record: its text is the answer. */
  readonly accept?: 'text/csv';
};
export type RequestOptions<R> = Details & {
  readonly params?: ParamsOf<R>;
  readonly query?: Partial<QueryOf<R>>;
  readonly body?: BodyOf<R>;
};
type AnyOptions = Details & { readonly params?: object; readonly query?: object; readonly body?: unknown };

const BASE = '/api/v1';
/** Nobody is signed in any more, nor can be without a password. */
const signedOut = new EventTarget();
export const onSignedOut = (listener: () => void): (() => void) => {
  signedOut.addEventListener('signed-out', listener);
  return () => signedOut.removeEventListener('signed-out', listener);
};

/** One request of the contract. @throws ApiError, Unreachable */
export const request = <M extends Route['method'], P extends PathOf<M>>(
  method: M,
  path: P,
  options: RequestOptions<RouteAt<M, P>> = {},
): Promise<AnswerOf<RouteAt<M, P>>> => send(method, path, options as AnyOptions) as Promise<AnswerOf<RouteAt<M, P>>>;

/** The same, where the types are known further up. */
export async function send(method: string, path: string, options: AnyOptions): Promise<unknown> {
  const once = () => fetchOnce(method, address(path, options.params, options.query), options);
  let response = await once();
  if (response.status === 401 && !path.startsWith('/auth/') && (await refresh())) response = await once();
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const body = isJson && text !== '' ? parseJson(text) : undefined;
  if (response.ok) return options.accept ? text : body;
  if (response.status === 401 && !path.startsWith('/auth/')) signedOut.dispatchEvent(new Event('signed-out'));
  throw new ApiError(response, body as ConstructorParameters<typeof ApiError>[1]);
}

async function fetchOnce(method: string, url: string, options: AnyOptions): Promise<Response> {
  const { world, idempotencyKey, signal, accept, body } = options;
  try {
    return await fetch(url, {
      method,
      signal: signal ?? null,
      headers: {
        [`${service.prefix}-Session`]: 'cookie',
        ...(world
          ? { [`${service.prefix}-Integration`]: world.integration, [`${service.prefix}-Mode`]: world.mode }
          : {}),
        ...(accept ? { Accept: accept } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable();
  }
}

let refreshing: Promise<boolean> | null = null;

/** A refresh token is good once, so those that found their token too old wait for one and the same. */
function refresh(): Promise<boolean> {
  refreshing ??= fetchOnce('POST', `${BASE}/auth/refresh`, { body: {} })
    .then(
      ({ ok }) => ok,
      () => false,
    )
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

function address(path: string, params: object | undefined, query: object | undefined): string {
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
