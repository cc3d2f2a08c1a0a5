import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { arraysOf, insertMany, int4, int8, nullable, text } from '../db/table.ts';
import { transaction } from '../db/transaction.ts';
import { newId } from '../kernel/new-id.ts';
import type { StatementOfFile } from './check-continuity.ts';
import { dropLines } from './drop-lines.ts';
import type { FileProblem } from './read/statement-line.ts';
import type { ClaimedFile, ImportedRail } from './store.ts';
import { ClaimLost } from './write-lines.ts';

const day = { ...nullable(text), cast: '::date' };
const insertStatements = insertMany('statements_insert', 'statements', {
  id: text,
  file: text,
  rail: text,
  account: nullable(text),
  number: nullable(text),
  page: nullable(int4),
  from_on: day,
  to_on: day,
  opening: nullable(int8),
  closing: nullable(int8),
  lines: int8,
  total: int8,
});

const lockRails: Statement = {
  name: 'statement_rails_lock',
  text: `SELECT rail, closed_to::text AS closed_to FROM reconciled_rails WHERE rail = ANY ($1) ORDER BY rail FOR SHARE`,
};

/** Pending lines that are booked now count as lines of this file, so that they are matched with it. */
const applyUpdates: Statement = {
  name: 'statement_updates_apply',
  text: `
    WITH u AS (DELETE FROM statement_updates WHERE file = ANY ($1) RETURNING *)
    UPDATE statement_lines s SET file = u.file, line = u.line, amount = u.amount, fee = u.fee, at = u.at,
      booked_on = u.booked_on, state = u.state, accounted_on = greatest(u.booked_on, r.closed_to + 1)
    FROM u, reconciled_rails r WHERE s.id = u.target AND r.rail = s.rail AND s.state = 'pending'`,
};

const counts = arraysOf({ id: text, lines: int8, added: int8 }, { first: 3 });
const importStatement: Statement = {
  name: 'statement_files_imported',
  text: `
    UPDATE statement_files f SET status = 'imported', finished_at = now(), read_bytes = f.size, lines = n.lines,
      new_lines = n.added, warnings = $${counts.next}::jsonb
    FROM (SELECT ${counts.unnest}) n
    WHERE f.id = n.id AND f.status = 'reading' AND EXISTS (
      SELECT FROM statement_files o WHERE o.id = $1 AND o.claim = $2 AND o.status = 'reading')
    RETURNING f.id`,
};

const refuseStatement: Statement = {
  name: 'statement_files_refused',
  text: `
    UPDATE statement_files SET status = 'refused', finished_at = now(), problems = $3::jsonb, lines = $4, new_lines = 0
    WHERE id = $1 AND claim = $2 AND status = 'reading' RETURNING id`,
};

/** Lines on days that were closed while the file was read count on the first open day. */
const moveLines: Statement = {
  name: 'statement_lines_move',
  text: `
    WITH m AS MATERIALIZED (
      SELECT id FROM statement_lines WHERE file = $1 AND rail = $2 AND accounted_on <= $3::date ORDER BY id LIMIT $4),
    moved AS (UPDATE statement_lines s SET accounted_on = $3::date + 1 FROM m WHERE s.id = m.id)
    SELECT count(*)::int AS count FROM m`,
};

/** A file whose lines are written: what it has, by the file and the parts of it. */
export type Imported = {
  readonly files: readonly {
    readonly id: string;
    readonly rail: ImportedRail;
    readonly lines: number;
    readonly added: number;
    readonly statements: readonly StatementOfFile[];
  }[];
  readonly warnings: readonly string[];
};

/**
 * Imports a file whose lines are written, in one short transaction: from here on they count.
 * @throws ClaimLost
 */
export async function finishFile(db: Database, { id, claim }: ClaimedFile, imported: Imported): Promise<void> {
  const closedTo = new Map(imported.files.map(({ rail }) => [rail.rail, rail.closed_to]));
  while (!(await tryToFinish(db, id, claim, imported, closedTo)))
    for (const { id: file, rail } of imported.files)
      await moveToOpenDay(db, file, rail.rail, closedTo.get(rail.rail) ?? null);
}

/** @returns false if a day was closed since: `closedTo` then has it */
const tryToFinish = (
  db: Database,
  id: string,
  claim: number,
  { files, warnings }: Imported,
  closedTo: Map<string, string | null>,
): Promise<boolean> =>
  transaction(db, async (tx) => {
    const rails = await tx.query<{ rail: string; closed_to: string | null }>(lockRails, [[...closedTo.keys()]]);
    const moved = rails.filter(({ rail, closed_to }) => closedTo.get(rail) !== closed_to);
    for (const { rail, closed_to } of moved) closedTo.set(rail, closed_to);
    if (moved.length > 0) return false;
    const rows = files.map((file) => ({ id: file.id, lines: BigInt(file.lines), added: BigInt(file.added) }));
    const values = [id, claim, ...counts.of(rows), JSON.stringify(warnings)];
    if ((await tx.query(importStatement, values)).length !== files.length) throw new ClaimLost();
    tx.query(applyUpdates, [files.map((file) => file.id)]);
    await tx.query(insertStatements.statement, insertStatements.values(files.flatMap(statementRows)));
    tx.afterCommit(() => tx.node.wake('reconciliation'));
    return true;
  });

const statementRows = ({ id: file, statements }: Imported['files'][number]) =>
  statements.map(({ rail, from, to, lines, total, account, number, page, opening, closing }) => ({
    ...{ id: newId('stm'), file, rail: rail.rail, account, number, page, opening, closing, total },
    ...{ from_on: from, to_on: to, lines: BigInt(lines) },
  }));

async function moveToOpenDay(db: Database, file: string, rail: string, closedTo: string | null): Promise<void> {
  if (closedTo === null) return;
  const portion = adaptPortion({ first: 500, most: 5_000 });
  for (;;) {
    const began = performance.now();
    const [moved] = await db.query<{ count: number }>(moveLines, [file, rail, closedTo, portion.size]);
    if (moved!.count === 0) return;
    portion.took(moved!.count, performance.now() - began);
  }
}

/**
 * Refuses a file: its lines are deleted before the file says so, and a crash between the two reads it again.
 * @throws ClaimLost
 */
export async function refuseFile(
  db: Database,
  { id, claim }: ClaimedFile,
  problems: readonly FileProblem[],
  lines: number,
): Promise<void> {
  await dropLines(db, id);
  const refused = await db.query(refuseStatement, [id, claim, JSON.stringify(problems), BigInt(lines)]);
  if (refused.length === 0) throw new ClaimLost();
}
