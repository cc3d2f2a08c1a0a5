import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { keepFile } from '../../src/statements/keep-file.ts';
import { CHUNK_BYTES, receiveFile } from '../../src/statements/receive-file.ts';
import { findImportedRail } from '../../src/statements/store.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { bankFile, finished, reconcileRail, sendFile } from '../support/statement-files.ts';

const dataDir = join(tmpdir(), 'rialto-data');
const rail = 'bank-ke';
let service: TestService;
let operator: TestPerson;
const errors: string[] = [];
before(async () => {
  const logs = { write: (line: string) => void errors.push(line) };
  service = await startTestService({ DATA_DIR: dataDir, LOG_LEVEL: 'error' }, undefined, logs);
  operator = await makeOperator(service, 'compliance');
  await reconcileRail(service, { rail });
});
after(() => service.stop());

/** The log about a damaged file. */
const named = /was changed in its store|have another hash|has not all/;

const download = (id: string, who: TestPerson = operator) =>
  fetch(`${service.base}/api/v1/operator/statement_files/${id}/raw`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const refusal = async (reply: Response) => [reply.status, ((await reply.json()) as any).error.code];
const chunksOf = (file: string) =>
  service.db.query<{ document: string; size: number }>(
    { name: 'raw_chunks', text: 'SELECT document, size FROM statement_chunks WHERE file = $1 ORDER BY number' },
    [file],
  );
/** Sends a file of three chunks. */
async function send(name: string): Promise<{ id: string; bytes: Buffer }> {
  const finance = await makeOperator(service, 'finance');
  const padding = `${name} ${'x'.repeat(CHUNK_BYTES * 2 + 1_000)}`;
  const bytes = Buffer.from(`${bankFile(['2026-10-01,A1,rent,100.00,'])}${padding}`);
  const sent = await sendFile(finance, rail, name, bytes);
  assert.equal(sent.status, 202, sent.text);
  await finished(finance, sent.body.id);
  return { id: sent.body.id, bytes };
}

describe('the bytes of a statement file', () => {
  it('are downloaded as they were received, also of a refused file, and the download is audited', async () => {
    const { id, bytes } = await send('october "1".CSV');
    const reply = await download(id);
    const { body: file } = await operator.call('GET', `/operator/statement_files/${id}`);
    assert.equal(file.status, 'refused');
    assert.deepEqual(
      ['content-type', 'content-length', 'content-disposition'].map((name) => reply.headers.get(name)),
      ['application/octet-stream', String(bytes.length), `attachment; filename="${id}.csv"`],
    );
    const got = await bytesOf(reply);
    assert.deepEqual([got.equals(bytes), sha256(got)], [true, file.sha256]);
    const [act] = (await actsOn(service, id)).filter(({ action }) => action === 'statement_file.downloaded');
    assert.deepEqual([act.actor.id, act.after], [operator.id, { rail }]);
  });

  it('are for operators who may read the books', async () => {
    const { id } = await send('rights.csv');
    assert.deepEqual(await refusal(await download(id, await makeOperator(service, 'support'))), [
      ...[403, 'forbidden_account_type'],
    ]);
    assert.deepEqual(await refusal(await download(`${id.slice(0, -4)}zzzz`)), [404, 'not_found']);
    assert.deepEqual(
      (await actsOn(service, id)).map(({ action }) => action),
      ['statement_file.received'],
    );
  });

  it('are refused if a sealed chunk was changed, swapped, replaced or lost, before a byte is sent', async () => {
    const { id, bytes } = await send('damaged.csv');
    const [first, second, third] = await chunksOf(id);
    const path = (document: string) => join(dataDir, 'documents', document);
    const kept = await readFile(path(second!.document));
    const restore = () => writeFile(path(second!.document), kept);
    const damaged = async (what: string) => {
      assert.deepEqual(await refusal(await download(id)), [409, 'statement_file_damaged'], what);
      await restore();
    };
    const flipped = Buffer.from(kept);
    flipped[flipped.length >> 1]! ^= 1;
    await writeFile(path(second!.document), flipped);
    await damaged('a changed bit');
    await writeFile(path(second!.document), await readFile(path(first!.document)));
    await damaged('the sealed bytes of another chunk');
    // A person with the key of the store can seal other bytes. The hash in the database reveals them.
    await service.documents.put(second!.document, Buffer.alloc(second!.size, 'y'));
    await damaged('other bytes under the right seal');
    await service.documents.delete(second!.document);
    await damaged('a missing chunk');
    await service.db.query({ name: 'raw_drop', text: 'DELETE FROM statement_chunks WHERE document = $1' }, [
      third!.document,
    ]);
    await damaged('a missing row');
    await service.db.query(
      { name: 'raw_add', text: 'INSERT INTO statement_chunks (file, number, document, size) VALUES ($1, 2, $2, $3)' },
      [id, third!.document, third!.size],
    );
    assert.ok((await bytesOf(await download(id))).equals(bytes));
    await until(async () => errors.filter((line) => named.test(line)).length >= 5);
  });

  it('are downloaded of a file that a provider made on request', async () => {
    const stores = { db: service.db, documents: service.documents };
    const settings = (await findImportedRail(service.db, rail))!;
    const draft = { rail: settings, source: 'provider', name: 'day.csv', createdBy: 'service' } as const;
    const bytes = Buffer.from(bankFile(['2026-10-02,A2,rent,100.00,']));
    const received = await receiveFile(stores, draft, Readable.from([bytes]));
    await transaction(service.db, (tx) => keepFile(tx, received, { actor: { type: 'service', id: 'statements' } }));
    const reply = await download(received.id);
    assert.deepEqual([reply.status, (await bytesOf(reply)).equals(bytes)], [200, true]);
  });

  it("do not exist for a reading of a provider's own list", async () => {
    const id = 'stf_01kf0r9a1xe2sbt4k6m8pq0v3n';
    await service.db.query(
      {
        name: 'raw_list',
        text: `INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by,
                                            finished_at)
               VALUES ($1, $2, false, 'provider', 'list', 'provider', 'imported', 'service', now())`,
      },
      [id, rail],
    );
    assert.deepEqual(await refusal(await download(id)), [404, 'not_found']);
  });
});
