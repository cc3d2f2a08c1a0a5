import { keyChanges } from '../../../contract/src/member-rights.ts';
import { type KeyRow, selectKey } from '../access/store.ts';
import type { Tx } from '../db/transaction.ts';
import { findOwn } from '../integrations/own.ts';
import { type IntegrationRow, lockIntegration } from '../integrations/store.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { seesLive } from './check-live.ts';

/** Finds a key that the caller may see and change, and locks its integration. @throws Refusal */
export async function findKey(
  tx: Tx,
  caller: Caller,
  id: string,
): Promise<{ key: KeyRow; integration: IntegrationRow }> {
  const [key] = await tx.query<KeyRow>(selectKey, [id]);
  if (!key || (key.livemode && !seesLive(caller))) throw new Refusal('not_found');
  await tx.query(lockIntegration, [key.integration_id]);
  const integration = await findOwn(tx, caller, key.integration_id, keyChanges);
  return { key, integration };
}
