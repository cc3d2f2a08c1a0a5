import type { onResponseHookHandler } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Build } from '../config/build.ts';

export type HttpMetrics = { readonly onResponse: onResponseHookHandler };

export type Metrics = HttpMetrics & {
  readonly registry: Registry;
  readonly deliveryAttempts: Counter<'outcome'>;
  readonly deadDeliveries: Counter;
  readonly disabledEndpoints: Counter;
  readonly payments: Counter<'outcome'>;
  readonly payouts: Counter<'result'>;
  readonly payoutItems: Counter<'outcome'>;
  readonly railCalls: Histogram<'rail' | 'operation' | 'outcome'>;
  readonly workerErrors: Counter<'worker'>;
  readonly messages: Counter<'channel' | 'outcome'>;
  readonly requestLog: Counter<'outcome'>;
  readonly testDeletions: Counter<'what'>;
};

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);
/** 429 and 503 ask the client to come again, so they are no faults of their own. `5xx` has all others. */
const classes = ['1xx', '2xx', '3xx', '4xx', '429', '503', '5xx'] as const;
const classOf = (status: number): (typeof classes)[number] =>
  classes.find((name) => name === `${status}`) ?? classes.find((name) => name === `${`${status}`[0]}xx`) ?? '5xx';

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
  const answers = counter('rialto_http_answers_total', 'Answers by class, without those to probes', 'class');
  for (const name of classes) answers.inc({ class: name }, 0);
  // Each series starts at zero: an alarm sees no increase in a series that begins with its first event.
  for (const channel of ['sms', 'email'])
    for (const outcome of ['sent', 'failed', 'refused', 'abandoned']) messages.inc({ channel, outcome }, 0);
  return {
    registry,
    deliveryAttempts: counter('rialto_webhook_attempts_total', 'Attempts to deliver a webhook', 'outcome'),
    deadDeliveries: counter('rialto_webhook_deliveries_dead_total', 'Deliveries that failed at their last attempt'),
    disabledEndpoints: counter('rialto_webhook_endpoints_disabled_total', 'Endpoints disabled after days of failures'),
    railCalls: new Histogram({
      name: 'rialto_rail_call_duration_seconds',
      help: 'Time of a call to a rail; a call fails without an answer, or with one that leaves the outcome unknown',
      labelNames: ['rail', 'operation', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
      registers,
    }),
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
      if (!probes.has(route)) answers.inc({ class: classOf(reply.statusCode) });
      done();
    },
  };
}
