import type { Command } from 'commander';
import { withReader } from '../boot/connect.ts';
import { readConfig } from '../config/config.ts';
import { checkUpgrade, type UpgradeReport } from '../upgrade/check-upgrade.ts';
import type { Step, TableStep } from '../upgrade/estimate.ts';
import { withScratch } from '../upgrade/scratch.ts';
import { print } from './operator.ts';

/** 1 is an error. */
const NEEDS_A_WINDOW = 2;

export function addUpgradeCommand(program: Command): void {
  program
    .command('upgrade')
    .description('what this version would do to the database')
    .command('check')
    .description(
      `report locks, disk space, time and order of nodes before an upgrade, and write nothing; ends with ${NEEDS_A_WINDOW} if requests may fail meanwhile`,
    )
    .option('--json', 'the report as JSON')
    .option('--scratch <url>', "an empty database to rehearse in, for example of the server's own version")
    .action(async ({ json, scratch }: { json?: true; scratch?: string }) => {
      const config = readConfig(process.env);
      const report = await withReader(config, (database) =>
        checkUpgrade(database, (use) => withScratch(scratch, use)),
      );
      print(json ? JSON.stringify(report, null, 2) : describe(report).join('\n'));
      if (!report.safeWhileRunning) process.exitCode = NEEDS_A_WINDOW;
    });
}

function describe(report: UpgradeReport): string[] {
  const { from, server, rehearsedOn, migrations, assumed } = report;
  if (migrations.length === 0) return ['No migration is pending. The database is up to date.'];
  const rates = `${megabytes(assumed.readBytesPerSecond)}/s read, ${megabytes(assumed.writtenBytesPerSecond)}/s written`;
  return [
    `The database is of version ${from}, on PostgreSQL ${server}. Migrations pending: ${migrations.length}.`,
    `They were run without data on PostgreSQL ${rehearsedOn}. Sizes are those of now.`,
    `Disk space: at most ${megabytes(report.diskBytes)}, and as much of WAL. Time: at most ${report.seconds.toFixed(1)} s (${rates}).`,
    '',
    ...migrations.flatMap(describeStep),
    '',
    report.safeWhileRunning ? 'Safe while the nodes run.' : 'This upgrade needs a window:',
    ...report.reasons.map((reason) => `  ${reason}`),
    '',
    'Order:',
    ...report.order.map((line, i) => `  ${i + 1}. ${line}`),
    ...section('Acts (docs/upgrading.md):', report.acts),
    ...section('Not of Rialto, and not rehearsed:', report.foreign),
    ...section('Missing in this database:', report.missing),
  ];
}

function describeStep({ migration, tables, concurrently, diskBytes, seconds, safeWhileRunning }: Step): string[] {
  const cost = diskBytes > 0 || seconds > 0 ? `: at most ${megabytes(diskBytes)}, ${seconds.toFixed(1)} s` : '';
  const verdict = safeWhileRunning ? '' : ' (needs a window)';
  return [`${migration}${cost}${verdict}`, ...tables.map((table) => `  ${describeTable(table, concurrently)}`)];
}

function describeTable(step: TableStep, concurrently: boolean): string {
  const { table, rows, bytes, lock, blocks, indexes } = step;
  const acts = [
    step.rewrites ? 'rewritten' : '',
    step.writes ? 'rows may change' : '',
    step.reads && !step.rewrites ? 'read' : '',
    indexes.length > 0
      ? `${concurrently ? 'index built while others write' : 'index built'}: ${indexes.join(', ')}`
      : '',
  ].filter(Boolean);
  const locked = lock ? `${lock}${blocks === 'nothing' ? '' : `, blocks ${blocks}`}` : 'no lock';
  return `${table} (${rows} rows, ${megabytes(bytes)}): ${[locked, ...acts].join('; ')}`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines.map((line) => `  - ${line}`)] : [];

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
