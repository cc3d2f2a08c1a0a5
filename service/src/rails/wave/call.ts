import type { NotTaken } from '../../core/payment.ts';
import type { RailHttp, RailResponse } from '../http.ts';
import { readWaveError } from './codes.ts';
import type { WaveCredentials } from './credentials.ts';
import { waveSignature } from './signature.ts';

/** Sends one request to Wave, with the wallet's key. */
export type WaveCall = (
  method: 'GET' | 'POST',
  path: string,
  options?: {
    readonly body?: object;
    /** The idempotency key, at most 255 characters. */
    readonly key?: string;
    readonly mostBytes?: number;
  },
) => Promise<RailResponse>;

/** A page of transactions has some hundred bytes for each row. */
export const LIST_BYTES = 4 * 1024 * 1024;

/** A signed request carries the real time: Wave refuses an old one. */
export function waveCall(http: RailHttp, credentials: WaveCredentials): WaveCall {
  const { api_key: apiKey, signing_secret: secret } = credentials;
  return (method, path, { body, key, mostBytes } = {}) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` };
    if (text !== undefined) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    if (secret !== undefined) headers['wave-signature'] = waveSignature(secret, nowSeconds(), text ?? '');
    return http({
      method,
      path,
      headers,
      ...(text === undefined ? {} : { body: text }),
      ...(mostBytes === undefined ? {} : { mostBytes }),
    });
  };
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** @returns the fault if Wave refused our key, our signature or our wallet; null otherwise */
export function refusedKey(response: RailResponse): NotTaken | null {
  if (response.kind !== 'answered' || (response.status !== 401 && response.status !== 403)) return null;
  const code = readWaveError(response.json)?.code ?? response.status;
  return { state: 'not_taken', fault: 'credentials', why: `Wave refused the key: ${code}` };
}

/** An answer of HTTP, for a function that cannot say that an outcome is unknown. */
export function whyNoAnswer(response: RailResponse): string {
  return response.kind === 'answered' ? `Wave answered ${response.status}` : response.why;
}
