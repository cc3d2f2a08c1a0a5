import { randomUUID } from 'node:crypto';
import { bearerOf } from '../access/authenticate.ts';
import type { People } from '../people/people.ts';
import {
  type AccountRow,
  renewSession,
  revokeSession,
  selectAccount,
  selectOver,
  selectRevokedReason,
} from '../people/store.ts';
import { Refusal } from '../refusal.ts';
import { REFRESH_SECONDS, SESSION_DAYS } from '../tokens/lifetimes.ts';
import { issueTokens } from './start-session.ts';

const REUSED = 'refresh_token_reused';

/**
 * Spends a refresh token for a new pair, until the session's days are over. One that was spent before may be stolen, and whose
 * it is cannot be told: its session ends.
 */
export async function refreshTokens(
  people: People,
  given: { readonly refresh_token?: string },
  authorization: string | undefined,
): Promise<string> {
  const token = given.refresh_token ?? (authorization && bearerOf(authorization));
  if (!token)
    throw new Refusal('missing_credentials', 'Send {"refresh_token": …}, or the token as Authorization: Bearer');
  const verified = await people.tokens.verify('refresh', token);
  if (typeof verified === 'string') throw new Refusal(verified);
  const { account: id, session, id: refreshId } = verified.claims;
  const [account] = await people.db.query<AccountRow>(selectAccount, [id]);
  if (!account || (account.livemode && !people.live)) throw new Refusal('invalid_token');
  if (account.suspended_at) throw new Refusal('account_suspended');

  const next = randomUUID();
  const days = SESSION_DAYS[account.type];
  const renewed = await people.db.query(renewSession, [session, refreshId, next, REFRESH_SECONDS, days]);
  if (renewed.length > 0) return issueTokens(people.tokens, account, { session, refreshId: next });
  if ((await people.db.query(selectOver, [session, id, days])).length > 0) throw new Refusal('token_expired');
  throw await endFamily(people, session, id);
}

async function endFamily(people: People, session: string, account: string): Promise<Refusal> {
  const ended = await people.db.query(revokeSession, [session, account, REUSED]);
  if (ended.length > 0) {
    people.log.warn({ account, session }, 'a refresh token came a second time: its session was ended');
    return new Refusal(REUSED);
  }
  const [known] = await people.db.query<{ revoked_reason: string | null }>(selectRevokedReason, [session, account]);
  return new Refusal(known?.revoked_reason === REUSED ? REUSED : 'invalid_token');
}
