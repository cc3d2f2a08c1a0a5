import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { it } from 'node:test';
import { runAdmin } from '../support/admin.ts';
import { cloneDatabase } from '../support/database.ts';
import { testSecretKey } from '../support/harness.ts';
import { makeDirectory } from '../support/kill.ts';
import { credentials, startObjectStore } from '../support/object-store.ts';

it("checks the store with new keys of S3 before a node has them, and leaves the store's objects", async () => {
  const directory = makeDirectory();
  const database = await cloneDatabase();
  const store = await startObjectStore();
  const later = { accessKeyId: 'AKIDLATER', secretAccessKey: 'a later key of the same bucket' };
  const document = Buffer.from('a document of a customer');
  store.objects.set('/documents/document', document);
  const check = ({ accessKeyId, secretAccessKey }: typeof later) => {
    const access = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
    const place = { DOCUMENTS: 's3', S3_ENDPOINT: store.url, S3_REGION: store.region, S3_BUCKET: 'documents' };
    const env = { DATABASE_URL: database.url, DATA_DIR: directory, SECRET_KEY: testSecretKey };
    return runAdmin({ ...env, ...place, ...access }, 'documents', 'check');
  };
  const early = await check(later);
  assert.deepEqual([early.code, /the store of documents does not work: .*403/.test(early.err)], [1, true], early.err);
  store.accepted = [credentials, later];
  for (const key of [credentials, later]) assert.equal((await check(key)).code, 0);
  store.accepted = [later];
  assert.deepEqual([(await check(credentials)).code, (await check(later)).code], [1, 0]);
  assert.deepEqual([...store.objects], [['/documents/document', document]]);
  await store.close();
  await database.drop();
  rmSync(directory, { recursive: true, force: true });
});
