import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { deleteExpiredExportFiles } from '../../src/exports/delete-expired.ts';
import { createExportWorker, type ExportWorker } from '../../src/exports/worker.ts';
import type { EmailMessage } from '../../src/messages/sender.ts';
import type { DocumentStore } from '../../src/storage/document-store.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { notingQueue } from '../support/message-queue.ts';
import { fileOf } from './support.ts';

/** The test itself is the worker: this node only answers requests. */
let service: TestService;
let shop: TestMerchant;
let payments: string[];
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  payments = [];
  for (let i = 0; i < 30; i++) {
    const body = { amount: 100 + i, currency: 'XOF', customer: '+221770000007', reference: `order-${i}` };
    payments.push((await shop.call('POST', '/payments', body)).body.id);
  }
});
after(() => service.stop());

const query = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const mails: EmailMessage[] = [];
const lost: { export: string; reason: string }[] = [];

/** A part for each record, if `partBytes` is 1. */
function startWork(more: Partial<ExportWorker> = {}) {
  return createExportWorker({
    ...{ db: service.db, documents: service.documents, exponentOf: () => 0, partBytes: 1 },
    notifier: { queue: notingQueue(mails), brand: 'Test', page: 'https://x/exports' },
    onError: () => {},
    onFailed: (one) => void lost.push(one),
    ...more,
  });
}

/** Pages of ten records, so that thirty take three parts and an empty last one. */
const portion = { size: 10, took: () => {} };

async function open(format: string): Promise<string> {
  const answer = await shop.call('POST', '/exports', { resource: 'payments', format });
  assert.equal(answer.status, 202, answer.text);
  return answer.body.id;
}
const read = async (id: string) => (await shop.call('GET', `/exports/${id}`)).body;

async function finish(id: string, round: () => Promise<unknown>, most = 30): Promise<any> {
  for (let i = 0; i < most; i++) {
    const one = await read(id);
    if (one.status === 'completed' || one.status === 'failed') return one;
    await round();
  }
  throw new Error('not finished');
}

/** A store that fails `times` times, and then works. */
const failing = (times: number): DocumentStore => ({
  ...service.documents,
  put: async (name, bytes) => {
    if (times-- > 0) throw new Error('the disk is full');
    return service.documents.put(name, bytes);
  },
});
const dueNow = (id: string) => query('UPDATE exports SET due_at = now() WHERE id = $1 AND due_at IS NOT NULL', id);

const idsIn = async (one: any): Promise<string[]> => {
  const file = await fileOf(service.base, shop, one);
  assert.equal(file.length, one.bytes);
  if (one.format === 'xlsx')
    return (await readXlsx(file)).sheets.flatMap(({ rows }) => rows.slice(1).map(([id]) => id as string));
  const lines = file
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  return one.format === 'csv'
    ? lines.slice(1).map((line) => line.split(',')[0]!)
    : lines.map((line) => JSON.parse(line).id);
};

for (const format of ['csv', 'xlsx', 'jsonl']) {
  describe(`an export as ${format}`, () => {
    it('is the same in many parts, each by another process', async () => {
      const id = await open(format);
      const done = await finish(id, () => startWork({ portion })());
      assert.deepEqual([done.status, done.rows], ['completed', 30]);
      assert.ok((await query('SELECT FROM export_parts WHERE export_id = $1', id)).length >= 3);
      assert.deepEqual(await idsIn(done), payments);
    });

    it('continues after a crash between the store and the database', async () => {
      const id = await open(format);
      const work = startWork({ portion });
      await work();
      const [before] = await query('SELECT rows, parts FROM exports WHERE id = $1', id);
      // The part is stored, and the process ends before it writes the row.
      const crash = startWork({
        portion,
        documents: {
          ...service.documents,
          put: async (name, bytes) => {
            await service.documents.put(name, bytes);
            await query('UPDATE exports SET claims = claims + 1 WHERE id = $1', id);
          },
        },
      });
      await crash();
      assert.deepEqual(await query('SELECT rows, parts FROM exports WHERE id = $1', id), [before]);
      await dueNow(id);
      assert.deepEqual(await idsIn(await finish(id, work)), payments);
    });

    it('waits longer after each failure of the store, and then continues', async () => {
      const id = await open(format);
      const work = startWork({ portion, documents: failing(2) });
      const waits: number[] = [];
      for (let i = 0; i < 2; i++) {
        await work();
        const [row] = await query(
          'SELECT extract(epoch FROM due_at - updated_at)::int AS s FROM exports WHERE id = $1',
          id,
        );
        waits.push(row.s);
        await dueNow(id);
      }
      assert.deepEqual(waits, [2, 4]);
      assert.deepEqual(await idsIn(await finish(id, work)), payments);
    });
  });
}

it('a process that lost its lease adds nothing; control: without both defenses it does', async () => {
  const { advanceExport } = await import('../../src/exports/store.ts');
  const { name, text } = advanceExport;
  const run = async () => {
    const id = await open('jsonl');
    let inner: Promise<unknown> | undefined;
    const other = startWork({ portion });
    // While this process stores its part, its lease ends and another one writes the same part.
    const slow = startWork({
      portion,
      documents: {
        ...service.documents,
        put: async (document, bytes) => {
          await service.documents.put(document, bytes);
          await dueNow(id);
          inner ??= other();
          await inner;
        },
      },
    });
    await slow();
    await dueNow(id);
    const done = await finish(id, () => startWork({ portion })()).catch(() => null);
    if (!done) await query('DELETE FROM exports WHERE id = $1', id);
    return done && (await idsIn(done).catch(() => null));
  };
  assert.deepEqual(await run(), payments);
  Object.assign(advanceExport, { name: `${name}_control`, text: text.replace('AND e.claims = $3', 'AND $3::int > 0') });
  const unique = 'export_parts_world_export_id_number_key';
  await asOwner(`ALTER TABLE export_parts DROP CONSTRAINT ${unique}`);
  try {
    assert.notEqual(advanceExport.text, text);
    assert.notDeepEqual(await run(), payments);
  } finally {
    Object.assign(advanceExport, { name, text });
    await query('DELETE FROM export_parts');
    await asOwner(`ALTER TABLE export_parts ADD CONSTRAINT ${unique} UNIQUE (world, export_id, number)`);
  }
});

it('an export takes its turn after each part', async () => {
  const [large, small] = [await open('csv'), await open('csv')];
  const work = startWork({ portion });
  await work();
  await work();
  assert.deepEqual([(await read(large)).rows, (await read(small)).rows], [10, 10]);
  for (const id of [large, small]) await finish(id, work);
});

it('the upper bound is the moment of the request', async () => {
  const id = await open('jsonl');
  const later = await shop.call('POST', '/payments', { amount: 1, currency: 'XOF', customer: '+221770000007' });
  const done = await finish(id, startWork());
  assert.ok(!(await idsIn(done)).includes(later.body.id));
  await query('DELETE FROM payments WHERE id = $1', later.body.id).catch(() => {});
});

describe('an export that cannot be written', () => {
  it('fails after twelve attempts, frees its place and keeps no file', async () => {
    const id = await open('csv');
    const work = startWork({ portion });
    await work();
    const broken = startWork({ portion, documents: failing(99) });
    for (let i = 0; i < 12; i++) {
      await dueNow(id);
      await broken();
    }
    const failed = await read(id);
    assert.deepEqual([failed.status, failed.failure.code, failed.file], ['failed', 'export_error', null]);
    assert.deepEqual(lost.at(-1), { export: id, reason: 'export_error' });
    assert.deepEqual(refusal(await shop.call('GET', `/exports/${id}/file`)), [409, 'export_not_completed']);
    const [{ document }] = (await query('SELECT document FROM export_parts WHERE export_id = $1', id)) as any;
    await deleteExpiredExportFiles(service.db, service.documents, () => false);
    assert.equal(await service.documents.get(document), null);
  });
});

describe('an expired export', () => {
  it('is deleted with its files, and others are not', async () => {
    const [old, kept] = [await open('csv'), await open('csv')];
    const work = startWork();
    await finish(old, work);
    const keptOne = await finish(kept, work);
    const parts = await query('SELECT document FROM export_parts WHERE export_id = $1', old);
    await query(`UPDATE exports SET expires_at = now() - interval '1 s' WHERE id = $1`, old);
    await deleteExpiredExportFiles(service.db, service.documents, () => false);
    assert.deepEqual(refusal(await shop.call('GET', `/exports/${old}`)), [404, 'not_found']);
    for (const { document } of parts as { document: string }[])
      assert.equal(await service.documents.get(document), null);
    assert.deepEqual(await query('SELECT FROM export_parts WHERE export_id = $1', old), []);
    assert.ok((await idsIn(keptOne)).length >= 30);
  });

  it('loses its row only after its file', async () => {
    const id = await open('csv');
    await finish(id, startWork());
    await query(`UPDATE exports SET expires_at = now() - interval '1 s' WHERE id = $1`, id);
    const broken = { ...service.documents, delete: () => Promise.reject(new Error('the store is down')) };
    await assert.rejects(
      deleteExpiredExportFiles(service.db, broken, () => false),
      /the store is down/,
    );
    // A busy machine writes a file in more than one part.
    assert.ok((await query('SELECT FROM export_parts WHERE export_id = $1', id)).length > 0);
    await deleteExpiredExportFiles(service.db, service.documents, () => false);
    assert.deepEqual(await query('SELECT FROM export_parts WHERE export_id = $1', id), []);
  });
});

it('a member who asked gets a mail, in their language, and a key gets none', async () => {
  mails.length = 0;
  await finish(await open('csv'), startWork());
  assert.equal(mails.length, 0);
  const developer = await service.person('developer');
  await query(
    `INSERT INTO memberships (integration_id, developer_id, role) VALUES ($1, $2, 'viewer')`,
    shop.integrationId,
    developer.id,
  );
  await query(`UPDATE accounts SET language = 'fr' WHERE id = $1`, developer.id);
  const ask = async () => {
    const answer = await service.request('POST', '/api/v1/exports', {
      key: developer.token,
      headers: { 'service-integration': shop.integrationId },
      body: { resource: 'payments', format: 'csv' },
    });
    assert.equal(answer.status, 202, answer.text);
    return finish(answer.body.id, startWork());
  };
  await ask();
  assert.deepEqual([mails.length, mails[0]!.subject], [1, 'Votre export est prêt']);
  assert.match(mails[0]!.text, /https:\/\/x\/exports/);
  // A person who left the integration gets nothing of a later export.
  await query(
    `UPDATE exports SET status = 'pending', due_at = now(), cursor = NULL, rows = 0, bytes = 0, parts = 0,
       completed_at = NULL, expires_at = NULL WHERE requested_by = $1`,
    developer.id,
  );
  await query('DELETE FROM export_parts');
  await query('DELETE FROM memberships WHERE developer_id = $1', developer.id);
  await startWork()();
  assert.equal(mails.length, 1);
});
