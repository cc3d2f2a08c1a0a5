import { randomUUID } from 'node:crypto';
import type { LoginResult, StaffLoginResult } from '../../../contract/src/auth.ts';
import { ACCESS_SECONDS, REFRESH_SECONDS } from '../access/tokens/lifetimes.ts';
import type { Tokens } from '../access/tokens/tokens.ts';
import { type AccountRow, insertSession } from '../accounts/store.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';

export type Device = { readonly address: string; readonly userAgent: string | null };
export type Started = { readonly session: string; readonly refreshId: string };
/** For a pair that may be signed again: the access token's id, and its time in seconds since 1970. */
export type Pair = Started & { readonly accessId?: string; readonly issuedAt?: number };

/** Opens a session: a family of refresh tokens, of which this is the first. */
export async function startSession(tx: Tx, account: string, { address, userAgent }: Device): Promise<Started> {
  const started = { session: newId('ses'), refreshId: randomUUID() };
  const values = [started.session, account, started.refreshId, userAgent, address, REFRESH_SECONDS];
  await tx.query(insertSession, values);
  return started;
}

/** The pair of tokens for a committed session, as a Login result. */
export async function issueTokens(tokens: Tokens, account: AccountRow, pair: Pair): Promise<string> {
  const claims = { account: account.id, type: account.type, session: pair.session, livemode: account.livemode };
  const [access, refresh] = await Promise.all([
    tokens.sign('access', { ...claims, id: pair.accessId ?? randomUUID() }, pair.issuedAt),
    tokens.sign('refresh', { ...claims, id: pair.refreshId }, pair.issuedAt),
  ]);
  const result = { access_token: access, refresh_token: refresh, expires_in: ACCESS_SECONDS };
  const { id, identifier } = account;
  return JSON.stringify(
    account.kyc === null
      ? ({ ...result, user: { id, email: identifier } } satisfies StaffLoginResult)
      : ({ ...result, user: { id, phone: identifier, kyc: account.kyc } } satisfies LoginResult),
  );
}
