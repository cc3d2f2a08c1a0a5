import type { NotTaken } from '../../core/payment.ts';
import type { RailTools } from '../provider.ts';
import { cacheToken, readLifeMs, type Token } from '../tokens.ts';
import type { DarajaCredentials } from './credentials.ts';
import { type ErrorBody, type HttpVerdict, httpVerdict, readErrorBody } from './http-errors.ts';

/** The documentation gives a token 3 599 s. */
const EARLY_MS = 60_000;
/** The provider publishes no rate; a spike arrest ends after some seconds. */
const BACK_OFF_MS = 5_000;
const TOKEN_PATH = '/oauth/v1/generate?grant_type=client_credentials';

export type DarajaReply =
  | { readonly is: 'ok'; readonly body: Readonly<Record<string, unknown>> }
  | NotTaken
  | {
      readonly is: 'error';
      readonly verdict: Exclude<HttpVerdict, 'token' | 'set_up' | 'not_taken' | 'unknown'>;
      readonly error: ErrorBody;
    }
  | { readonly is: 'unknown' };

/** Posts JSON with a valid token. */
export type DarajaCall = (path: string, body: object) => Promise<DarajaReply>;

export const isNotTaken = (reply: DarajaReply): reply is NotTaken => 'state' in reply;

const notTaken = (why: string, more: Pick<NotTaken, 'fault' | 'retryAfterMs'> = {}): NotTaken => ({
  state: 'not_taken',
  why,
  ...more,
});

export function openDarajaApi({ http }: RailTools, credentials: DarajaCredentials): DarajaCall {
  const basic = Buffer.from(`${credentials.consumer_key}:${credentials.consumer_secret}`).toString('base64');

  const fetchToken = async (): Promise<Token | NotTaken> => {
    const answer = await http({ method: 'GET', path: TOKEN_PATH, headers: { authorization: `Basic ${basic}` } });
    if (answer.kind === 'unknown') return notTaken(`no access token: ${answer.why}`);
    if (answer.kind === 'not_taken') return notTaken(answer.why, waiting(answer.retryAfterMs));
    const { access_token: value, expires_in: expiresIn } = (answer.json ?? {}) as Record<string, unknown>;
    if (answer.status === 200 && typeof value === 'string') return { value, lifeMs: readLifeMs(expiresIn) };
    const error = readErrorBody(answer.json);
    const why = `no access token: ${error?.errorMessage || `HTTP ${answer.status}`}`;
    if (error && httpVerdict(answer.status, error) === 'not_taken') return notTaken(why, waiting(null));
    // A firewall's empty 200 has no token either, and does not mean that the keys are refused.
    const isRefusal = answer.status >= 300 && answer.status < 500;
    return notTaken(why, isRefusal ? { fault: 'credentials' } : {});
  };
  const tokens = cacheToken<NotTaken>(fetchToken, EARLY_MS);

  const post = async (path: string, body: object, isRepeat: boolean): Promise<DarajaReply> => {
    const token = await tokens.get();
    if (typeof token !== 'string') return token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await http({ method: 'POST', path, headers, body: JSON.stringify(body) });
    if (answer.kind === 'not_taken') return notTaken(answer.why, waiting(answer.retryAfterMs));
    if (answer.kind === 'unknown') return { is: 'unknown' };
    const { status, json } = answer;
    if (status >= 200 && status < 300)
      return typeof json === 'object' && json !== null
        ? { is: 'ok', body: json as Record<string, unknown> }
        : { is: 'unknown' };
    const error = readErrorBody(json);
    if (!error) return { is: 'unknown' };
    const verdict = httpVerdict(status, error);
    if (verdict === 'token') {
      tokens.discard(token);
      if (!isRepeat) return post(path, body, true);
      return notTaken(`a fresh access token was refused: ${error.errorMessage}`, { fault: 'credentials' });
    }
    return replyTo(verdict, error, path);
  };
  return (path, body) => post(path, body, false);
}

const waiting = (retryAfterMs: number | null) => ({ retryAfterMs: retryAfterMs ?? BACK_OFF_MS });

function replyTo(verdict: Exclude<HttpVerdict, 'token'>, error: ErrorBody, path: string): DarajaReply {
  if (verdict === 'unknown') return { is: 'unknown' };
  if (verdict === 'not_taken') return notTaken(error.errorMessage, waiting(null));
  if (verdict !== 'set_up') return { is: 'error', verdict, error };
  const fault = /credential|initiator|authentication/i.test(error.errorMessage) ? 'credentials' : 'setup';
  // The path names the product, which the app may lack.
  return notTaken(`${path}: ${error.errorCode} ${error.errorMessage}`, { fault });
}
