import type { Queries, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Explanation } from './find-items.ts';
import type { MovementSum } from './read-figures.ts';

export type CloseRow = {
  id: string;
  rail: string;
  livemode: boolean;
  currency: string;
  /** YYYY-MM-DD at the rail. */
  day: string;
  time_zone: string;
  cut_at: Date;
  source: 'statement' | 'lines' | 'float';
  opening_there: bigint;
  closing_there: bigint;
  opening_here: bigint;
  closing_here: bigint;
  movements: MovementSum[];
  explained: Explanation['explained'];
  status: 'closed' | 'reviewed';
  created_by: string;
  created_at: Date;
  reviewed_by: string | null;
  reviewed_at: Date | null;
};

const columns = `c.id, c.rail, c.livemode, c.currency, c.day::text AS day, c.time_zone, c.cut_at, c.source,
  c.opening_there, c.closing_there, c.opening_here, c.closing_here, c.movements, c.explained, c.status, c.created_by,
  c.created_at, c.reviewed_by, c.reviewed_at`;

export const selectClosesFrom = `SELECT ${columns} FROM closes c`;

const selectClose: Statement = { name: 'closes_find', text: `${selectClosesFrom} WHERE c.id = $1` };
export const findClose = async (db: Queries, id: string): Promise<CloseRow | undefined> =>
  (await db.query<CloseRow>(selectClose, [id]))[0];

const insertStatement: Statement = {
  name: 'closes_insert',
  text: `
    INSERT INTO closes AS c (id, rail, livemode, currency, day, time_zone, cut_at, source, opening_there, closing_there,
      opening_here, closing_here, movements, explained, opened_to, created_by)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) RETURNING ${columns}`,
};

type NewClose = Omit<CloseRow, 'status' | 'created_at' | 'reviewed_by' | 'reviewed_at'> & { openedTo: bigint };

export async function insertClose(tx: Tx, row: NewClose): Promise<CloseRow> {
  const values = [
    ...[row.id, row.rail, row.livemode, row.currency, row.day, row.time_zone, row.cut_at, row.source],
    ...[row.opening_there, row.closing_there, row.opening_here, row.closing_here],
    ...[JSON.stringify(row.movements), JSON.stringify(row.explained), row.openedTo, row.created_by],
  ];
  return (await tx.query<CloseRow>(insertStatement, values))[0]!;
}

const closeToStatement: Statement = {
  name: 'closes_closed_to',
  text: 'UPDATE reconciled_rails SET closed_to = $2, updated_at = now() WHERE rail = $1',
};
/** Lines and entries that come later count on the next day. */
export const setClosedTo = (tx: Tx, rail: string, day: string) => tx.query(closeToStatement, [rail, day]);

const reviewStatement: Statement = {
  name: 'closes_review',
  text: `
    UPDATE closes c SET status = 'reviewed', reviewed_by = $2, reviewed_at = now() WHERE id = $1
    RETURNING ${columns}`,
};
export const markReviewed = async (tx: Tx, id: string, operator: string): Promise<CloseRow> =>
  (await tx.query<CloseRow>(reviewStatement, [id, operator]))[0]!;

const lockStatement: Statement = {
  name: 'closes_lock',
  text: `${selectClosesFrom} WHERE c.id = $1 FOR NO KEY UPDATE`,
};
export const lockClose = async (tx: Tx, id: string): Promise<CloseRow | undefined> =>
  (await tx.query<CloseRow>(lockStatement, [id]))[0];

const selectLastCloses: Statement = {
  name: 'closes_last_ones',
  text: `${selectClosesFrom} WHERE $1::text IS NULL OR c.rail = $1 ORDER BY c.day DESC, c.rail LIMIT 100`,
};
/** The last 100 closes, the newest day first. */
export const findLastCloses = (db: Queries, rail: string | null) => db.query<CloseRow>(selectLastCloses, [rail]);
