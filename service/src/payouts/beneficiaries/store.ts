import type { Statement } from '../../db/database.ts';
import { bool, int4, int8, joined, listOf, nullable, type RowOf, text, timestamptz } from '../../db/table.ts';

const beneficiaryTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  recipient: text,
  name: text,
  reference: nullable(text),
  amount: nullable(int8),
  currency: nullable(text),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: int4,
};
export type BeneficiaryRow = RowOf<typeof beneficiaryTable> & { groups: readonly string[] };

export const beneficiaryColumns = `${listOf(beneficiaryTable, 'b')}, b.groups`;

/** Two requests of a world count and change its list one after the other. */
export const lockWorldOfBeneficiaries: Statement = {
  name: 'payout_beneficiaries_lock_world',
  text: 'SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE',
};
export const countBeneficiaries: Statement = {
  name: 'payout_beneficiaries_count',
  text: 'SELECT count(*)::int AS count FROM payout_beneficiaries WHERE world = $1',
};
export const selectByRecipient: Statement = {
  name: 'payout_beneficiaries_select_by_recipient',
  text: `
    SELECT ${beneficiaryColumns} FROM payout_beneficiaries b JOIN worlds w ON w.id = b.world
    WHERE b.world = $1 AND b.recipient = ANY ($2::text[])`,
};
/** $2: the rows, as JSON. A row that exists gets the new values. */
export const keepRows: Statement = {
  name: 'payout_beneficiaries_keep',
  text: `
    WITH kept AS (
      INSERT INTO payout_beneficiaries (world, id, recipient, name, reference, groups, amount, currency)
      SELECT $1, n.id, n.recipient, n.name, n.reference, n.groups, n.amount, n.currency
      FROM jsonb_to_recordset($2::jsonb) AS n(
        id text, recipient text, name text, reference text, groups text[], amount bigint, currency text)
      ON CONFLICT (world, recipient) DO UPDATE SET name = excluded.name, reference = excluded.reference,
        groups = excluded.groups, amount = excluded.amount, currency = excluded.currency, updated_at = now(),
        version = payout_beneficiaries.version + 1
      RETURNING *)
    SELECT ${beneficiaryColumns} FROM kept b JOIN worlds w ON w.id = b.world`,
};
export const deleteRow: Statement = {
  name: 'payout_beneficiaries_delete',
  text: 'DELETE FROM payout_beneficiaries WHERE world = $1 AND id = $2 RETURNING id',
};
