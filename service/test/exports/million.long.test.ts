import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createExportWorker } from '../../src/exports/worker.ts';
import type { DocumentStore } from '../../src/storage/document-store.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { notingQueue } from '../support/message-queue.ts';

const ROWS = 1_000_000;
const MIB = 2 ** 20;
/** One part, its copies on the way to the store, and what the collector has not freed yet. */
const MOST_MIB = 200;

/** The test itself is the worker. The memory is this process's, so nothing else runs in it. */
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  const wallet = await shop.wallet('XOF');
  // As `bench/src/fill-merchant.ts` writes them.
  await service.db.pool.query('SET statement_timeout = 0');
  for (let from = 1; from <= ROWS; from += 100_000)
    await service.db.pool.query(
      `INSERT INTO payments (world, id, amount, currency, customer, status, amount_refunded, fee, wallet_id, rail,
         rail_reference, reference, metadata, created_at, updated_at, expires_at, succeeded_at, version, asked)
       SELECT $1, 'pay' || id_from('', at) || '7000' || lpad(n::text, 12, '0'), 1000 + n * 7919 % 49000, 'XOF',
              '+22177' || lpad((n % 50000)::text, 7, '0'), 'succeeded', 0, 0, $2, 'sandbox', 'sbx_' || n, 'order-' || n,
              jsonb_build_object('order', 'order-' || n), at, at, at, at, 3, 2
       FROM (SELECT n, date_trunc('milliseconds', now()) - ($5 - n) * interval '2 s' - interval '1 hour' AS at
             FROM generate_series($3::bigint, $4::bigint) n) s`,
      [shop.world, wallet, from, Math.min(from + 99_999, ROWS), ROWS],
    );
  await service.db.pool.query('ANALYZE payments').catch(() => {});
});
after(() => service.stop());

/** Counts what it gets and keeps nothing, so that the measured memory is the service's. */
function countingStore(): DocumentStore & { bytes: number; lines: number } {
  const store = {
    bytes: 0,
    lines: 0,
    put: async (_name: string, bytes: Uint8Array) => {
      store.bytes += bytes.length;
      for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) store.lines++;
    },
    get: async () => null,
    delete: async () => {},
  };
  return store;
}

/** The most memory beyond that of the beginning, in bytes. */
function watchMemory(): () => number {
  const used = () => process.memoryUsage().rss;
  const first = used();
  let most = first;
  const timer = setInterval(() => {
    most = Math.max(most, used());
  }, 50);
  return () => {
    clearInterval(timer);
    return most - first;
  };
}

for (const format of ['csv', 'jsonl', 'xlsx']) {
  it(`a million payments as ${format} take a bounded memory`, async () => {
    const documents = countingStore();
    const work = createExportWorker({
      ...{ db: service.db, documents, exponentOf: () => 0 },
      notifier: { queue: notingQueue([]), brand: 'Test', page: '' },
      onError: (error) => console.error(error),
      onFailed: () => {},
    });
    const { id } = (await shop.call('POST', '/exports', { resource: 'payments', format })).body;
    const memory = watchMemory();
    const began = performance.now();
    let slices = 0;
    for (let done = 1; done > 0; slices++) ({ done } = await work());
    const seconds = Math.round((performance.now() - began) / 1_000);
    const mib = Math.round(memory() / MIB);
    console.log(
      `${format}: ${seconds} s, ${slices} parts, ${Math.round(documents.bytes / MIB)} MiB, +${mib} MiB of memory`,
    );
    const one = (await shop.call('GET', `/exports/${id}`)).body;
    assert.deepEqual([one.status, one.rows, one.bytes], ['completed', ROWS, documents.bytes]);
    if (format === 'csv') assert.equal(documents.lines, ROWS + 1);
    if (format === 'jsonl') assert.equal(documents.lines, ROWS);
    assert.ok(mib < MOST_MIB, `${mib} MiB`);
  });
}
