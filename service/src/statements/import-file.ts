import type { Queries, Statement } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import { checkContinuity, type StatementOfFile } from './check-continuity.ts';
import { dropLines } from './drop-lines.ts';
import { findMixed, findRailOf } from './find-accounts.ts';
import { findLayout, layoutFor } from './find-layout.ts';
import { finishFile, refuseFile } from './finish-file.ts';
import { openKeyCounter } from './key-counter.ts';
import { faultOf, type LineTarget, localDays, rowOf } from './line-row.ts';
import type { StatementLayout } from './read/layout.ts';
import { MAX_PROBLEMS } from './read/limits.ts';
import { readStatementFile } from './read/read-file.ts';
import type { FileProblem, Reader, ReadStatement } from './read/statement-line.ts';
import { netOf } from './read/tie.ts';
import { readChunks } from './read-chunks.ts';
import type { FileStores } from './receive-file.ts';
import {
  type ClaimedFile,
  findImportedRail,
  type ImportedRail,
  releaseClaim,
  renewClaim,
  selectImportedRails,
} from './store.ts';
import { ClaimLost, type LineWriter, openLineWriter } from './write-lines.ts';

/** The service stops: the file is read again at its next start. */
export class ImportStopped extends Error {}

const RENEW_MS = 5_000;
/** A workbook yields lines after all its bytes are read. */
const RENEW_LINES = 1_000;

export type ImportOptions = FileStores & {
  /** Checked while a file is read. */
  readonly isStopping?: () => boolean;
  readonly onProgress?: (progress: { readonly bytes: number; readonly lines: number }) => void;
  readonly now?: () => Date;
};

export type ImportResult = { readonly status: 'imported' | 'refused'; readonly added: number };

/**
 * Imports a claimed file: all of it, or nothing and the problems.
 * @throws ClaimLost, ImportStopped, or an error of the database or the store: the file is then read again
 */
export async function importFile(options: ImportOptions, file: ClaimedFile): Promise<ImportResult> {
  const { db } = options;
  await dropLines(db, file.id);
  const rail = await findImportedRail(db, file.rail);
  const found = rail && (await findLayout(db, file.layout));
  if (!rail || !found)
    return refuse(options, file, [{ line: null, field: 'layout', problem: `There is no layout ${file.layout}` }], 0);
  try {
    return await importWith(options, file, rail, layoutFor(file.layout, found, rail));
  } catch (error) {
    if (error instanceof ImportStopped) await db.query(releaseClaim, [file.id, file.claim]);
    throw error;
  }
}

async function importWith(options: ImportOptions, file: ClaimedFile, rail: ImportedRail, layout: StatementLayout) {
  const reading = openReading(options, file, layout);
  const isBank = layout.format === 'camt.053' || layout.format === 'mt940';
  const others = await options.db.query<ImportedRail>(selectImportedRails);
  // An account comes after its lines, so files that may have several are read twice.
  const accounts = isBank ? await findAccounts(reading, rail, others) : { rails: [], problems: [] };
  if (accounts.problems.length > 0) return refuse(options, file, accounts.problems, reading.lines());
  const book = await openFileBook(options.db, file, rail, layout, accounts.rails);
  const problems: FileProblem[] = [];
  const complain = (problem: FileProblem) => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  const progress = () => [reading.bytes(), reading.lines()] as const;
  const writer = openLineWriter(options.db, file, book.files(), progress, complain);
  await readLines(reading, writer, book, problems, complain);
  if (problems.length === 0) await writer.flush();
  else await writer.abandon();
  const { problems: gaps, warnings } =
    problems.length === 0 ? await checkContinuity(options.db, book.statements()) : { problems: [], warnings: [] };
  problems.push(...gaps);
  if (problems.length > 0) return refuse(options, file, problems, reading.lines());
  await finishFile(options.db, file, { files: book.close(writer.added), warnings });
  return { status: 'imported', added: [...writer.added.values()].reduce((sum, count) => sum + count, 0) } as const;
}

async function readLines(
  reading: Reading,
  writer: LineWriter,
  book: FileBook,
  problems: readonly FileProblem[],
  complain: (problem: FileProblem) => void,
): Promise<void> {
  const keys = openKeyCounter();
  for await (const item of reading.items()) {
    if ('line' in item && reading.countLine() % RENEW_LINES === 0) await reading.renew();
    if ('problem' in item) complain(item.problem);
    else if ('statement' in item) {
      const problem = book.endStatement(item.statement);
      if (problem) complain(problem);
    } else {
      const target = book.target();
      const fault = faultOf(item.line, target.rail);
      if (fault) {
        const { line } = item.line;
        complain({ line, field: fault.field, problem: `line ${line}: the ${fault.field} ${fault.problem}` });
      } else {
        book.addLine(item.line.state === 'booked', netOf(item.line));
        // The rest is only checked.
        const full = problems.length === 0 && writer.add(rowOf(item.line, target, keys));
        // An await for each line would cost as much as the line.
        if (full) await full;
      }
    }
    if (problems.length >= MAX_PROBLEMS) return;
  }
}

async function refuse(options: ImportOptions, file: ClaimedFile, problems: FileProblem[], lines: number) {
  await refuseFile(options.db, file, problems.slice(0, MAX_PROBLEMS), lines);
  return { status: 'refused', added: 0 } as const;
}

type Reading = {
  items(): Reader;
  /** Renews the claim if it is time. @throws ClaimLost, ImportStopped */
  renew(): Promise<void>;
  /** @returns the lines with this one */
  countLine(): number;
  bytes(): number;
  lines(): number;
};

/** Reads the file from its start, renews the claim meanwhile, and counts. */
function openReading(options: ImportOptions, file: ClaimedFile, layout: StatementLayout): Reading {
  const { db, now = () => new Date(), onProgress, isStopping } = options;
  let bytes = 0;
  let lines = 0;
  let renewed = performance.now();
  const renew = async () => {
    if (isStopping?.()) throw new ImportStopped();
    if (performance.now() - renewed < RENEW_MS) return;
    renewed = performance.now();
    if ((await db.query(renewClaim, [file.id, file.claim, BigInt(bytes), BigInt(lines)])).length === 0)
      throw new ClaimLost();
  };
  async function* chunks() {
    const counted = (read: number) => {
      bytes = read;
      onProgress?.({ bytes, lines });
    };
    for await (const chunk of readChunks(options, file.id, counted)) {
      await renew();
      yield chunk;
    }
  }
  const items = () => {
    [bytes, lines] = [0, 0];
    return readStatementFile(chunks(), layout, now());
  };
  return { items, renew, countLine: () => ++lines, bytes: () => bytes, lines: () => lines };
}

/** The rail of each statement in the file, in their order. */
async function findAccounts(reading: Reading, rail: ImportedRail, others: readonly ImportedRail[]) {
  const problems: FileProblem[] = [];
  const rails: ImportedRail[] = [];
  const unnamed: (string | null)[] = [];
  for await (const item of reading.items()) {
    if ('problem' in item) problems.push(item.problem);
    if (!('statement' in item)) continue;
    const { account } = item.statement;
    const found = findRailOf(account, rail, others);
    if ('problem' in found) problems.push(found);
    else rails.push(found);
    if (found === rail && rail.account === null) unnamed.push(account);
  }
  const mixed = findMixed(unnamed, rail);
  if (mixed) problems.push(mixed);
  return { rails, problems };
}

type FileBook = {
  files(): string[];
  /** Where the next line goes. */
  target(): LineTarget;
  addLine(isBooked: boolean, net: bigint): void;
  /** @returns a problem if its account is not the one of the lines */
  endStatement(statement: ReadStatement): FileProblem | null;
  statements(): StatementOfFile[];
  close(added: ReadonlyMap<string, number>): Parameters<typeof finishFile>[2]['files'];
};

const insertPart: Statement = {
  name: 'statement_files_insert_part',
  text: `
    INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, part_of, claimed_at)
    SELECT $1, $2, livemode, source, name, layout, 'reading', created_by, id, now() FROM statement_files WHERE id = $3`,
};

type Part = { target: LineTarget; statements: StatementOfFile[]; lines: number };

/** Counts the statements of a file, and gives each rail with an account in it a file of its own. */
async function openFileBook(
  db: Queries,
  file: ClaimedFile,
  rail: ImportedRail,
  layout: StatementLayout,
  rails: readonly ImportedRail[],
): Promise<FileBook> {
  const parts = new Map<string, Part>();
  const isBank = layout.format === 'camt.053' || layout.format === 'mt940';
  const open = (one: ImportedRail, id: string) => {
    const dayOf = layout.timeZone === one.time_zone ? null : localDays(one.time_zone);
    const target = { rail: one, file: id, dayOf, byDay: isBank || file.layout === 'bank-csv' };
    parts.set(one.rail, { target, statements: [], lines: 0 });
  };
  open(rail, file.id);
  for (const one of new Map(rails.map((found) => [found.rail, found])).values()) {
    if (parts.has(one.rail)) continue;
    const id = newId('stf');
    await db.query(insertPart, [id, one.rail, file.id]);
    open(one, id);
  }
  let ended = 0;
  let lines = 0;
  let total = 0n;
  const part = () => parts.get((rails[ended] ?? rail).rail)!;
  return {
    files: () => [...parts.values()].map(({ target }) => target.file),
    target: () => part().target,
    addLine(isBooked, net) {
      part().lines++;
      if (isBooked) lines++;
      total += net;
    },
    endStatement({ account, number, page, from, to, opening, closing }) {
      const { target, statements } = part();
      // A table names its account before its rows, and the reader tells it after them.
      const found = isBank ? target.rail : findRailOf(account, rail, []);
      if ('problem' in found) return found;
      const days = { from: file.asked_from ?? from, to: file.asked_to ?? to };
      statements.push({ rail: target.rail, account, number, page, ...days, opening, closing, lines, total });
      [ended, lines, total] = [ended + 1, 0, 0n];
      return null;
    },
    statements: () => [...parts.values()].flatMap(({ statements }) => statements),
    close: (added) =>
      [...parts.values()].map(({ target: { file: id, rail: one }, lines: count, statements }) => ({
        ...{ id, rail: one, lines: count, added: added.get(id) ?? 0, statements },
      })),
  };
}
