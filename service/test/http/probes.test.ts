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

describe('the operator’s probes', () => {
  it('answer HEAD as they do GET, without a body, and so does every page', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs', '/.well-known/jwks.json']) {
      const [head, get] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(service.base + path, { method })));
      assert.deepEqual([head!.status, await head!.text()], [200, ''], path);
      assert.equal(head!.headers.get('content-type'), get!.headers.get('content-type'));
      await get!.text();
    }
  });

  it('say that the process lives, that the database answers, and what happened so far', async () => {
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
    assert.ok(!metrics.text.includes('wal_'), 'a metric for each record would never end');
  });

  it('count from zero on what alarms are for: an increase is not seen in a series that begins with its first one', async () => {
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

  it('tell for how long the oldest has waited, and 0 where nothing does', async (t) => {
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
      /** In units of so many seconds, once it was looked for again. */
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
      // An endpoint that fails is its owner's trouble.
      await becomes('deliveries', 1, 0);
    } finally {
      await waits.stop();
    }
  });

  it('ask the database nothing, however often they are read: what waits is looked for every 15 s', async (t) => {
    const node = await startTestService({ ROLE: 'api' });
    t.after(() => node.stop());
    await node.request('GET', '/metrics');
    const asked: string[] = [];
    const { query } = node.db;
    Object.assign(node.db, {
      query: (statement: Statement, values?: readonly unknown[]) => {
        asked.push(statement.name);
        return query(statement, values);
      },
    });
    for (let i = 0; i < 100; i++) assert.equal((await node.request('GET', '/metrics')).status, 200);
    assert.ok(asked.filter((name) => name === 'waiting_oldest').length <= 1, asked.join(' '));
    // What the node does by itself meanwhile, such as comparing clocks.
    assert.ok(asked.length <= 5, asked.join(' '));
    // Control: where each scrape asks, they are counted here.
    const stop = watchWaiting(node.db, new Registry());
    stop();
    assert.ok(asked.includes('waiting_oldest'));
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
    // What nobody knows is not told as 0.
    assert.doesNotMatch(await registry.metrics(), /^rialto_oldest_waiting_seconds\{/m);
  });

  it('are not ready when the database says nothing, long before its connection is given up', {
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
