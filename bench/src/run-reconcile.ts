import { openDatabase } from '../../service/src/db/database.ts';
import { reconcile } from '../../service/src/reconciliation/reconcile.ts';
import { findReconciledRail } from '../../service/src/reconciliation/store.ts';
import { serve } from './process.ts';

export type ReconcileJob = { readonly url: string; readonly rail: string };
export type Reconciled = {
  readonly ms: number;
  /** Milliseconds of CPU of this process. */
  readonly cpu: number;
  readonly matched: number;
  readonly cases: number;
  /** The most resident memory of the process, in MiB. */
  readonly memory: number;
  /** The longest transaction or statement, in milliseconds. */
  readonly longest: number;
};

/** Reconciles a rail in a process of its own, with the settings of the service's connections. */
serve(async ({ url, rail: slug }: ReconcileJob): Promise<Reconciled> => {
  const db = openDatabase(url, { max: 4, role: 'rialto_service', service: true });
  try {
    const rail = (await findReconciledRail(db, slug))!;
    const watch = await watchTransactions(url);
    const began = performance.now();
    const before = process.cpuUsage();
    const { matched, cases } = await reconcile(db, rail, (error) => {
      throw error;
    });
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1e3;
    return { ms, cpu, matched, cases, memory: process.resourceUsage().maxRSS / 1_024, longest: await watch.stop() };
  } finally {
    await db.close();
  }
});

const oldest = {
  name: 'bench_oldest',
  text: `
    SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)) * 1000, 0)::float8 AS ms
      FROM pg_stat_activity
    WHERE datname = current_database() AND backend_xid IS NOT NULL`,
};

/** The greatest age of a transaction that writes. Event streams wait for the oldest. */
async function watchTransactions(url: string) {
  const db = openDatabase(url, { max: 1 });
  let longest = 0;
  let running = true;
  const watching = (async () => {
    while (running) {
      const [row] = await db.query<{ ms: number }>(oldest);
      longest = Math.max(longest, row!.ms);
      await new Promise((next) => setTimeout(next, 10));
    }
  })();
  return {
    stop: async () => {
      running = false;
      await watching;
      await db.close();
      return longest;
    },
  };
}
