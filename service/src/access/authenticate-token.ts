import { hash } from 'node:crypto';
import type { Scope } from '../../../contract/src/route.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { SessionRow, Sessions } from './sessions.ts';
import { isOver, type Tokens, type Verified } from './tokens/tokens.ts';

const MAX_KNOWN = 100_000;
const noScopes: ReadonlySet<Scope> = new Set();

export type TokenAuthenticatorOptions = {
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  /** Whether this deployment has a live world. */
  readonly live: boolean;
};

/**
 * Finds the caller of an access token. The signature is verified once. The session is read each time, so a logout or a
 * suspension stops a token that has not expired.
 */
export function createTokenAuthenticator(
  { tokens, sessions, live }: TokenAuthenticatorOptions,
  now: () => number = Date.now,
): (token: string) => Promise<Caller> {
  const known = new Map<string, Verified>();
  const verify = async (token: string): Promise<Verified> => {
    const name = hash('sha256', token, 'base64');
    const before = known.get(name);
    if (before) return before;
    const verified = await tokens.verify('access', token);
    if (typeof verified === 'string') throw new Refusal(verified);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, verified);
    return verified;
  };

  return async (token) => {
    const { claims, expiresAt } = await verify(token);
    if (isOver('access', expiresAt, now())) throw new Refusal('token_expired');
    const session = await sessions.find(claims.session);
    if (!session || session.account_id !== claims.account || session.revoked_at) throw new Refusal('invalid_token');
    if (session.expires_at.getTime() <= now()) throw new Refusal('token_expired');
    if (session.livemode && !live) throw new Refusal('invalid_token');
    if (session.suspended_at) throw new Refusal('account_suspended');
    return toCaller(session);
  };
}

function toCaller(session: SessionRow): Caller {
  const { type, account_id: id, identifier, role } = session;
  const hasSecondFactor = session.two_factor === 'sms' || session.two_factor === 'totp';
  return {
    kind: type,
    id,
    world: session.world,
    livemode: session.livemode ?? false,
    owner: ownerOf(session),
    scopes: noScopes,
    person: { id, type, session: session.id, identifier, role, hasSecondFactor },
  };
}

function ownerOf({ type, account_id: id, merchant_id: merchant }: SessionRow): Caller['owner'] {
  if (type === 'customer') return { type, id };
  if (type === 'merchant' && merchant) return { type, id: merchant };
  // Matches no wallets, including those without a merchant.
  return { type: 'none', id: '' };
}
