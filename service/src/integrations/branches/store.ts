import type { Statement } from '../../db/database.ts';
import { bool, int4, joined, listOf, nullable, type RowOf, text, timestamptz } from '../../db/table.ts';

const branchTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  name: text,
  archived_at: nullable(timestamptz),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: int4,
};
export type BranchRow = RowOf<typeof branchTable>;

export const branchColumns = listOf(branchTable, 'b');
export const selectBranchesFrom = `SELECT ${branchColumns} FROM branches b JOIN worlds w ON w.id = b.world`;

export const selectBranch: Statement = {
  name: 'branches_select',
  text: `${selectBranchesFrom} WHERE b.world = $1 AND b.id = $2`,
};

/** Two requests at once would exceed the bound, or take one name. */
export const lockWorldOfBranches: Statement = {
  name: 'branches_lock_world',
  text: `SELECT pg_advisory_xact_lock(hashtext('branches'), $1)`,
};

export const countBranches: Statement = {
  name: 'branches_count',
  text: `SELECT count(*)::int AS count FROM branches WHERE world = $1`,
};

export const isBranchName: Statement = {
  name: 'branches_is_name_used',
  text: `SELECT 1 FROM branches WHERE world = $1 AND id <> $2 AND lower(one_spelling(name)) = lower(one_spelling($3))`,
};

export const insertBranch: Statement = {
  name: 'branches_insert',
  text: `
    INSERT INTO branches (world, id, name, created_at, updated_at, version) VALUES ($1, $2, $3, now(), now(), 1)`,
};

/** $4: whether it is archived. The first time of archiving stays. */
export const updateBranchRow: Statement = {
  name: 'branches_update',
  text: `
    UPDATE branches SET name = $3, archived_at = CASE WHEN $4 THEN coalesce(archived_at, now()) END, updated_at = now(),
      version = version + 1
    WHERE world = $1 AND id = $2`,
};

/** The branches that commands name, of any of their worlds: the caller pairs them. */
export const selectNamedBranches: Statement = {
  name: 'branches_select_named',
  text: `
    SELECT b.world, b.id, b.archived_at FROM branches b
    WHERE b.world = ANY ($1::int[]) AND b.id = ANY ($2::text[])`,
};
