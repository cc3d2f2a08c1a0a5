import type { Queries } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';

export async function createMerchant(db: Queries, name: string): Promise<string> {
  const id = newId('mer');
  await db.query({ name: 'merchants_insert', text: 'INSERT INTO merchants (id, name) VALUES ($1, $2)' }, [id, name]);
  return id;
}
