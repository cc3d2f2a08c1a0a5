import { StartupError } from '../config/startup-error.ts';
import type { Queries } from '../db/database.ts';
import { isStatementError } from '../db/failure.ts';
import type { Tx } from '../db/transaction.ts';
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

/**
 * Used by merchants. The merchant is locked and has no integration of this name. A slug that is taken gets a suffix.
 */
export async function addIntegration(tx: Tx, { merchantId, name }: NewIntegration): Promise<string> {
  const id = newId('int');
  const add = (ending: string) => tx.query(insertIntegration, [id, merchantId, name, ending]);
  if ((await add('')).length === 0 && (await add(`-${id.slice(-6)}`)).length === 0)
    throw new Error(`two integrations have the slug of ${id}`);
  return id;
}
