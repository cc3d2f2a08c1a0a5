import type { onResponseHookHandler } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Build } from '../config/build.ts';

export type HttpMetrics = { readonly onResponse: onResponseHookHandler };

export type Metrics = HttpMetrics & {
  readonly registry: Registry;
  readonly deliveryAttempts: Counter<'outcome'>;
  readonly payments: Counter<'outcome'>;
  readonly payouts: Counter<'result'>;
  readonly payoutItems: Counter<'outcome'>;
  readonly workerErrors: Counter<'worker'>;
  readonly messages: Counter<'channel' | 'outcome'>;
  readonly requestLog: Counter<'outcome'>;
  readonly testDeletions: Counter<'what'>;
};

/** Prometheus metrics of this process, served at /metrics. */
export function createMetrics(
  database: { totalCount: number; idleCount: number; waitingCount: number },
  build: Build,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'rialto_build_info',
    help: 'Always 1; the labels say which program this is',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ ...build }, 1);
  const duration = new Histogram({
    name: 'rialto_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  new Gauge({
    name: 'rialto_database_connections',
    help: 'Connections to the database by state',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, database.totalCount);
      this.set({ state: 'idle' }, database.idleCount);
      this.set({ state: 'awaited' }, database.waitingCount);
    },
  });
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const messages = counter('rialto_messages_total', 'SMS and e-mails', 'channel', 'outcome');
  // Each series starts at zero: an alarm sees no increase in a series that begins with its first event.
  for (const channel of ['sms', 'email'])
    for (const outcome of ['sent', 'failed', 'refused', 'abandoned']) messages.inc({ channel, outcome }, 0);
  return {
    registry,
    deliveryAttempts: counter('rialto_webhook_attempts_total', 'Attempts to deliver a webhook', 'outcome'),
    payments: counter('rialto_payments_final_total', 'Payments that became final', 'outcome'),
    payouts: counter('rialto_payouts_completed_total', 'Payouts whose items are all final', 'result'),
    payoutItems: counter('rialto_payout_items_final_total', 'Items of payouts that became final', 'outcome'),
    workerErrors: counter('rialto_worker_errors_total', 'Worker rounds that failed', 'worker'),
    messages,
    requestLog: counter('rialto_request_log_total', 'Requests written to the request log, or dropped', 'outcome'),
    testDeletions: counter('rialto_test_deletions_total', 'Test merchants that were deleted, and their rows', 'what'),
    onResponse: (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    },
  };
}
