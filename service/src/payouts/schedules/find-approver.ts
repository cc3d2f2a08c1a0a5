import { decisions } from '../../../../contract/src/member-rights.ts';
import type { Scope } from '../../../../contract/src/route.ts';
import { type AccountRow, selectAccount } from '../../accounts/store.ts';
import type { Statement } from '../../db/database.ts';
import type { Tx } from '../../db/transaction.ts';
import { findOwn } from '../../integrations/own.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type PayoutScheduleRow, selectScheduleWorld } from './store.ts';

type World = { readonly integration: string; readonly merchant: string; readonly live: boolean };

/** The person or key that approved the schedule, with its rights of now; null if it may no longer move the money. */
export async function findApprover(tx: Tx, row: PayoutScheduleRow, live: boolean): Promise<Caller | null> {
  const [own] = await tx.query<World>(selectScheduleWorld, [row.world]);
  if (!own || (row.livemode && !(live && own.live))) return null;
  return row.approved_by!.startsWith('key_') ? findKey(tx, row, own) : findPerson(tx, row, own);
}

/** A key that is not revoked or expired, by the clock of the database. */
const selectWorkingKey: Statement = {
  name: 'payout_schedules_select_key',
  text: `
    SELECT scopes FROM api_keys
    WHERE id = $1 AND world = $2 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};

async function findKey(
  tx: Tx,
  { world, livemode, approved_by }: PayoutScheduleRow,
  own: World,
): Promise<Caller | null> {
  const [key] = await tx.query<{ scopes: Scope[] }>(selectWorkingKey, [approved_by, world]);
  if (!key?.scopes.includes('wallets:write')) return null;
  return {
    ...{ kind: 'key', id: approved_by!, world, livemode, scopes: new Set(key.scopes), integration: own.integration },
    ...{ owner: { type: 'merchant', id: own.merchant }, person: null },
  };
}

async function findPerson(tx: Tx, row: PayoutScheduleRow, own: World): Promise<Caller | null> {
  const { world, livemode, approved_by } = row;
  const [account] = await tx.query<AccountRow>(selectAccount, [approved_by]);
  if (!account || account.suspended_at) return null;
  if (account.type !== 'merchant' && account.type !== 'developer') return null;
  if (livemode && account.two_factor === 'none') return null;
  const { id, type, identifier } = account;
  const caller: Caller = {
    ...{ kind: type, id, world, livemode, scopes: new Set(), integration: own.integration },
    owner: { type: 'merchant', id: own.merchant },
    person: { id, type, session: '', identifier, role: null },
  };
  try {
    await findOwn(tx, caller, own.integration, decisions);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return caller;
}
