import { Refusal } from '../refusal.ts';

type Code =
  | 'missing_credentials'
  | 'invalid_api_key'
  | 'api_key_revoked'
  | 'invalid_token'
  | 'token_expired'
  | 'refresh_token_reused';

/** 401 as RFC 6750 has it: without an error code where nothing was sent. */
export function unauthorized(code: Code, message?: string): Refusal {
  const challenge = code === 'missing_credentials' ? 'Bearer' : 'Bearer error="invalid_token"';
  return new Refusal(code, message, { headers: { 'WWW-Authenticate': challenge } });
}
