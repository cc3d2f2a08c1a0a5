import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { KeyAuthenticator } from './authenticate-key.ts';

/** Who sends this Authorization header. @throws Refusal 401, with WWW-Authenticate */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** An API key or an access token: a JWT is three parts with dots between them, which no key has. */
export function createAuthenticate(keys: KeyAuthenticator, token: (token: string) => Promise<Caller>): Authenticate {
  return async (authorization) => {
    if (!authorization)
      throw new Refusal('missing_credentials', 'Send Authorization: Bearer <API key or access token>');
    const credential = bearerOf(authorization);
    if (!credential) throw new Refusal('invalid_api_key', 'Send the key as Authorization: Bearer <key>');
    return credential.split('.').length === 3 ? token(credential) : keys.authenticate(credential);
  };
}

export function bearerOf(authorization: string): string | undefined {
  return /^Bearer +([^ ]+)$/i.exec(authorization)?.[1];
}
