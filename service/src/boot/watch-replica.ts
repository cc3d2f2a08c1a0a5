import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { openReplica, type Replica, replicaOutcomes } from '../db/replica.ts';

type Options = { readonly config: Config; readonly db: Database; readonly log: Logger };

/** Opens the standbys for reads, and reports them in the log and as metrics. */
export function openReplicaOf({ config, db, log }: Options, registry: Registry): Replica | null {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL: max, DATABASE_REPLICA_MAX_LAG: seconds } = config;
  if (url === '') return null;
  const replica = openReplica(db, { url, max, maxLagMs: seconds * 1_000 });
  db.node.replica = replica;
  replica.onState(({ status, lagMs }) => {
    const at = lagMs === null ? {} : { lag_ms: Math.round(lagMs) };
    if (status === 'in use') log.info(at, 'lists and exports read from the standby');
    else log.warn(at, `the standby for reads is ${status}; the primary answers everything`);
  });
  new Gauge({
    name: 'rialto_replica_lag_seconds',
    help: 'How far the standby for reads is behind the primary, at most; NaN if that is not known',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set((replica.state.lagMs ?? Number.NaN) / 1_000);
    },
  });
  new Gauge({
    name: 'rialto_replica_in_use',
    help: '1 while lists and exports read from a standby, 0 while the primary answers everything',
    registers: [registry],
    aggregator: 'min',
    collect() {
      this.set(replica.state.status === 'in use' ? 1 : 0);
    },
  });
  const reads = new Counter({
    name: 'rialto_replica_reads_total',
    help: 'Reads that a standby may answer: by it (replica), or not because it was behind, failed or unused',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of replicaOutcomes) reads.inc({ outcome }, 0);
  replica.onRead((outcome) => reads.inc({ outcome }));
  return replica;
}
