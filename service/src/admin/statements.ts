import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { StartupError } from '../config/startup-error.ts';
import { transaction } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';
import { importFile } from '../statements/import-file.ts';
import { keepFile } from '../statements/keep-file.ts';
import { type FileStores, receiveFile } from '../statements/receive-file.ts';
import {
  type ClaimedFile,
  claimFile,
  type FileRow,
  findFile,
  findImportedRail,
  selectNewest,
} from '../statements/store.ts';
import { renderFile } from '../statements/view-file.ts';
import { ClaimLost } from '../statements/write-lines.ts';
import { openDocuments } from '../storage/open.ts';
import { asOperator, type Operator, print, printTable, whoActs } from './operator.ts';
import { openProgressBar } from './progress-bar.ts';

type ImportOptions = { readonly rail: string; readonly json?: boolean };

export function addStatementCommands(program: Command): void {
  const statements = program.command('statements').description('the statements of providers and banks');
  statements
    .command('import')
    .argument('<file>', 'CSV, XLSX, camt.053 or MT940, as the layout of the rail says')
    .description('import a statement file; exits with 1 and prints the problems if it is refused')
    .requiredOption('--rail <slug>')
    .option('--json', 'print the file as JSON')
    .action((file: string, options: ImportOptions) => asOperator((operator) => importPath(operator, file, options)));
  statements
    .command('list')
    .description('print the newest statement files')
    .option('--rail <slug>')
    .option('--json', 'print the files as JSON')
    .action((options: { rail?: string; json?: boolean }) =>
      asOperator(async ({ db }) => {
        const rows = await db.query<FileRow>(selectNewest, [options.rail ?? null]);
        if (options.json) print(`[${rows.map(renderFile).join(',\n')}]`);
        else printTable(rows.map(asCells));
      }),
    );
}

const asCells = ({ id, rail, source, name, status, lines, new_lines, problems, created_at }: FileRow) => ({
  ...{ id, rail, source, name, status, lines, new: new_lines, problems: problems.length, received: created_at },
});

async function importPath(operator: Operator, path: string, { rail: slug, json = false }: ImportOptions) {
  const { db, config } = operator;
  const size = await stat(path).then(
    (found) => found.size,
    (error) => {
      throw new StartupError(`the file cannot be read: ${error.code}`);
    },
  );
  const rail = await findImportedRail(db, slug);
  if (!rail) throw new Refusal('not_found', `The rail ${slug} is not reconciled. Set its layout with reconcile set.`);
  const stores = { db, documents: openDocuments(config, await operator.secrets()) };
  const doer = whoActs();
  const draft = { rail, source: 'upload', name: basename(path), createdBy: doer.actor.id } as const;
  const received = await receiveFile(stores, draft, createReadStream(path, { highWaterMark: 1024 * 1024 }));
  const id = await transaction(db, (tx) => keepFile(tx, received, doer));
  if (id === null) throw new Error('the file is gone');
  const bar = openProgressBar(size);
  const file = await finish(stores, id, bar.show);
  bar.end();
  if (json) print(renderFile(file));
  else report(file, id !== received.id);
  if (file.status === 'refused') process.exitCode = 1;
}

/** Imports the file here, or waits for the service, which may have begun. */
async function finish(stores: FileStores, id: string, onBytes: (bytes: number) => void): Promise<FileRow> {
  for (;;) {
    const [claimed] = await stores.db.query<ClaimedFile>(claimFile, [id]);
    if (claimed) {
      await importFile({ ...stores, onProgress: ({ bytes }) => onBytes(bytes) }, claimed).catch((error) => {
        if (!(error instanceof ClaimLost)) throw error;
      });
    }
    const file = (await findFile(stores.db, id))!;
    if (file.finished_at) return file;
    onBytes(Number(file.read_bytes));
    await sleep(200);
  }
}

function report(file: FileRow, isKnown: boolean): void {
  const { id, status, lines, new_lines: added, problems, warnings, statements } = file;
  if (isKnown) print(`The same bytes were imported before, as ${id}.`);
  print(`${id} is ${status}: ${lines} lines, ${added} new.`);
  for (const one of statements) {
    const [from, to, opening, closing] = [one.from, one.to, one.opening, one.closing].map((value) => value ?? '-');
    print(`  ${one.account ?? 'statement'} ${from} to ${to}: opening ${opening}, closing ${closing}`);
  }
  for (const warning of warnings) print(`  warning: ${warning}`);
  for (const { problem } of problems) print(`  ${problem}`);
}
