import { errors, jwtVerify, SignJWT } from 'jose';
import { type AccountType, accountTypes } from '../../../../contract/src/route.ts';
import { ACCESS_SECONDS, REFRESH_SECONDS } from './lifetimes.ts';
import type { SigningKeys } from './signing-keys.ts';

/**
 * The RFC 9068 type for access tokens. Refresh tokens have a different type, so that neither is accepted as the other.
 */
const types = { access: 'at+jwt', refresh: 'rt+jwt' } as const;
export type TokenUse = keyof typeof types;
const lifetimes = { access: ACCESS_SECONDS, refresh: REFRESH_SECONDS };
const AUDIENCE = 'rialto';

export type Claims = {
  /** usr_…, dev_…, opr_… */
  readonly account: string;
  readonly type: AccountType;
  readonly session: string;
  /** The token's own id. Only the newest refresh token of a session is valid. */
  readonly id: string;
  /** Null for developers and operators. */
  readonly livemode: boolean | null;
};

export type Verified = { readonly claims: Claims; readonly expiresAt: number };
export type NotVerified = 'invalid_token' | 'token_expired';

export type Tokens = {
  /**
   * `issuedAt`: seconds since 1970, to sign an earlier token again. EdDSA is deterministic, so the result is the same
   * token.
   */
  sign(use: TokenUse, claims: Claims, issuedAt?: number): Promise<string>;
  verify(use: TokenUse, token: string): Promise<Verified | NotVerified>;
};

/** How much longer than its lifetime a token may appear to last, for clocks that differ or were set. */
const AHEAD_MS = 3_600_000;

/**
 * Whether the token has expired. A token with more time left than its lifetime counts as expired too: the clock that
 * made it was ahead, perhaps by a month, and it would stay valid as long.
 */
export function isOver(use: TokenUse, expiresAt: number, now: number): boolean {
  return expiresAt <= now || expiresAt > now + lifetimes[use] * 1000 + AHEAD_MS;
}

/** JWTs signed with EdDSA (RFC 8037), with the key's id in the header. `issuer`: the service's public URL. */
export function createTokens(keys: SigningKeys, issuer: string, now: () => number = Date.now): Tokens {
  return {
    sign: async (use, { account, type, session, id, livemode }, issuedAt = Math.floor(now() / 1000)) => {
      const { kid, privateKey } = await keys.current();
      return new SignJWT({ sid: session, account_type: type, livemode })
        .setProtectedHeader({ alg: 'EdDSA', typ: types[use], kid })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(account)
        .setJti(id)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + lifetimes[use])
        .sign(privateKey);
    },
    verify: async (use, token) => {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid }) => {
            const key = typeof kid === 'string' ? await keys.find(kid) : null;
            if (!key) throw new errors.JWKSNoMatchingKey();
            return key;
          },
          { algorithms: ['EdDSA'], typ: types[use], issuer, audience: AUDIENCE, currentDate: new Date(now()) },
        );
        const { sub, sid, jti, exp, account_type: type, livemode } = payload;
        if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return 'invalid_token';
        if (typeof exp !== 'number' || !accountTypes.includes(type as AccountType)) return 'invalid_token';
        if (isOver(use, exp * 1000, now())) return 'token_expired';
        const mode = typeof livemode === 'boolean' ? livemode : null;
        const claims = { account: sub, type: type as AccountType, session: sid, id: jti, livemode: mode };
        return { claims, expiresAt: exp * 1000 };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return 'token_expired';
        if (error instanceof errors.JOSEError || error instanceof TypeError) return 'invalid_token';
        throw error;
      }
    },
  };
}
