import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSigningKeys } from '../src/tokens/signing-keys.ts';
import { startTestService, type TestService, testSecrets } from './harness.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.stop());

test('a node that has just started knows the key of every token, also of those that come at once', async () => {
  const { kid } = await openSigningKeys(service.db, testSecrets.encryptionKey).current();
  const fresh = openSigningKeys(service.db, testSecrets.encryptionKey);
  const found = await Promise.all(Array.from({ length: 20 }, () => fresh.find(kid)));
  assert.equal(found.filter((key) => key === null).length, 0);
});
