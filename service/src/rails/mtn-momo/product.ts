import type { Fault } from '../../core/payment.ts';
import type { RailHttp, RailRequest } from '../http.ts';
import { cacheToken, readLifeMs, type Token } from '../tokens.ts';

export type MtnKeys = { readonly subscription_key: string; readonly api_user: string; readonly api_key: string };

export type MtnReply =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown }
  /** Certain: the provider has not taken the request. */
  | { readonly kind: 'not_taken'; readonly why: string; readonly fault?: Fault; readonly retryAfterMs?: number }
  | { readonly kind: 'unknown'; readonly why: string };

/** Calls one product with its own subscription key, API user and token. */
export type MtnProduct = (request: Pick<RailRequest, 'method' | 'path' | 'headers' | 'body'>) => Promise<MtnReply>;

type NotSent = Extract<MtnReply, { kind: 'not_taken' }>;

/** A token lives for 3 600 s. */
const EARLY_MS = 60_000;

/** @param product the first part of its paths: 'collection' or 'disbursement' */
export function openMtnProduct(product: string, keys: MtnKeys, environment: string, http: RailHttp): MtnProduct {
  const subscription = { 'ocp-apim-subscription-key': keys.subscription_key };
  const basic = Buffer.from(`${keys.api_user}:${keys.api_key}`).toString('base64');

  const fetchToken = async (): Promise<Token | NotSent> => {
    // The last slash counts, and a body is one cause of a 400.
    const path = `/${product}/token/`;
    const answer = await http({ method: 'POST', path, headers: { ...subscription, authorization: `Basic ${basic}` } });
    if (answer.kind !== 'answered') return notSent(answer);
    const { access_token: value, expires_in: life } = (answer.json ?? {}) as Record<string, unknown>;
    if (answer.status === 200 && typeof value === 'string') return { value, lifeMs: readLifeMs(life) };
    return { kind: 'not_taken', why: `the token endpoint answered ${answer.status}`, ...faultOf(answer.status) };
  };
  const tokens = cacheToken(fetchToken, EARLY_MS);

  const send = async (request: Parameters<MtnProduct>[0]): Promise<MtnReply & { token?: string }> => {
    const token = await tokens.get();
    if (typeof token !== 'string') return token;
    const answer = await http({
      ...request,
      path: `/${product}${request.path}`,
      headers: {
        ...subscription,
        authorization: `Bearer ${token}`,
        'x-target-environment': environment,
        ...request.headers,
      },
    });
    if (answer.kind === 'not_taken') return notSent(answer);
    if (answer.kind === 'unknown') return { kind: 'unknown', why: answer.why };
    return { kind: 'answered', status: answer.status, json: answer.json, token };
  };

  return async (request) => {
    const first = await send(request);
    if (first.kind !== 'answered' || first.status !== 401) return refusalOf(first);
    // The provider may end a token early. A 401 has no effect, so the same request is repeated once.
    tokens.discard(first.token!);
    return refusalOf(await send(request));
  };
}

/** A firewall's empty 200 has no token either, and does not mean that the provider refuses the account. */
function faultOf(status: number): { fault?: Fault } {
  if (status < 300 || status >= 500) return {};
  return { fault: status === 401 ? 'credentials' : 'setup' };
}

/** Refused keys, and an address that is not on the provider's list, concern all records of the rail. */
function refusalOf(reply: MtnReply): MtnReply {
  if (reply.kind !== 'answered' || (reply.status !== 401 && reply.status !== 403)) return reply;
  return { kind: 'not_taken', why: `the provider answered ${reply.status}`, ...faultOf(reply.status) };
}

function notSent(answer: { readonly why: string; readonly retryAfterMs?: number | null }): NotSent {
  const { why, retryAfterMs } = answer;
  return { kind: 'not_taken', why, ...(retryAfterMs ? { retryAfterMs } : {}) };
}
