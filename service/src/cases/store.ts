import type { CaseKind } from '../../../contract/src/cases.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

export type CaseRow = {
  id: string;
  kind: CaseKind;
  rail: string | null;
  record: string | null;
  world: number | null;
  livemode: boolean;
  integration: string | null;
  merchant: string | null;
  amount: bigint | null;
  currency: string | null;
  facts: Record<string, unknown>;
  status: 'open' | 'closed';
  assigned_to: string | null;
  resolution: string | null;
  closed_by: string | null;
  closed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

export const selectCasesFrom = `
  SELECT c.id, c.kind, c.rail, c.record, c.world, c.livemode, i.id AS integration, i.merchant_id AS merchant, c.amount,
         c.currency, c.facts, c.status, c.assigned_to, c.resolution, c.closed_by, c.closed_at, c.created_at,
         c.updated_at, c.version
  FROM cases c LEFT JOIN worlds w ON w.id = c.world LEFT JOIN integrations i ON i.id = w.integration_id`;

export const selectCase: Statement = { name: 'cases_select', text: `${selectCasesFrom} WHERE c.id = $1` };

const lockStatement: Statement = { name: 'cases_lock', text: `${selectCasesFrom} WHERE c.id = $1 FOR UPDATE OF c` };

/** A case is locked before any wallet. @returns undefined if there is no such case */
export const lockCase = async (tx: Tx, id: string): Promise<CaseRow | undefined> =>
  (await tx.query<CaseRow>(lockStatement, [id]))[0];

export const assignStatement: Statement = {
  name: 'cases_assign',
  text: 'UPDATE cases SET assigned_to = $2, updated_at = now(), version = version + 1 WHERE id = $1',
};

const closeStatement: Statement = {
  name: 'cases_close',
  text: `
    UPDATE cases SET status = 'closed', resolution = $2, closed_by = $3, closed_at = now(), updated_at = now(),
      version = version + 1
    WHERE id = $1 AND status = 'open'`,
};

export type Closing = {
  readonly resolution: string;
  /** `opr_…`, or `service` if the cause went away by itself. */
  readonly by: string;
};

export async function closeLocked(tx: Tx, id: string, { resolution, by }: Closing): Promise<void> {
  await tx.query(closeStatement, [id, resolution, by]);
}

export const insertComment: Statement = {
  name: 'cases_comment',
  text: 'INSERT INTO case_comments (case_id, author, text) VALUES ($1, $2, $3)',
};

export type CommentRow = { at: Date; author: string; text: string };
export const selectComments: Statement = {
  name: 'cases_select_comments',
  text: 'SELECT at, author, text FROM case_comments WHERE case_id = $1 ORDER BY at LIMIT 500',
};
