import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { watchWaiting } from '../../src/boot/waiting.ts';
import { build } from '../../src/config/build.ts';
import type { Statement } from '../../src/db/database.ts';
import { openPayment } from '../support/flows.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { startProxy } from '../support/proxy.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

describe('the health checks and metrics', () => {
  it('answer HEAD like GET, without a body, and so does every page', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/.well-known/jwks.json']) {
      const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(service.base + path, { method })));
      assert.deepEqual([head!.status, await head!.text()], [200, ''], path);
      assert.equal(head!.headers.get('content-type'), get!.headers.get('content-type'));
      await get!.text();
    }
  });

  it('report that the process lives, that the database answers, and counts since the start', async () => {
    assert.deepEqual((await service.request('GET', '/healthz')).body, { status: 'ok', ...build });
    assert.deepEqual((await service.request('GET', '/readyz')).body, { status: 'ready' });
    const shop = await service.merchant();
    await shop.call('GET', `/wallets/${await shop.wallet('XOF')}`);
    const metrics = await service.request('GET', '/metrics');
    assert.match(metrics.headers.get('content-type') ?? '', /^text\/plain/);
    const line =
      /^rialto_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/wallets\/:id",status="200"\} \d+$/m;
    assert.match(metrics.text, line);
    assert.ok(metrics.text.includes(`rialto_build_info{version="${build.version}",commit="${build.commit}"} 1\n`));
    assert.doesNotMatch(metrics.text, /wal_[\da-z]{26}/, 'a metric for each record would grow without limit');
  });

  it('start the counters of alarms at zero: a series that begins with its first event hides the increase', async () => {
    const { text } = await service.request('GET', '/metrics');
    for (const worker of ['payments', 'refunds', 'payouts', 'payout_items', 'deliveries', 'replays', 'retention'])
      assert.match(text, new RegExp(`^rialto_worker_errors_total\\{worker="${worker}"\\} \\d+$`, 'm'));
    for (const channel of ['sms', 'email'])
      for (const outcome of ['sent', 'failed', 'refused', 'abandoned'])
        assert.match(
          text,
          new RegExp(`^rialto_messages_total\\{channel="${channel}",outcome="${outcome}"\\} \\d+$`, 'm'),
        );
  });

  it('report the age of the oldest waiting item, and 0 where nothing waits', async (t) => {
    const waits = await startTestService({ ROLE: 'api' });
    try {
      const shop = await waits.merchant();
      const registry = new Registry();
      t.after(watchWaiting(waits.db, registry, 20));
      const seconds = async (what: string, mode = 'test') => {
        const text = await registry.metrics();
        return Number(
          new RegExp(`^rialto_oldest_waiting_seconds\\{what="${what}",mode="${mode}"\\} (.+)$`, 'm').exec(text)![1],
        );
      };
      /** In this unit of seconds, after the next query. */
      const becomes = (what: string, unit: number, count: number) =>
        until(async () => Math.trunc((await seconds(what)) / unit) === count);
      for (const what of ['payments', 'refunds', 'payouts', 'payout_items', 'deliveries'])
        assert.equal(await seconds(what), 0);
      const { id } = await openPayment(shop);
      await shop.call('POST', '/webhooks', { url: 'http://localhost:9/', events: ['*'] });
      await shop.call('POST', '/test/events', { type: 'payment.succeeded' });
      await waits.db.pool.query(`UPDATE payments SET created_at = now() - interval '2 hours' WHERE id = $1`, [id]);
      await waits.db.pool.query(`UPDATE deliveries SET next_attempt_at = now() - interval '9 minutes'`);
      await becomes('payments', 60, 120);
      await becomes('deliveries', 60, 9);
      assert.equal(await seconds('payments', 'live'), 0);
      const wallet = await shop.wallet('XOF', 10n);
      const items = [{ recipient: '+221770000100', amount: 10 }];
      assert.equal((await shop.call('POST', '/payouts', { currency: 'XOF', wallet, items })).status, 202);
      await waits.db.pool.query(`UPDATE payouts SET due_at = now() - interval '5 hours'`);
      await becomes('payouts', 3_600, 5);
      await waits.db.pool.query(`UPDATE webhook_endpoints SET failing_since = now()`);
      // A failing endpoint is its owner's problem.
      await becomes('deliveries', 1, 0);
    } finally {
      await waits.stop();
    }
  });

  it('run no queries when they are read: waiting items are counted every 15 s', async (t) => {
    const node = await startTestService({ ROLE: 'api' });
    t.after(() => node.stop());
    await node.request('GET', '/metrics');
    const queries: string[] = [];
    const { query } = node.db;
    Object.assign(node.db, {
      query: (statement: Statement, values?: readonly unknown[]) => {
        queries.push(statement.name);
        return query(statement, values);
      },
    });
    for (let i = 0; i < 100; i++) assert.equal((await node.request('GET', '/metrics')).status, 200);
    assert.ok(queries.filter((name) => name === 'waiting_oldest').length <= 1, queries.join(' '));
    // The node's own queries in the meantime, such as comparing clocks.
    assert.ok(queries.length <= 5, queries.join(' '));
    // Control: when each scrape runs the queries, they are counted here.
    const stop = watchWaiting(node.db, new Registry());
    stop();
    assert.ok(queries.includes('waiting_oldest'));
  });

  it('are not ready when the database is gone, while the process lives', async (t) => {
    const broken = await startTestService();
    t.after(() => broken.stop().catch(() => {}));
    await broken.db.close();
    assert.equal((await broken.request('GET', '/readyz')).status, 503);
    assert.equal((await broken.request('GET', '/healthz')).status, 200);
    assert.equal((await broken.request('GET', '/metrics')).status, 200);
    const registry = new Registry();
    watchWaiting(broken.db, registry)();
    // An unknown value is not reported as 0.
    assert.doesNotMatch(await registry.metrics(), /^rialto_oldest_waiting_seconds\{/m);
  });

  it('are not ready when the database does not answer, long before its connection is given up', {
    timeout: 120_000,
  }, async (t) => {
    const wire = await startProxy(service.url);
    t.after(() => wire.close());
    const node = await startTestService({ ROLE: 'api' }, wire);
    t.after(() => node.stop().catch(() => {}));
    assert.equal((await node.request('GET', '/readyz')).status, 200);
    wire.silence();
    assert.equal((await node.request('GET', '/readyz')).status, 503);
    wire.cut();
  });
});
