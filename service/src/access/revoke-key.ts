import type { Queries } from '../db/database.ts';
import { revokeKeyStatement as statement } from './store.ts';

/** Revokes a key and notifies every node in the same statement. @returns false when there is no such key */
export async function revokeKey(db: Queries, id: string): Promise<boolean> {
  return (await db.query(statement, [id])).length > 0;
}
