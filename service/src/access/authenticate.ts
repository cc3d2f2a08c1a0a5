import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { KeyAuthenticator } from './authenticate-key.ts';

/** Finds the caller of an Authorization header. @throws Refusal 401, with WWW-Authenticate */
export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

/** Takes an API key or an access token. A JWT has three parts separated by dots, and a key has no dots. */
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
