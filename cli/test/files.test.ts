import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestMerchant, type TestService } from '../../service/test/support/harness.ts';
import { type Desk, sitDown } from './terminal.ts';

describe('a person at the command line', () => {
  let service: TestService;
  let merchant: TestMerchant;
  let desk: Desk;

  before(async () => {
    service = await startTestService();
    merchant = await service.merchant();
    await merchant.wallet('XOF', 100_000n);
    desk = sitDown({ RIALTO_BASE_URL: service.base, RIALTO_API_KEY: merchant.key });
  });
  after(() => service.stop());

  it('exports a list, downloads the file and reads the settlement report', async () => {
    const one = await desk.json('exports', 'create', 'payments', '--format', 'csv', '--filter', 'currency=XOF');
    assert.deepEqual([one.status, one.resource], ['completed', 'payments']);
    assert.equal((await desk.json('exports', 'list')).data[0].id, one.id);
    assert.equal((await desk.json('exports', 'get', one.id)).rows, one.rows);
    const saved = join(desk.home, 'payments.csv');
    const download = await desk.run('exports', 'download', one.id, '--output', saved);
    assert.equal(download.code, 0, download.output);
    const text = readFileSync(saved, 'utf8');
    assert.match(text, /^id,created_at,status,amount/);
    assert.equal(text.length, one.bytes);
    const day = new Date().toISOString().slice(0, 10);
    const report = await desk.json('reports', 'settlement', '--from', day, '--to', day, '--time-zone', 'UTC');
    assert.deepEqual([report.time_zone, report.totals[0].closing], ['UTC', 100_000]);
    const refused = await desk.run('exports', 'create', 'transfers', '--filter', 'status=succeeded');
    assert.equal(refused.code, 1);
    assert.match(refused.output, /does not filter transfers/);
  });

  it('sells by a link and a session, and saves their codes', async () => {
    const link = await desk.json(
      ...['links', 'create', '--currency', 'XOF', '--amount', '2500', '--name', 'Rice', '--stock', '3', '--once'],
      ...['--ask-name', 'required', '--expires-at', '2099-12-31T23:59:00Z'],
    );
    assert.deepEqual(
      [link.amount, link.name, link.stock, link.use, link.ask],
      [2_500, 'Rice', 3, 'once', { name: 'required', note: 'no' }],
    );
    const closed = await desk.json('links', 'deactivate', link.id);
    assert.deepEqual([closed.state, (await desk.json('links', 'list', '--active', 'true')).data], ['inactive', []]);
    assert.equal((await desk.json('links', 'activate', link.id)).state, 'open');

    const session = await desk.json(
      ...['checkout', 'create', '--amount', '1200', '--currency', 'XOF', '--reference', 'order-7'],
      ...['--expires-in', '3600', '--success-url', 'https://shop.example/done'],
    );
    assert.equal((await desk.json('checkout', 'list', '--reference', 'order-7')).data[0].id, session.id);
    for (const [format, head] of Object.entries({ svg: '<svg', png: '\x89PNG', pdf: '%PDF' })) {
      const saved = join(desk.home, `counter.${format}`);
      const { code, output } = await desk.run('links', 'qr', link.id, '--format', format, '--output', saved);
      assert.equal(code, 0, output);
      assert.equal(readFileSync(saved, 'latin1').slice(0, head.length), head);
    }
    assert.match((await desk.run('checkout', 'qr', session.id, '--output', '-')).output, /<svg/);
    assert.equal((await desk.json('checkout', 'expire', session.id)).status, 'expired');
    const twice = await desk.run('checkout', 'expire', session.id);
    assert.deepEqual([twice.code, /expired/.test(twice.output)], [0, true]);
    const wrong = await desk.run('links', 'qr', link.id, '--format', 'gif');
    assert.equal(wrong.code, 2);
    assert.match(wrong.output, /svg, png or pdf/);
  });
});
