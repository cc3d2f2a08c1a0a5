import { isItemReference } from '../core/item-reference.ts';
import type { Queries, Statement } from '../db/database.ts';

const selectItem: Statement = {
  name: 'cases_item_by_reference',
  text: 'SELECT id FROM payout_items WHERE provider_reference = $1 AND provider_reference IS NOT NULL',
};

/** The id of the record that a person names, perhaps by the reference under which its provider shows it. */
export async function recordOf<Named extends string | undefined>(db: Queries, named: Named): Promise<Named | string> {
  if (named === undefined || !isItemReference(named)) return named;
  const [item] = await db.query<{ id: string }>(selectItem, [named]);
  return item?.id ?? named;
}
