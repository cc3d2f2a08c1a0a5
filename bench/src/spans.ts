import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../service/src/config/config.ts';
import { openLog } from '../../service/src/config/log.ts';
import { startTracing } from '../../service/src/tracing/start.ts';

/**
 * `node bench/src/spans.ts`: the CPU of the calls that a request makes for its trace, without the rest of the service.
 * A traced request here has a batch of its own with twelve statements, and its spans are sent.
 */
const STATEMENTS = 12;
const REPEATS = 5;
const statement = { 'db.system.name': 'postgresql' };

process.env.OTEL_BSP_MAX_QUEUE_SIZE = '100000';
process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
const collector = createServer(async (request, response) => {
  for await (const _ of request);
  response.end();
}).listen(0, '127.0.0.1');
await once(collector, 'listening');
const { port } = collector.address() as AddressInfo;

for (const [ratio, count] of [
  ['0', 300_000],
  ['1', 2_000],
] as const) {
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  const tracing = startTracing(config, openLog('warn'));
  const costs: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const before = process.cpuUsage();
    for (let i = 0; i < count; i++) traceRequest(tracing);
    if (ratio === '1') await sleep(2_000);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / count);
  }
  await tracing.stop();
  const what = ratio === '1' ? 'traced' : 'not traced';
  console.log(`${what}: ${Math.min(...costs).toFixed(2)} µs for a request (minimum of ${REPEATS})`);
}
collector.closeAllConnections();
collector.close();

function traceRequest(tracing: ReturnType<typeof startTracing>): void {
  const attributes = { 'http.request.method': 'POST', 'http.route': '/api/v1/wallets/transfer', 'rialto.request': 'r' };
  const request = tracing.startRequest(undefined, () => ({ name: 'POST /api/v1/wallets/transfer', attributes }));
  const batch = request && tracing.startBatch('batch', 'internal', [request]);
  if (batch) for (let i = 0; i < STATEMENTS; i++) batch.start('transfers_insert', 'client', statement).end();
  batch?.end();
  request?.end({ 'http.response.status_code': 201 });
}
