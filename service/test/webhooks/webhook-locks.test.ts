import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import type { Attempted } from '../../src/webhooks/attempt.ts';
import { recordAttempts } from '../../src/webhooks/record.ts';
import { holdDeliveries, updateEndpoint } from '../../src/webhooks/store.ts';
import { selectWaiting } from '../support/database.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';

/** It sends nothing by itself. */
let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());

const run = <Row>(tx: { query: Tx['query'] }, text: string, ...values: unknown[]) =>
  tx.query<Row>({ name: text, text }, values);
const someoneWaits = async () => (await run(service.db, selectWaiting)).length > 0;

it('disabling an endpoint and recording its answers both lock the endpoint before its deliveries', async () => {
  const shop = await service.merchant();
  const { world } = shop;
  const { id } = (await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body;
  await shop.call('POST', '/test/events', { type: 'transfer.succeeded' });
  await run(service.db, 'UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1', id);
  const lease = `UPDATE deliveries_open SET leased_until = now() + interval '30 s' WHERE endpoint_id = $1 RETURNING *`;
  const [delivery] = await run<Attempted['delivery']>(service.db, lease, id);
  const outcome = { responseStatus: 200, responseHeaders: {}, responseBody: null, error: null, durationMs: 1 };
  const attempt = { delivery, at: new Date(), requestHeaders: {}, outcome } as unknown as Attempted;

  let recording: Promise<void> = Promise.resolve();
  await transaction(service.db, async (tx) => {
    await tx.query(updateEndpoint, [world, id, null, null, false, null, null, 'disabled', false, null, []]);
    recording = transaction(service.db, async (recorder) => recordAttempts(recorder, [attempt]));
    recording.catch(() => {});
    await until(someoneWaits);
    await tx.query(holdDeliveries, [world, id, 100]);
  });
  await recording;
  const { status, attempts } = (await shop.call('GET', `/deliveries/${delivery!.id}`)).body;
  assert.deepEqual([status, attempts.length], ['succeeded', 1]);
});
