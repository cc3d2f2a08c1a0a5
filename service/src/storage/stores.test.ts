import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { deriveSecrets } from '../../test/support/derived-keys.ts';
import { credentials, type ObjectStore, startObjectStore } from '../../test/support/object-store.ts';
import { readConfig } from '../config/config.ts';
import { dataKeyOf } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import type { DocumentStore } from './document-store.ts';
import { encryptedStore } from './encrypt.ts';
import { localStore } from './local.ts';
import { openDocuments } from './open.ts';
import { s3Store } from './s3.ts';

const name = newId('req');
const other = newId('req');
const key = dataKeyOf(Buffer.alloc(32, 7));
const document = Buffer.concat([Buffer.from('%PDF-1.7 Ana Dossou '), randomBytes(200_000)]);

const directory = mkdtempSync(join(tmpdir(), 'rialto-documents-'));
const documents = join(directory, 'documents');
let objects: ObjectStore;
before(async () => {
  objects = await startObjectStore();
});
beforeEach(() => {
  objects.refusal = null;
  objects.requests.length = 0;
});
after(async () => {
  await objects.close();
  rmSync(directory, { recursive: true });
});

const openS3 = (more = {}) =>
  s3Store({ endpoint: objects.url, region: objects.region, bucket: 'documents', ...credentials, ...more });
const stores: Record<string, () => DocumentStore> = {
  'the local directory': () => localStore(documents),
  'an S3-compatible store': () => openS3(),
};

for (const [where, open] of Object.entries(stores)) {
  describe(where, () => {
    it('keeps a document until it is deleted', async () => {
      const store = open();
      assert.equal(await store.get(name), null);
      await store.put(name, document);
      assert.deepEqual(await store.get(name), document);
      await store.put(name, Buffer.from('anew'));
      assert.deepEqual(await store.get(name), Buffer.from('anew'));
      await store.delete(name);
      await store.delete(name);
      assert.equal(await store.get(name), null);
    });

    it('accepts only an id as a name', async () => {
      const store = open();
      for (const bad of [
        '',
        '.',
        '../secret-key',
        `${name}/..`,
        `${name}.tmp`,
        'a/b',
        `${name}\0`,
        name.toUpperCase(),
      ]) {
        for (const act of [() => store.put(bad, document), () => store.get(bad), () => store.delete(bad)])
          await assert.rejects(act, /a document's name must be an id/);
      }
      assert.equal(objects.requests.length, 0);
    });
  });
}

describe('the local directory', () => {
  it('is closed to other users, and never holds a partial document', async () => {
    const store = localStore(documents);
    await store.put(name, document);
    assert.equal(statSync(documents).mode & 0o777, 0o700);
    assert.equal(statSync(join(documents, name)).mode & 0o777, 0o600);
    // Bytes that cannot be written, as on a full disk.
    await assert.rejects(store.put(name, { length: 1 } as unknown as Uint8Array));
    assert.deepEqual(await store.get(name), document);
    assert.deepEqual(
      readdirSync(documents).filter((file) => file.endsWith('.tmp')),
      [],
    );
    await store.delete(name);
  });
});

describe('an S3-compatible store', () => {
  it('gets each request at its path, signed', async () => {
    const store = openS3();
    await store.put(name, document);
    await store.get(name);
    await store.delete(name);
    const path = `/documents/${name}`;
    assert.deepEqual(
      objects.requests.map(({ method, path }) => [method, path]),
      [
        ['PUT', path],
        ['GET', path],
        ['DELETE', path],
      ],
    );
    const [{ headers }] = objects.requests as [ObjectStore['requests'][0]];
    assert.equal(headers['content-length'], String(document.length));
    assert.equal(headers['content-type'], 'application/octet-stream');
  });

  it('reports a refusal by status and code only, because its answer repeats the key', async () => {
    const thief = openS3({ secretAccessKey: 'wrong' });
    for (const act of [() => thief.put(name, document), () => thief.get(name), () => thief.delete(name)]) {
      const error = await act().then(
        () => assert.fail('taken'),
        (error) => error,
      );
      assert.equal(error.message, 'the document store answered 403 SignatureDoesNotMatch');
      assert.ok(!JSON.stringify({ ...error, cause: error.cause }).includes(credentials.accessKeyId));
    }
  });

  it('does not follow a redirect, and reports an unreachable store as an error', async () => {
    const elsewhere = await startObjectStore();
    objects.refusal = { status: 307, code: 'TemporaryRedirect', headers: { location: `${elsewhere.url}/x` } };
    await assert.rejects(openS3().put(name, document), /answered 307/);
    assert.equal(elsewhere.requests.length, 0);
    await elsewhere.close();
    await assert.rejects(openS3({ endpoint: elsewhere.url }).get(name), /cannot be reached|did not answer/);
  });
});

describe('a sealed document', () => {
  it('is never stored in plain text', async () => {
    const dataDir = join(directory, 'data');
    const s3 = {
      DOCUMENTS: 's3',
      S3_ENDPOINT: objects.url,
      S3_REGION: objects.region,
      S3_BUCKET: 'documents',
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
    for (const env of [{}, s3]) {
      const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(32), ...env });
      const store = openDocuments(config, deriveSecrets(config.SECRET_KEY));
      await store.put(name, document);
      assert.deepEqual(await store.get(name), document);
    }
    const kept = [readFileSync(join(dataDir, 'documents', name)), objects.objects.get(`/documents/${name}`)!];
    for (const sealed of kept) {
      assert.equal(sealed.length, document.length + 28);
      assert.ok(!sealed.includes('Ana Dossou') && !sealed.includes('%PDF'));
    }
    assert.notDeepEqual(kept[0], kept[1]);
  });

  it('opens only under its own name and key, and only unchanged', async () => {
    const plain = localStore(documents);
    const store = encryptedStore(plain, key);
    await store.put(name, document);
    const sealed = (await plain.get(name))!;
    await plain.put(other, sealed);
    await assert.rejects(store.get(other), /was changed in its store/);
    await assert.rejects(encryptedStore(plain, dataKeyOf(Buffer.alloc(32, 8))).get(name), /another SECRET_KEY/);
    for (const at of [0, 12, 100, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      writeFileSync(join(documents, name), changed);
      await assert.rejects(store.get(name), /was changed/);
    }
    for (const length of [0, 5, 27, sealed.length - 1]) {
      writeFileSync(join(documents, name), sealed.subarray(0, length));
      await assert.rejects(store.get(name), /was changed/);
    }
    writeFileSync(join(documents, name), sealed);
    assert.deepEqual(await store.get(name), document);
    assert.equal(await store.get(newId('req')), null);
  });
});
