import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { DatabaseWentBack } from '../db/failure.ts';

/** Reports that the database has lost acknowledged transactions, in the log and as a metric. */
export function watchHistory({ history }: Database, registry: Registry, log: Logger): void {
  history?.onLoss((loss) =>
    log.fatal(
      loss ? { expected: `${loss.expected}`, found: loss.found === null ? null : `${loss.found}` } : {},
      new DatabaseWentBack().message,
    ),
  );
  new Gauge({
    name: 'rialto_database_lost',
    help: '1 while the database is known to lack acknowledged transactions, and this node refuses to work',
    registers: [registry],
    collect() {
      this.set(history?.lost ? 1 : 0);
    },
  });
}
