import { asynchronousCommit } from '../db/asynchronous-commit.ts';
import type { Database, Statement } from '../db/database.ts';
import { adaptPortion } from '../db/portion.ts';
import { arraysOf, insertMany, int4, int8, nullable, pick, text, timestamptz } from '../db/table.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { compareLine, type KnownLine } from './compare-line.ts';
import { type LineRow, lineColumns } from './line-row.ts';
import type { FileProblem } from './read/statement-line.ts';
import { type ClaimedFile, renewClaim } from './store.ts';

/** Another node reads the file now. */
export class ClaimLost extends Error {}

const insert = insertMany('statement_lines_insert_all', 'statement_lines', lineColumns);
/** A line that an earlier file had is the same row. */
const insertStatement: Statement = {
  name: 'statement_lines_insert',
  text: `
    WITH inserted AS (
      ${insert.statement.text}
      ON CONFLICT (rail, key, occurrence) DO NOTHING RETURNING file)
    SELECT file, count(*)::int AS count FROM inserted GROUP BY file`,
};

const keys = arraysOf(pick(lineColumns, 'rail', 'key', 'occurrence'), { hidden: true });
const selectKnown: Statement = {
  name: 'statement_lines_known',
  text: `
    SELECT n.rail, n.key, n.occurrence, s.id, s.amount, s.fee, s.booked_on::text AS booked_on, s.state, s.line,
           f.name, r.currency
    FROM (SELECT ${keys.unnest}) n
      JOIN statement_lines s ON s.rail = n.rail AND s.key = n.key AND s.occurrence = n.occurrence
      JOIN statement_files f ON f.id = s.file
      JOIN reconciled_rails r ON r.rail = s.rail
    WHERE s.file <> ALL ($${keys.next}::text[])`,
};

const updateColumns = {
  file: text,
  target: text,
  line: int4,
  amount: int8,
  fee: int8,
  booked_on: lineColumns.booked_on,
  at: nullable(timestamptz),
  state: text,
} as const;
const insertUpdates = insertMany('statement_updates_insert', 'statement_updates', updateColumns);

const quickCommit: Statement = { name: 'statement_lines_commit', text: `SELECT ${asynchronousCommit}` };

/** A portion takes some 50 ms. On a busy machine, smaller ones would take as long and be many. */
const LEAST = 1_000;

export type LineWriter = {
  /** @returns a promise to await if a portion is full, which rejects with ClaimLost; null otherwise */
  add(row: LineRow): Promise<void> | null;
  /** Writes the rest. */
  flush(): Promise<void>;
  /** Waits for the portion that is being written, and drops the rest. */
  abandon(): Promise<void>;
  /** New lines by file. */
  readonly added: ReadonlyMap<string, number>;
};

/**
 * Writes the lines of a file in short transactions. They count only once the file is imported.
 * @param progress the bytes and lines that were read
 * @param onProblem called for a line that differs from an imported one under its key
 */
export function openLineWriter(
  db: Database,
  { id, claim }: Pick<ClaimedFile, 'id' | 'claim'>,
  files: readonly string[],
  progress: () => readonly [bytes: number, lines: number],
  onProblem: (problem: FileProblem) => void,
): LineWriter {
  let waiting: LineRow[] = [];
  const added = new Map<string, number>();
  const portion = adaptPortion({ first: LEAST, least: LEAST, most: 5_000 });

  const write = async (rows: readonly LineRow[]) => {
    const began = performance.now();
    const counts = await transaction(db, async (tx) => {
      tx.query(quickCommit);
      const renewed = tx.query(renewClaim, [id, claim, ...progress().map(BigInt)]);
      const inserted = await tx.query<{ file: string; count: number }>(insertStatement, insert.values(rows));
      if ((await renewed).length === 0) throw new ClaimLost();
      const missing = rows.length - inserted.reduce((sum, { count }) => sum + count, 0);
      const known = missing === 0 ? 0 : await writeUpdates(tx, rows, files, onProblem);
      if (known !== missing) throw new Error(`${missing} lines were known, but ${known} were found`);
      return inserted;
    });
    portion.took(rows.length, performance.now() - began);
    for (const { file, count } of counts) added.set(file, (added.get(file) ?? 0) + count);
  };

  /** One portion is written while the next one is read. */
  let writing = Promise.resolve();
  const writeNext = async () => {
    await writing;
    writing = write(waiting);
    waiting = [];
    // The next call throws it.
    writing.catch(() => {});
  };
  return {
    added,
    add: (row) => {
      waiting.push(row);
      return waiting.length >= portion.size ? writeNext() : null;
    },
    flush: async () => {
      if (waiting.length > 0) await writeNext();
      await writing;
    },
    abandon: async () => {
      waiting = [];
      await writing;
    },
  };
}

/** Compares the lines that are known with those of the file, and keeps the changes of pending ones. */
async function writeUpdates(
  tx: Tx,
  rows: readonly LineRow[],
  files: readonly string[],
  onProblem: (problem: FileProblem) => void,
): Promise<number> {
  const known = await tx.query<KnownLine>(selectKnown, [...keys.of(rows), files]);
  const byKey = new Map(rows.map((row) => [`${row.rail} ${row.occurrence} ${row.key}`, row]));
  const updates = known.flatMap((before) => {
    const row = byKey.get(`${before.rail} ${before.occurrence} ${before.key}`)!;
    const result = compareLine(row, before);
    if (result === 'update') return [{ ...changeOf(row), target: before.id }];
    if (result !== 'same') onProblem(result);
    return [];
  });
  if (updates.length > 0) await tx.query(insertUpdates.statement, insertUpdates.values(updates));
  return known.length;
}

const changeOf = ({ file, line, amount, fee, booked_on, at, state }: LineRow) => ({
  ...{ file, line, amount, fee, booked_on, at, state },
});
