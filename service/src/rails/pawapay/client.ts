import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { RailResponse } from '../http.ts';
import type { RailSettings, RailTools } from '../provider.ts';
import { pawapayCountry } from './countries.ts';
import type { PawapayCredentials } from './credentials.ts';
import { signPawapayRequest } from './signature.ts';

/** Calls the API of pawaPay with the account's token. */
export type PawapayClient = {
  get(path: string): Promise<RailResponse>;
  post(path: string, body: unknown): Promise<RailResponse>;
  /** A request that moves money: signed, if the account signs. */
  move(path: string, body: unknown): Promise<RailResponse>;
};

/** A rail at pawaPay, as its operations use it. */
export type PawapayRail = {
  readonly client: PawapayClient;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly currency: string;
  readonly exponent: number;
  readonly credentials: PawapayCredentials;
  now(): number;
};

/** @throws if pawaPay does not serve the country, or the private key cannot be read */
export function openPawapay(settings: RailSettings, tools: RailTools): PawapayRail {
  const credentials = settings.credentials as PawapayCredentials;
  const country = pawapayCountry(settings.country);
  if (country === null) throw new Error(`pawaPay does not serve the country ${settings.country}`);
  const { host: authority, pathname } = new URL(settings.baseUrl);
  const authorization = { authorization: `Bearer ${credentials.api_token}` };
  const contentType = 'application/json';
  const key = credentials.signing && {
    id: credentials.signing.key_id,
    privateKey: readPrivateKey(credentials.signing.private_key),
    encoding: credentials.signing.encoding ?? 'der',
  };
  const send = (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    tools.http({ method: 'POST', path, body, headers: { ...authorization, 'content-type': contentType, ...headers } });
  return {
    client: {
      get: (path) => tools.http({ method: 'GET', path, headers: authorization }),
      post: (path, body) => send(path, JSON.stringify(body), {}),
      move: (path, body) => {
        const text = JSON.stringify(body);
        if (!key) return send(path, text, {});
        const called = { method: 'POST', authority, path: pathname.replace(/\/$/, '') + path, contentType };
        return send(path, text, signPawapayRequest({ ...called, body: Buffer.from(text) }, key, tools.now()));
      },
    },
    country,
    currency: settings.currency,
    exponent: settings.exponent,
    credentials,
    now: tools.now,
  };
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('signing.private_key is not a private key in PEM');
  }
}
