import type { Database, Statement } from '../db/database.ts';
import { LIST_MS, whileCheap } from '../http/list.ts';

/** The condition that a column contains the digits, or begins with `+` and the digits. */
export const containsPhone = (column: string) => `${column} LIKE ?`;

/** The pattern of `containsPhone` for a part of a phone, which has only digits after an optional `+`. */
export const phonePattern = (part: string): string => (part.startsWith('+') ? `${part}%` : `%${part}%`);

const findByDigits: Statement = {
  name: 'payers_find',
  withinMs: LIST_MS,
  text: 'SELECT phone FROM payers WHERE world = $1 AND phone LIKE $2 LIMIT $3',
};
/** By the key. A pattern in a parameter is compared with each phone. */
const findByBeginning: Statement = {
  name: 'payers_find_beginning',
  withinMs: LIST_MS,
  text: 'SELECT phone FROM payers WHERE world = $1 AND phone >= $2 AND phone < $2 || chr(1114111) LIMIT $3',
};

/** More phones than this match too many payments to look for each. */
const MOST_PHONES = 1_000;

/** The world's payers with these digits in their phone; null if there are more than MOST_PHONES. */
export async function findPayerPhones(db: Database, world: number, part: string): Promise<string[] | null> {
  const [statement, sought] = part.startsWith('+') ? [findByBeginning, part] : [findByDigits, phonePattern(part)];
  const rows = await whileCheap(db.query<{ phone: string }>(statement, [world, sought, MOST_PHONES + 1]));
  return rows.length > MOST_PHONES ? null : rows.map(({ phone }) => phone);
}
