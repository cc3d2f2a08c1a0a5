import type { Database, Statement } from '../db/database.ts';
import { LIST_MS, whileCheap } from '../http/list.ts';

/** The condition that a column contains the digits, or begins with `+` and the digits. */
export const containsPhone = (column: string) => `${column} LIKE ?`;

/** The pattern of `containsPhone` for a part of a phone, which has only digits after an optional `+`. */
export const phonePattern = (part: string): string => (part.startsWith('+') ? `${part}%` : `%${part}%`);

const findStatement: Statement = {
  name: 'payers_find',
  withinMs: LIST_MS,
  text: 'SELECT phone FROM payers WHERE world = $1 AND phone LIKE $2 LIMIT $3',
};

/** More phones than this match too many payments to look for each. */
const MOST_PHONES = 1_000;

/** The world's payers with these digits in their phone; null if there are more than MOST_PHONES. */
export async function findPayers(db: Database, world: number, part: string): Promise<string[] | null> {
  const values = [world, phonePattern(part), MOST_PHONES + 1];
  const rows = await whileCheap(db.query<{ phone: string }>(findStatement, values));
  return rows.length > MOST_PHONES ? null : rows.map(({ phone }) => phone);
}
