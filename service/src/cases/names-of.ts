import type { Queries, Statement } from '../db/database.ts';

const selectItem: Statement = {
  name: 'cases_names_of_item',
  text: `
    (SELECT id, provider_reference AS reference FROM payout_items
     WHERE provider_reference = $1 AND provider_reference IS NOT NULL)
    UNION ALL
    (SELECT id, provider_reference FROM payout_items
     WHERE id BETWEEN $1 AND $1 AND rail NOT IN ('sandbox', 'wallet') LIMIT 1)`,
};

/** The names of a record that a person names by one: its id, and the reference under which its provider shows it. */
export async function namesOf(db: Queries, named: string): Promise<string[]> {
  if (!named.startsWith('pit_')) return [named];
  const [item] = await db.query<{ id: string; reference: string | null }>(selectItem, [named]);
  return item ? [item.id, item.reference ?? item.id] : [named];
}
