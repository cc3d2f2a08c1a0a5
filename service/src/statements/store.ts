import type { StatementFile } from '../../../contract/src/statement-files.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { FileProblem } from './read/statement-line.ts';

/** A statement file as its table has it. */
export type FileRow = {
  id: string;
  rail: string;
  livemode: boolean;
  source: StatementFile['source'];
  name: string;
  layout: string;
  size: bigint;
  sha256: Buffer | null;
  status: StatementFile['status'];
  read_bytes: bigint;
  lines: bigint;
  new_lines: bigint;
  problems: FileProblem[];
  warnings: string[];
  part_of: string | null;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
  statements: StatementFile['statements'];
};

/** A file as the importer claimed it. */
export type ClaimedFile = Pick<FileRow, 'id' | 'rail' | 'livemode' | 'source' | 'name' | 'layout' | 'created_by'> & {
  /** The number of the claim: a lost claim has a lower one. */
  claim: number;
  /** The local days that were asked for, YYYY-MM-DD; null: the file says its own. */
  asked_from: string | null;
  asked_to: string | null;
};

export const claimedColumns =
  'id, rail, livemode, source, name, layout, created_by, claim, asked_from::text, asked_to::text';

const statements = `
  coalesce((
    SELECT json_agg(json_build_object(
      'rail', s.rail, 'account', s.account, 'number', s.number, 'page', s.page, 'from', s.from_on::text,
      'to', s.to_on::text, 'opening', s.opening, 'closing', s.closing, 'lines', s.lines, 'total', s.total)
      ORDER BY s.id)
    FROM (SELECT * FROM statements s WHERE s.file = f.id ORDER BY s.id LIMIT 100) s), '[]') AS statements`;

export const selectFiles = `
  SELECT f.id, f.rail, f.livemode, f.source, f.name, f.layout, f.size, f.sha256, f.status, f.read_bytes, f.lines,
         f.new_lines, f.problems, f.warnings, f.part_of, f.created_by, f.created_at, f.finished_at, ${statements}
  FROM statement_files f`;

const selectOne: Statement = { name: 'statement_files_find', text: `${selectFiles} WHERE f.id = $1` };
export const findFile = async (db: Queries, id: string): Promise<FileRow | undefined> =>
  (await db.query<FileRow>(selectOne, [id]))[0];

/** The newest files of a rail ($1), or of all. */
export const selectNewest: Statement = {
  name: 'statement_files_newest',
  text: `${selectFiles} WHERE ($1::text IS NULL OR f.rail = $1) ORDER BY f.id DESC LIMIT 50`,
};

export const insertFile: Statement = {
  name: 'statement_files_insert',
  text: `
    INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, asked_from, asked_to)
    VALUES ($1, $2, $3, $4, $5, $6, 'receiving', $7, $8::date, $9::date)`,
};

export const insertChunk: Statement = {
  name: 'statement_chunks_insert',
  text: 'INSERT INTO statement_chunks (file, number, document, size) VALUES ($1, $2, $3, $4)',
};

const selectChunks: Statement = {
  name: 'statement_chunks_select',
  text: 'SELECT document, size FROM statement_chunks WHERE file = $1 ORDER BY number',
};
export const findChunks = (db: Queries, file: string) =>
  db.query<{ document: string; size: number }>(selectChunks, [file]);

/** How statements of a rail are read. */
export type ImportedRail = {
  rail: string;
  livemode: boolean;
  currency: string;
  layout: string;
  account: string | null;
  time_zone: string;
  /** YYYY-MM-DD */
  closed_to: string | null;
};

export const railColumns = 'rail, livemode, currency, layout, account, time_zone, closed_to::text AS closed_to';

const selectRail: Statement = {
  name: 'statement_rail',
  text: `SELECT ${railColumns} FROM reconciled_rails WHERE rail = $1`,
};
export const findImportedRail = async (db: Queries, rail: string): Promise<ImportedRail | undefined> =>
  (await db.query<ImportedRail>(selectRail, [rail]))[0];

export const selectImportedRails: Statement = {
  name: 'statement_rails',
  text: `SELECT ${railColumns} FROM reconciled_rails ORDER BY rail`,
};

/** A node that does not renew its claim for this long has stopped. */
export const LEASE_SECONDS = 30;

/**
 * Claims a file: the oldest that waits, or one whose reader stopped. The index statement_files_reading refuses a second
 * file of a rail. $1 limits it to one file.
 */
export const claimFile: Statement = {
  name: 'statement_files_claim',
  text: `
    UPDATE statement_files SET status = 'reading', claim = claim + 1, claimed_at = now(), read_bytes = 0, lines = 0
    WHERE id = (
      SELECT f.id FROM statement_files f
      WHERE f.status IN ('waiting', 'reading') AND f.part_of IS NULL AND f.layout <> 'provider'
        AND ($1::text IS NULL OR f.id = $1)
        AND (f.status = 'waiting' OR f.claimed_at IS NULL OR f.claimed_at < now() - interval '${LEASE_SECONDS} s')
        AND NOT EXISTS (
          SELECT FROM statement_files o WHERE o.rail = f.rail AND o.status = 'reading' AND o.id <> f.id)
      ORDER BY f.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${claimedColumns}`,
};

/** Renews the claim. No row: another node has it. */
export const renewClaim: Statement = {
  name: 'statement_files_renew',
  text: `
    UPDATE statement_files SET claimed_at = now(), read_bytes = $3, lines = $4
    WHERE id = $1 AND claim = $2 AND status = 'reading' RETURNING id`,
};

export const releaseClaim: Statement = {
  name: 'statement_files_release',
  text: `UPDATE statement_files SET claimed_at = NULL WHERE id = $1 AND claim = $2 AND status = 'reading'`,
};
