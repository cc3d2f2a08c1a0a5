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
});
