import type { Statement } from '../../db/database.ts';
import { bool, int4, int8, joined, listOf, nullable, type RowOf, text, textOf, timestamptz } from '../../db/table.ts';
import type { NameMatch } from '../ask-names.ts';

const beneficiaryTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  recipient: text,
  name: text,
  reference: nullable(text),
  amount: nullable(int8),
  currency: nullable(text),
  name_match: nullable(textOf<NameMatch>()),
  name_checked_at: nullable(timestamptz),
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
export const findBeneficiary: Statement = {
  name: 'payout_beneficiaries_find',
  text: `
    SELECT ${beneficiaryColumns} FROM payout_beneficiaries b JOIN worlds w ON w.id = b.world
    WHERE b.world = $1 AND b.id = $2`,
};
/** Keeps the rail's answer about a name, unless the name was changed meanwhile. */
export const writeNameMatch: Statement = {
  name: 'payout_beneficiaries_write_name_match',
  text: `
    WITH written AS (
      UPDATE payout_beneficiaries SET name_match = $4::text,
        name_checked_at = CASE WHEN $4::text IS NOT NULL THEN now() END,
        updated_at = now(), version = version + 1
      WHERE world = $1 AND id = $2 AND name = $3
      RETURNING *)
    SELECT ${beneficiaryColumns} FROM written b JOIN worlds w ON w.id = b.world`,
};
/** $2: the rows, as JSON. A row that exists gets the new values. Another name was not checked. */
export const keepRows: Statement = {
  name: 'payout_beneficiaries_keep',
  text: `
    WITH kept AS (
      INSERT INTO payout_beneficiaries (world, id, recipient, name, reference, groups, amount, currency)
      SELECT $1, n.id, n.recipient, n.name, n.reference, n.groups, n.amount, n.currency
      FROM jsonb_to_recordset($2::jsonb) AS n(
        id text, recipient text, name text, reference text, groups text[], amount bigint, currency text)
      ON CONFLICT (world, recipient) DO UPDATE SET name = excluded.name, reference = excluded.reference,
        name_match = CASE WHEN excluded.name = payout_beneficiaries.name THEN payout_beneficiaries.name_match END,
        name_checked_at =
          CASE WHEN excluded.name = payout_beneficiaries.name THEN payout_beneficiaries.name_checked_at END,
        groups = excluded.groups, amount = excluded.amount, currency = excluded.currency, updated_at = now(),
        version = payout_beneficiaries.version + 1
      RETURNING *)
    SELECT ${beneficiaryColumns} FROM kept b JOIN worlds w ON w.id = b.world`,
};
export const deleteRow: Statement = {
  name: 'payout_beneficiaries_delete',
  text: 'DELETE FROM payout_beneficiaries WHERE world = $1 AND id = $2 RETURNING id',
};
