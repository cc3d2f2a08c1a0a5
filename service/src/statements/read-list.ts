import type { Database, Statement } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import type { Rail, Rails, StatementRow } from '../rails/rail.ts';
import { dropLines } from './drop-lines.ts';
import { finishFile, refuseFile } from './finish-file.ts';
import { openKeyCounter } from './key-counter.ts';
import { faultOf, localDays, rowOf } from './line-row.ts';
import { linesOfList } from './list-lines.ts';
import type { FileProblem } from './read/statement-line.ts';
import { netOf } from './read/tie.ts';
import { type ClaimedFile, claimedColumns, type ImportedRail, selectImportedRails } from './store.ts';
import { openLineWriter } from './write-lines.ts';

/** How often the provider's list is read. */
export const LIST_EVERY_MS = 3_600_000;
/** A provider that does not answer is asked again after this time. */
const AGAIN_MS = 300_000;
/** A list never has more pages in two days: 1 000 000 movements of 100 each. */
const MOST_PAGES = 10_000;

/** Claims the reading of a list: one node reads it, and no file of the rail at the same time. */
const openStatement: Statement = {
  name: 'statement_lists_open',
  text: `
    INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, claim, claimed_at)
    SELECT $1, rail, livemode, 'provider', $3, 'provider', 'reading', 'service', 1, now() FROM reconciled_rails r
    WHERE rail = $2 AND (read_to IS NULL OR read_to <= now() - make_interval(secs => $4))
      AND NOT EXISTS (SELECT FROM statement_files o WHERE o.rail = r.rail AND o.status IN ('reading', 'waiting'))
    ON CONFLICT DO NOTHING
    RETURNING ${claimedColumns}`,
};

const readToStatement: Statement = {
  name: 'statement_lists_read_to',
  text: 'UPDATE reconciled_rails SET read_to = $2 WHERE rail = $1',
};

/** A refused or empty reading is replaced by the next one. */
const deleteReadings: Statement = {
  name: 'statement_lists_delete',
  text: `
    DELETE FROM statement_files f
    WHERE rail = $1 AND layout = 'provider' AND id <> $2 AND status IN ('imported', 'refused')
      AND NOT EXISTS (SELECT FROM statement_lines l WHERE l.file = f.id)
      AND (status = 'refused' OR id < $2)`,
};

/** A provider may take 20 s for a page, and the claim is renewed with the lines. */
const claimStale: Statement = {
  name: 'statement_lists_stale',
  text: `
    UPDATE statement_files SET claim = claim + 1, claimed_at = now()
    WHERE status = 'reading' AND layout = 'provider' AND claimed_at < now() - interval '5 minutes'
    RETURNING id`,
};
const deleteReading: Statement = {
  name: 'statement_lists_drop',
  text: `DELETE FROM statement_files WHERE id = $1 AND status = 'reading' AND layout = 'provider'`,
};

export type ListReader = {
  readonly db: Database;
  readonly rails: Rails;
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
  readonly now?: () => Date;
};

/**
 * Reads the lists of providers on a schedule, each of the day and the day before. A movement that a file has too is
 * the same line.
 * @returns a round, which returns how many lists it read
 */
export function createListReader({ db, rails, onError, everyMs = LIST_EVERY_MS, now = () => new Date() }: ListReader) {
  /** By rail: when its provider is asked again, on the monotonic clock. */
  const nextRead = new Map<string, number>();
  return async (): Promise<number> => {
    for (const { id } of await db.query<{ id: string }>(claimStale)) await dropReading(db, id);
    let done = 0;
    for (const settings of await db.query<ImportedRail>(selectImportedRails)) {
      const rail = rails.get(settings.rail);
      if (!rail?.statement || performance.now() < (nextRead.get(settings.rail) ?? 0)) continue;
      // The database says whether another node has read it since.
      nextRead.set(settings.rail, performance.now() + Math.min(AGAIN_MS, everyMs));
      try {
        if (await readList(db, rail, settings, everyMs, now())) done++;
      } catch (error) {
        onError(error);
      }
    }
    return done;
  };
}

async function dropReading(db: Database, id: string): Promise<void> {
  await dropLines(db, id);
  await db.query(deleteReading, [id]);
}

async function readList(db: Database, rail: Rail, settings: ImportedRail, everyMs: number, to: Date): Promise<boolean> {
  const dayOf = localDays(settings.time_zone);
  const days = { first: daysBefore(dayOf(to), 1), today: dayOf(to) };
  const id = newId('stf');
  const name = `${days.first} to ${days.today}`;
  const [file] = await db.query<ClaimedFile>(openStatement, [id, settings.rail, name, everyMs / 1_000]);
  if (!file) return false;
  try {
    await importList(db, rail, settings, file, { ...days, to });
    await db.query(readToStatement, [settings.rail, to]);
    await db.query(deleteReadings, [settings.rail, file.id]);
    return true;
  } catch (error) {
    await dropReading(db, id);
    throw error;
  }
}

type Period = { readonly first: string; readonly today: string; readonly to: Date };

async function importList(db: Database, rail: Rail, settings: ImportedRail, file: ClaimedFile, period: Period) {
  const dayOf = localDays(settings.time_zone);
  const problems: FileProblem[] = [];
  let count = 0;
  let total = 0n;
  const writer = openLineWriter(
    db,
    file,
    [file.id],
    () => [0, count],
    (problem) => problems.push(problem),
  );
  const target = { rail: settings, file: file.id, dayOf: null, byDay: false };
  const keys = openKeyCounter();
  const from = new Date(startOf(period.first, settings.time_zone));
  for await (const line of linesOfList(pagesOf(rail, from, period.to), dayOf)) {
    const fault = faultOf(line, settings);
    if (fault) problems.push({ line: line.line, field: fault.field, problem: `${line.operation}: ${fault.problem}` });
    if (problems.length >= 100) break;
    count++;
    total += netOf(line);
    if (problems.length === 0) await writer.add(rowOf(line, target, keys));
  }
  if (problems.length === 0) await writer.flush();
  else await writer.abandon();
  if (problems.length > 0) return refuseFile(db, file, problems, count);
  // The present day is not complete.
  const statement = {
    ...{ rail: settings, account: settings.account, number: null, page: null, opening: null, closing: null },
    ...{ from: period.first, to: period.first, lines: count, total },
  };
  const added = writer.added.get(file.id) ?? 0;
  const files = [{ id: file.id, rail: settings, lines: count, added, statements: [statement] }];
  return finishFile(db, file, { files, warnings: [] });
}

async function* pagesOf(rail: Rail, from: Date, to: Date): AsyncGenerator<readonly StatementRow[]> {
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: { rows: StatementRow[]; cursor: string | null } = await rail.statement!(from, to, cursor);
    yield answer.rows;
    if (answer.cursor === null) return;
    cursor = answer.cursor;
  }
  throw new Error(`the list of ${rail.name} does not end after ${MOST_PAGES} pages`);
}

const daysBefore = (day: string, days: number): string => Temporal.PlainDate.from(day).subtract({ days }).toString();

const startOf = (day: string, timeZone: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
