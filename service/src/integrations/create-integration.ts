import { StartupError } from '../config/startup-error.ts';
import type { Queries } from '../db/database.ts';
import { isStatementError } from '../db/failure.ts';
import type { Tx } from '../db/transaction.ts';
import { openInbox } from '../events/open-inbox.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { insertIntegration } from './store.ts';

export type NewIntegration = { readonly merchantId: string; readonly name: string };

/**
 * Used by the operator's command. The slug comes from the name without a suffix, because commands refer to it by name.
 * @throws StartupError when the name is taken or the merchant does not exist
 */
export async function createIntegration(db: Queries, { merchantId, name }: NewIntegration): Promise<string> {
  const id = newId('int');
  try {
    const worlds = await db.query(insertIntegration, [id, merchantId, name, '']);
    if (worlds.length === 0) throw new StartupError(`an integration named "${name}" already exists`);
  } catch (error) {
    if (isStatementError(error) && error.code === '23503')
      throw new StartupError(`merchant ${merchantId} does not exist`);
    throw error;
  }
  return id;
}

type MadeWorld = { readonly world: number; readonly livemode: boolean };

/**
 * Used by merchants. The merchant is locked and has no integration of this name. A slug that is taken gets a suffix.
 * The test world gets its inbox.
 */
export async function addIntegration(
  tx: Tx,
  { merchantId, name }: NewIntegration,
  encryptionKey: DataKey,
): Promise<{ readonly id: string; readonly testWorld: number }> {
  const id = newId('int');
  const add = (ending: string) => tx.query<MadeWorld>(insertIntegration, [id, merchantId, name, ending]);
  let made = await add('');
  if (made.length === 0) made = await add(`-${id.slice(-6)}`);
  const test = made.find(({ livemode }) => !livemode);
  if (!test) throw new Error(`two integrations have the slug of ${id}`);
  await openInbox(tx, test.world, encryptionKey);
  return { id, testWorld: test.world };
}
