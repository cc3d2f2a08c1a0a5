import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { watchBackups } from '../backup/watch-backups.ts';
import { watchCases } from '../cases/watch-cases.ts';
import { watchCloses } from '../closes/watch-closes.ts';
import { watchSafeguarding } from '../closes/watch-safeguarding.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { watchFloats } from '../floats/watch-floats.ts';
import { type NoteCertificate, watchCertificates } from '../rails/watch-certificates.ts';
import { watchSeal } from '../seal/watch-seal.ts';
import { watchSuspense } from '../wallets/watch-suspense.ts';
import { watchParked } from '../workers/parking/watch-parked.ts';
import { watchRounds } from '../workers/watch-rounds.ts';
import { watchWaiting } from './waiting.ts';
import { watchChecks } from './watch-checks.ts';
import { watchDatabase } from './watch-database.ts';
import { watchDisk } from './watch-disk.ts';
import { watchHistory } from './watch-history.ts';

/**
 * Figures that are read from the database at intervals. Every node reports them, so that they are known as long as one
 * node lives; alarms take the highest.
 */
const fromDatabase = [
  watchDatabase,
  watchWaiting,
  watchParked,
  watchCases,
  watchFloats,
  watchSeal,
  watchSafeguarding,
  watchChecks,
  watchSuspense,
  watchCloses,
];

type WatchedFiguresOptions = {
  readonly db: Database;
  readonly config: Pick<Config, 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_S3_BUCKET' | 'BACKUP_VERIFY_DAYS'>;
  readonly log: Logger;
  readonly figuresEveryMs?: number;
};

export type WatchedFigures = { readonly noteCertificate: NoteCertificate; stop(): void };

/** The figures of /metrics that no request or job counts. */
export function watchFigures(
  { db, config, log, figuresEveryMs }: WatchedFiguresOptions,
  registry: Registry,
): WatchedFigures {
  const { DATA_DIR: data, BACKUP_DIR: backup } = config;
  const leaves = fromDatabase.map((watch) => watch(db, registry, figuresEveryMs));
  leaves.push(watchBackups(db, registry, config));
  watchHistory(db, registry, log);
  watchRounds(db.node, registry);
  watchDisk({ data, ...(backup ? { backup } : {}) }, registry);
  const noteCertificate = watchCertificates(registry);
  db.pool.on('connect', (client) =>
    noteCertificate({ of: 'database', rail: '' }, client.connection.stream as unknown as Socket),
  );
  return {
    noteCertificate,
    stop: () => {
      for (const leave of leaves) leave();
    },
  };
}
