import { StartupError } from '../config/startup-error.ts';
import type { Queries } from '../db/database.ts';
import { isStatementError } from '../db/failure.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import { insertIntegration } from './store.ts';

export type NewIntegration = { readonly merchantId: string; readonly name: string };

/**
 * The operator's: whose name gives the slug as it is, since commands name it so.
 * @throws StartupError when the name is taken or there is no such merchant
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

/** The merchant's own, who is locked and has none of this name: a slug that somebody has gets an ending. */
export async function addIntegration(tx: Tx, { merchantId, name }: NewIntegration): Promise<string> {
  const id = newId('int');
  const add = (ending: string) => tx.query(insertIntegration, [id, merchantId, name, ending]);
  if ((await add('')).length === 0 && (await add(`-${id.slice(-6)}`)).length === 0)
    throw new Error(`two integrations have the slug of ${id}`);
  return id;
}
