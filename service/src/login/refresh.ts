import { randomUUID } from 'node:crypto';
import { bearerOf } from '../access/authenticate.ts';
import { REFRESH_SECONDS, SESSION_DAYS } from '../access/tokens/lifetimes.ts';
import type { People } from '../accounts/people.ts';
import type { Asker } from '../accounts/places.ts';
import {
  type AccountRow,
  renewSession,
  revokeSession,
  selectAccount,
  selectOver,
  selectRevokedReason,
  selectSuccessor,
} from '../accounts/store.ts';
import { networkOf } from '../core/network.ts';
import { hmacUnder } from '../kernel/data-key.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type Device, issueTokens, type Pair } from './start-session.ts';

const REUSED = 'refresh_token_reused';

/**
 * Exchanges a refresh token for a new pair, until the session's last day. The same client gets the same pair again for
 * 30 s, in case it lost the answer or sent the request twice. Another client with a spent token may be a thief, so the
 * session ends.
 */
export async function refreshTokens(
  people: People,
  given: { readonly refresh_token?: string },
  authorization: string | undefined,
  asker: Asker & Pick<Device, 'userAgent'> = { userAgent: null },
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

  const days = SESSION_DAYS[account.type];
  const client = clientOf(people, id, asker);
  const next = { session, refreshId: randomUUID(), issuedAt: Math.floor(Date.now() / 1000) };
  const values = [session, refreshId, next.refreshId, REFRESH_SECONDS, days, client, next.issuedAt];
  const renewed = await people.db.query(renewSession, values);
  if (renewed.length > 0) return issuePair(people, account, next);
  const [known] = await people.db.query<Successor>(selectSuccessor, [session, id, refreshId, client, days]);
  if (known)
    return issuePair(people, account, { session, refreshId: known.refresh_id, issuedAt: Number(known.issued_at) });
  if ((await people.db.query(selectOver, [session, id, days])).length > 0) throw new Refusal('token_expired');
  throw await endFamily(people, session, id);
}

type Successor = { refresh_id: string; issued_at: bigint };

/** Issuing a pair again gives the same tokens: the access token's id is derived from the refresh token's. */
function issuePair(people: People, account: AccountRow, pair: Required<Omit<Pair, 'accessId'>>): Promise<string> {
  const accessId = hmacUnder(people.secrets.subjectKey).update(`access ${pair.refreshId}`).digest('base64url');
  return issueTokens(people.tokens, account, { ...pair, accessId });
}

/** Identifies the client by its device cookie, or else by its network and user agent. */
function clientOf(
  people: People,
  account: string,
  { address, device, userAgent }: Asker & Pick<Device, 'userAgent'>,
): Buffer {
  const id = people.devices.recognise(device?.cookie ?? null, account);
  const client = id ? ['device', id] : ['network', networkOf(address ?? ''), userAgent];
  return hmacUnder(people.secrets.subjectKey)
    .update(JSON.stringify(['client', ...client]))
    .digest();
}

async function endFamily(people: People, session: string, account: string): Promise<Refusal> {
  const ended = await people.db.query(revokeSession, [session, account, REUSED]);
  if (ended.length > 0) {
    people.log.warn({ account, session }, 'a refresh token was used twice; its session was ended');
    return new Refusal(REUSED);
  }
  const [known] = await people.db.query<{ revoked_reason: string | null }>(selectRevokedReason, [session, account]);
  return new Refusal(known?.revoked_reason === REUSED ? REUSED : 'invalid_token');
}
