import type { Queries, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';

/** How a rail is reconciled. */
export type ReconciledRail = {
  rail: string;
  livemode: boolean;
  currency: string;
  /** The layout of its statement files. */
  layout: string;
  /** The account that its statements name; null: any. */
  account: string | null;
  /** IANA name of the time zone whose days the provider books by. */
  time_zone: string;
  /** Days after which a movement that the other side lacks is an exception. */
  delay_days: number;
  /** Fees that only the statement tells are posted from it. */
  posts_fees: boolean;
  /** YYYY-MM-DD of the last closed day; null before the first close. */
  closed_to: string | null;
  version: number;
};

const columns = `rail, livemode, currency, layout, account, time_zone, delay_days, posts_fees,
  closed_to::text AS closed_to, version`;

const selectRail: Statement = {
  name: 'reconciled_rails_find',
  text: `SELECT ${columns} FROM reconciled_rails WHERE rail = $1`,
};
export const findReconciledRail = async (db: Queries, rail: string): Promise<ReconciledRail | undefined> =>
  (await db.query<ReconciledRail>(selectRail, [rail]))[0];

const lockRow: Statement = { name: 'reconciled_rails_find_locked', text: `${selectRail.text} FOR UPDATE` };
/** Locks the rail, and reads it once no other transaction holds it. */
export const lockReconciledRail = async (tx: Tx, rail: string): Promise<ReconciledRail | undefined> =>
  (await tx.query<ReconciledRail>(lockRow, [rail]))[0];

export const selectReconciledRails: Statement = {
  name: 'reconciled_rails_select',
  text: `SELECT ${columns} FROM reconciled_rails ORDER BY rail`,
};

export const upsertReconciledRail: Statement = {
  name: 'reconciled_rails_upsert',
  text: `
    INSERT INTO reconciled_rails AS r (rail, livemode, currency, layout, account, time_zone, delay_days, posts_fees)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (rail) DO UPDATE SET layout = $4, account = $5, time_zone = $6, delay_days = $7, posts_fees = $8,
      updated_at = now(), version = r.version + 1
    RETURNING ${columns}`,
};

/**
 * Moves entries to their days in another time zone, and their open items with them. Days that the statements cover may
 * have other entries now, so they are walked again.
 */
export const moveEntriesToZone: Statement = {
  name: 'reconciliation_move_entries',
  text: `
    WITH moved AS (
      UPDATE rail_entries
      SET booked_on = ((timestamptz 'epoch' + position * interval '1 microsecond') AT TIME ZONE $2)::date
      WHERE rail = $1
        AND booked_on <> ((timestamptz 'epoch' + position * interval '1 microsecond') AT TIME ZONE $2)::date
      RETURNING position, booked_on),
    items AS (
      UPDATE open_items o SET day = m.booked_on FROM moved m
      WHERE o.rail = $1 AND o.side = 'here' AND o.item = m.position::text)
    UPDATE reconciled_rails SET opened_to = 0 WHERE rail = $1`,
};

const selectUnmatched: Statement = {
  name: 'reconciliation_unmatched_files',
  text: `SELECT id FROM statement_files WHERE rail = $1 AND status = 'imported' AND matched_at IS NULL ORDER BY id`,
};
/** Imported files whose lines were not matched yet, oldest first. */
export const findUnmatchedFiles = async (db: Queries, rail: string): Promise<string[]> =>
  (await db.query<{ id: string }>(selectUnmatched, [rail])).map(({ id }) => id);

const markStatement: Statement = {
  name: 'reconciliation_file_matched',
  text: 'UPDATE statement_files SET matched_at = now() WHERE id = $1',
};
export const markMatched = (db: Queries, file: string) => db.query(markStatement, [file]);

const lockStatement: Statement = {
  name: 'reconciled_rails_lock',
  text: 'UPDATE reconciled_rails SET claimed_at = now() WHERE rail = $1',
};

/**
 * One transaction at a time matches lines of a rail, whether a worker or an operator runs it. It also renews the
 * worker's claim. Issue it first: the next statement then sees the matches of the last holder.
 */
export const holdRail = (tx: Tx, rail: string) => tx.query(lockStatement, [rail]);
