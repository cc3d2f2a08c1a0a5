import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { readServerVersion } from '../db/migrate.ts';
import { listMigrations, migrations, runsOn } from '../db/migration-file.ts';
import { ASSUMED, estimate, type MigrationStep, MOST_BLOCKED_S } from './estimate.ts';
import { readDatabase } from './read-database.ts';
import { rehearse } from './rehearse.ts';
import { originOf, readActs } from './releases.ts';

export type UpgradeReport = {
  readonly from: string;
  readonly server: string;
  /** The version of PostgreSQL that ran the migrations for this report. */
  readonly rehearsedOn: string;
  /** Whether no request fails if the nodes go on working. */
  readonly safeWhileRunning: boolean;
  /** The causes of a window; empty if the upgrade is safe. */
  readonly reasons: readonly string[];
  readonly migrations: readonly MigrationStep[];
  readonly diskBytes: number;
  readonly seconds: number;
  /** Whether a node of the version before may take a new node's place afterwards. */
  readonly rollback: 'backup' | 'nodes';
  readonly order: readonly string[];
  readonly acts: readonly string[];
  /** Tables, views and indexes that no migration made. The rehearsal does not have them. */
  readonly foreign: readonly string[];
  readonly missing: readonly string[];
  readonly assumed: typeof ASSUMED;
};

/** Lends an empty database. */
type Lend = <T>(use: (scratch: pg.Client) => Promise<T>) => Promise<T>;

/** Needs a connection that only reads, and if a migration is pending an empty database to rehearse in. */
export async function checkUpgrade(database: pg.Client, lend: Lend, folder: URL = migrations): Promise<UpgradeReport> {
  const { server, applied, sizes, objects } = await readDatabase(database);
  const files = await listMigrations(folder);
  const unknown = applied.filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new StartupError(
      `the database was migrated by a newer version of Rialto (${unknown.join(', ')}). Run the check of that version`,
    );
  }
  if (applied.length === 0)
    throw new StartupError('this database has no tables of Rialto, so there is nothing to upgrade');
  // Without a pending migration there is nothing to rehearse, and all objects are as they should be.
  const isPending = files.some((name) => !applied.includes(name));
  const rehearsal = isPending
    ? await lend(async (scratch) => ({
        ...(await rehearse(scratch, applied, folder)),
        on: await readServerVersion(scratch),
      }))
    : { objects, steps: [], on: server };
  const steps = rehearsal.steps.map((step) => estimate(step, sizes));
  const origin = originOf(applied);
  const reasons = steps.length === 0 ? [] : reasonsOf(origin.beside, steps);
  const rollback = steps.every(({ worksWith }) => runsOn(origin.version, worksWith)) ? 'nodes' : 'backup';
  return {
    from: origin.version,
    server,
    rehearsedOn: rehearsal.on,
    safeWhileRunning: reasons.length === 0,
    reasons,
    migrations: steps,
    diskBytes: sum(steps.map(({ diskBytes }) => diskBytes)),
    seconds: sum(steps.map(({ seconds }) => seconds)),
    rollback,
    order: steps.length === 0 ? [] : orderOf(reasons.length === 0, rollback),
    acts: steps.length === 0 ? [] : readActs(applied),
    foreign: objects.filter((name) => !rehearsal.objects.includes(name)),
    missing: rehearsal.objects.filter((name) => !objects.includes(name)),
    assumed: ASSUMED,
  };
}

function reasonsOf(beside: boolean, steps: readonly MigrationStep[]): string[] {
  const nodes = beside ? [] : ['Nodes of the version before fail beside a new node.'];
  const long = steps
    .filter(({ safeWhileRunning }) => !safeWhileRunning)
    .map(
      ({ migration, blockedSeconds }) =>
        `${migration} may block requests for ${blockedSeconds.toFixed(1)} s; the limit is ${MOST_BLOCKED_S} s.`,
    );
  return [...nodes, ...long];
}

function orderOf(safe: boolean, rollback: 'backup' | 'nodes'): string[] {
  return [
    'Take a backup.',
    ...(safe ? [] : ['Stop every node.']),
    'Run `npm run admin -- migrate` with the new version, or start the first new node, which migrates.',
    safe ? 'Exchange the other nodes one after the other.' : 'Start the other nodes with the new version.',
    rollback === 'nodes'
      ? 'To go back, exchange the nodes one after the other for the version before.'
      : 'To go back, stop every node and restore the backup.',
  ];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
