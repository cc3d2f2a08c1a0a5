import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { measureBulk } from './measure-bulk.ts';
import { measureDeliveries } from './measure-deliveries.ts';
import { measureLatency } from './measure-latency.ts';
import { measurePages } from './measure-pages.ts';
import { measurePayments } from './measure-payments.ts';
import { measureRails, railStage } from './measure-rails.ts';
import { measureReads } from './measure-reads.ts';
import { measureReconcile } from './measure-reconcile.ts';
import { measureSustained } from './measure-sustained.ts';
import { measureTraces } from './measure-traces.ts';
import { measureTransfers } from './measure-transfers.ts';
import { readOptions } from './options.ts';
import { type Stage, setStage } from './stage.ts';
import { query } from './world.ts';

const measures = {
  transfers: measureTransfers,
  latency: measureLatency,
  payments: measurePayments,
  reads: measureReads,
  deliveries: measureDeliveries,
  rails: measureRails,
  reconcile: measureReconcile,
  pages: measurePages,
  traces: measureTraces,
  bulk: measureBulk,
  sustained: measureSustained,
};

async function main(): Promise<void> {
  const options = readOptions();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());
  let stage: Stage | undefined;
  try {
    const { profile, workloads } = options;
    const extra = workloads.includes('rails') ? await railStage() : {};
    stage = await setStage({ profile, ...extra }, interrupted.signal);
    const settings: Record<string, string> = await describe(stage);
    const results: Record<string, object> = {};
    console.log(lines(settings));
    for (const workload of options.workloads) {
      const found = await measures[workload](stage, options, interrupted.signal);
      settings[workload] = `${options.quick ? 'quick, ' : ''}${found.settings}`;
      results[workload] = found.results;
      console.log(`\n${lines({ [workload]: settings[workload] })}\n\n${found.report}\n\nVerified: ${found.verified}`);
    }
    if (options.json) writeFileSync(options.json, `${JSON.stringify({ settings, ...results })}\n`);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.exitCode = 130;
  } finally {
    await stage?.clear();
  }
}

const lines = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n');

async function describe({ service }: Stage) {
  const [row] = await query<Record<string, string>>(
    service.url,
    `SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
            current_setting('shared_buffers') AS buffers`,
  );
  return {
    machine: `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`,
    service: `WORKERS ${process.env.WORKERS ?? 1}`,
    database:
      `PostgreSQL ${row!.version}, fsync ${row!.fsync}, synchronous_commit ${row!.commit}, ` +
      `full_page_writes ${row!.pages}, shared_buffers ${row!.buffers}`,
  };
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
