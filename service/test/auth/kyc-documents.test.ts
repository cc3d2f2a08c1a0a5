import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import pino from 'pino';
import type { Command } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { storeDocument } from '../../src/kyc/upload.ts';
import { createSweep } from '../../src/retention/sweep.ts';
import type { DocumentStore } from '../../src/storage/document-store.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { decide, download, jpeg, pdf, png, submit, submitted, upload } from '../support/kyc-flows.ts';
import { notingQueue } from '../support/message-queue.ts';
import type { TestPerson } from '../support/person.ts';
import { withStatements } from '../support/world.ts';

const LIMIT = 5 * 1024 * 1024;
let service: TestService;
let customer: TestPerson;
let officer: TestPerson;
before(async () => {
  service = await startTestService();
  officer = await service.person('operator', { role: 'compliance' });
});
after(() => service.stop());
beforeEach(async () => {
  customer = await service.person('customer');
});

const rows = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
const get = (who: TestPerson, id: string) => download(service.base, who, id);
/** No notifications here. */
const telling = { queue: notingQueue([]), brand: 'Rialto' };
const sweep = () =>
  createSweep({ db: service.db, documents: service.documents, telling, log: pino({ level: 'silent' }), steadyMs: 0 })(
    () => false,
  );
const grow = (bytes: Buffer, size: number) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);

describe('an uploaded document', () => {
  it('may be a PNG, a JPEG or a PDF, and is returned byte for byte', async () => {
    const files: [Buffer, string, string][] = [
      [png(), 'image/png', 'png'],
      [jpeg, 'image/jpeg', 'jpg'],
      [pdf, 'application/pdf', 'pdf'],
    ];
    for (const [bytes, type, extension] of files) {
      const { status, body, text, headers } = await upload(customer, bytes, type);
      assert.equal(status, 201, text);
      assert.match(body.id, /^doc_/);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      assert.deepEqual([body.content_type, body.size, body.sha256], [type, bytes.length, sha256]);
      assert.equal(headers.get('cache-control'), 'no-store');
      const file = await get(customer, body.id);
      assert.deepEqual([file.status, file.bytes], [200, bytes]);
      assert.equal(file.headers.get('content-type'), type);
      assert.equal(file.headers.get('content-disposition'), `attachment; filename="${body.id}.${extension}"`);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(file.headers.get('cache-control'), 'no-store');
      assert.match(file.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    }
  });

  it('may have 5 MiB, and not one byte more', async () => {
    assert.equal((await upload(customer, grow(jpeg, LIMIT), 'image/jpeg')).status, 201);
    const larger = await upload(customer, grow(jpeg, LIMIT + 1), 'image/jpeg');
    assert.deepEqual(refusal(larger), [413, 'body_too_large']);
    assert.match(larger.body.error.message, /5 MiB/);
  });

  it('of another content type is 415 with the accepted types', async () => {
    for (const type of [
      'image/gif',
      'image/svg+xml',
      'application/json',
      'text/html',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await upload(customer, png(), type);
      assert.deepEqual(refusal(answer), [415, 'unsupported_media_type'], type);
      assert.match(answer.body.error.message, /image\/png, image\/jpeg, application\/pdf/);
    }
  });

  it('is checked by its content: every other kind of file is 400, whatever its name', async () => {
    const wrong: Record<string, Buffer> = {
      'a renamed program': Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'), Buffer.alloc(500)]),
      'another renamed program': Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(500)]),
      'an SVG': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a page with a PDF in it': Buffer.concat([Buffer.from('<script>1</script>\n'), pdf]),
      'a GIF that is a script': Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)', 'latin1'),
      'a script before a PNG': Buffer.concat([Buffer.from('alert(1)//'), png()]),
      'a ZIP with a PNG in it': Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), png()]),
      'the beginning of a PNG': png().subarray(0, 12),
      text: Buffer.from('image/png'),
      nothing: Buffer.alloc(0),
    };
    for (const [what, bytes] of Object.entries(wrong)) {
      for (const type of ['image/png', 'image/jpeg', 'application/pdf']) {
        const answer = await upload(customer, bytes, type);
        assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', 'body'], what);
      }
    }
    assert.deepEqual(await rows('SELECT 1 FROM kyc_documents WHERE user_id = $1', customer.id), []);
  });

  it('must match its Content-Type', async () => {
    const answer = await upload(customer, pdf, 'image/png');
    assert.deepEqual(refusal(answer), [400, 'validation_failed']);
    assert.match(answer.body.error.message, /contains application\/pdf, but Content-Type is image\/png/);
    assert.equal((await upload(customer, png(), 'IMAGE/PNG; name=x')).status, 201);
  });

  it('with other data behind the image is returned as an inert attachment, like any other', async () => {
    const polyglot = Buffer.concat([png(), Buffer.from('<script>alert(1)</script>')]);
    const { body } = await upload(customer, polyglot);
    const file = await get(customer, body.id);
    assert.deepEqual(file.bytes, polyglot);
    assert.deepEqual(
      ['content-type', 'x-content-type-options'].map((name) => file.headers.get(name)),
      ['image/png', 'nosniff'],
    );
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
  });

  it('is stored once when it is sent twice under one key; other bytes under that key are refused', async () => {
    const [bytes, key] = [png(), { 'idempotency-key': newId('req') }];
    const first = await upload(customer, bytes, 'image/png', key);
    const again = await upload(customer, bytes, 'image/png', key);
    assert.deepEqual([again.status, again.text], [201, first.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(refusal(await upload(customer, png(), 'image/png', key)), [422, 'idempotency_key_reused']);
    assert.equal((await rows('SELECT 1 FROM kyc_documents WHERE user_id = $1', customer.id)).length, 1);
  });

  it('is visible to its customer, and to deciding operators once submitted; their reads are audited', async () => {
    const { body } = await upload(customer);
    const stranger = await service.person('customer');
    const shop = await service.merchant();
    assert.equal((await get(stranger, body.id)).status, 404);
    assert.equal((await get(officer, body.id)).status, 404);
    await submit(customer, { documents: [body.id] });
    assert.equal((await get(stranger, body.id)).status, 404);
    const acts = () => rows('SELECT * FROM audit_log WHERE target = $1 ORDER BY seq', body.id);
    assert.deepEqual(await acts(), []);
    assert.equal((await get(customer, body.id)).status, 200);
    assert.deepEqual(await acts(), []);
    for (const role of ['compliance', 'admin'] as const) {
      const operator = await service.person('operator', { role });
      assert.equal((await get(operator, body.id)).status, 200);
      const { actor_id, action, address, request_id } = (await acts()).at(-1);
      assert.deepEqual([actor_id, action, address], [operator.id, 'kyc_document.read', '127.0.0.1']);
      assert.match(request_id, /^req_/);
    }
    for (const role of ['support', 'finance'] as const) {
      assert.equal((await get(await service.person('operator', { role }), body.id)).status, 403);
    }
    const others = [
      await service.person('developer'),
      await service.person('merchant', { merchantId: shop.merchantId }),
    ];
    for (const other of others) assert.equal((await get(other, body.id)).status, 403);
    assert.equal((await shop.call('GET', `/kyc/documents/${body.id}`)).status, 403);
    assert.equal((await acts()).length, 2);
  });
});

describe('documents without a submission', () => {
  const unused = async (who: TestPerson) =>
    (await rows('SELECT 1 FROM kyc_documents WHERE user_id = $1 AND used_at IS NULL', who.id)).length;

  it('are limited to ten, also under concurrent uploads', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => upload(customer)));
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) assert.deepEqual(refusal(answer), [422, 'too_many_documents']);
    assert.deepEqual([refused.length, await unused(customer)], [6, 10]);
    const [first] = answers.filter(({ status }) => status === 201);
    await submit(customer, { documents: [first!.body.id] });
    assert.equal((await upload(customer)).status, 201);
  });

  it('are limited to thirty in a month, including submitted ones', async () => {
    const add = (count: number, age: string) =>
      rows(
        `INSERT INTO kyc_documents (id, user_id, content_type, size, sha256, created_at, stored_at, used_at)
         SELECT 'doc_' || $3 || n, $1, 'image/png', 1, '', now() - $3::interval, now(), now() FROM generate_series(1, $2::int) n`,
        customer.id,
        count,
        age,
      );
    await add(29, '29 days');
    await add(20, '31 days');
    assert.equal((await upload(customer)).status, 201);
    assert.deepEqual(refusal(await upload(customer)), [422, 'too_many_documents']);
  });

  it("control: without the customer's lock more get through", async () => {
    const unlocked = withStatements(service.db, (statement) =>
      statement.name === 'kyc_lock_uploader'
        ? { name: 'unlocked', text: 'SELECT 1 WHERE $1::text IS NOT NULL' }
        : statement,
    );
    const caller = { id: customer.id } as Command<unknown>['caller'];
    const command = { caller, requestId: newId('req'), idempotency: null };
    const kyc = { db: unlocked, documents: service.documents, onError: () => {} };
    for (let round = 0; round < 20 && (await unused(customer)) <= 10; round++) {
      await rows('DELETE FROM kyc_documents WHERE user_id = $1', customer.id);
      const inputs = Array.from({ length: 16 }, () => ({ ...command, input: { type: 'image/png', bytes: png() } }));
      await Promise.all(inputs.map((one) => storeDocument(kyc, one)));
    }
    assert.ok((await unused(customer)) > 10);
  });

  it('are deleted after a day with their bytes; submitted ones stay', async () => {
    const [old, fresh] = [(await upload(customer)).body.id, (await upload(customer)).body.id];
    const { documents } = await submitted(customer);
    const age = `UPDATE kyc_documents SET created_at = now() - interval '25 hours' WHERE id = ANY ($1)`;
    await rows(age, [old, documents[0]]);
    await sweep();
    const there = async (id: string) => [(await get(customer, id)).status, (await service.documents.get(id)) !== null];
    assert.deepEqual(await there(old), [404, false]);
    assert.deepEqual(await there(fresh), [200, true]);
    assert.deepEqual(await there(documents[0]), [200, true]);
    assert.deepEqual(refusal(await submit(await service.person('customer'), { documents: [old] })), [404, 'not_found']);
  });

  it('whose deletion was interrupted are deleted by the next sweep; no submission can use them before', async () => {
    const { id } = (await upload(customer)).body;
    await rows(`UPDATE kyc_documents SET created_at = now() - interval '25 hours' WHERE id = $1`, id);
    const broken: DocumentStore = { ...service.documents, delete: () => Promise.reject(new Error('away')) };
    await assert.rejects(
      createSweep({ db: service.db, documents: broken, telling, log: pino({ level: 'silent' }), steadyMs: 0 })(
        () => false,
      ),
      /away/,
    );
    assert.deepEqual(refusal(await submit(customer, { documents: [id] })), [404, 'not_found']);
    assert.notEqual(await service.documents.get(id), null);
    await sweep();
    assert.equal(await service.documents.get(id), null);
    assert.deepEqual(await rows('SELECT 1 FROM kyc_documents WHERE id = $1', id), []);
  });
});

it('a document that cannot be deleted does not keep the others from being deleted', async () => {
  const [stuck, other] = [(await upload(customer)).body.id, (await upload(customer)).body.id];
  const age = `UPDATE kyc_documents SET created_at = now() - $2::int * interval '1 hour' WHERE id = $1`;
  await rows(age, stuck, 30);
  await rows(age, other, 25);
  const broken: DocumentStore = {
    ...service.documents,
    delete: (id) => (id === stuck ? Promise.reject(new Error('stuck')) : service.documents.delete(id)),
  };
  const options = { db: service.db, documents: broken, telling, log: pino({ level: 'silent' }), steadyMs: 0 };
  await assert.rejects(
    createSweep(options)(() => false),
    /stuck/,
  );
  assert.deepEqual(await rows('SELECT 1 FROM kyc_documents WHERE id = $1', other), []);
  assert.equal((await rows('SELECT 1 FROM kyc_documents WHERE id = $1', stuck)).length, 1);
  await sweep();
});

describe('an unreachable store', () => {
  it('makes an upload 503 and leaves nothing that counts or is visible', async () => {
    const errors: unknown[] = [];
    const documents = { ...service.documents, put: () => Promise.reject(new Error('the store is away')) };
    const kyc = { db: service.db, documents, onError: (error: unknown) => errors.push(error) };
    const caller = { id: customer.id } as Command<unknown>['caller'];
    const input = { type: 'image/png', bytes: png() };
    const command = { caller, requestId: newId('req'), idempotency: null, input };
    for (let tries = 0; tries < 12; tries++) {
      await assert.rejects(storeDocument(kyc, command), { code: 'service_unavailable' });
    }
    assert.equal(errors.length, 12);
    assert.equal((await upload(customer)).status, 201);
    await sweep();
    assert.equal((await rows('SELECT 1 FROM kyc_documents WHERE user_id = $1', customer.id)).length, 1);
  });
});

it('a document may be submitted again after a rejection', async () => {
  const { id, documents } = await submitted(customer);
  assert.equal((await decide(officer, id, 'reject')).status, 200);
  const again = await submit(customer, { documents });
  assert.deepEqual([again.status, again.body.documents], [201, documents]);
});
