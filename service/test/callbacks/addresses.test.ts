import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { callbackUrl } from '../../src/rails/callback-address.ts';
import type { CallbackRequest } from '../../src/rails/rail.ts';
import { callbackKey, memoryRails, startCallbackNode, testRail } from '../support/callback-rails.ts';
import { startTestService, type TestService, testSecrets } from '../support/harness.ts';

const lines: string[] = [];
let service: TestService;
before(async () => {
  const logs = { write: (line: string) => void lines.push(line) };
  service = await startTestService({ LOG_LEVEL: 'debug', PUBLIC_URL: 'https://example.com/pay' }, undefined, logs);
});
after(() => service.stop());

it('the service answers at the callback addresses, below its base path too, and its log has no secret', async () => {
  const rail = 'rail_01m7zq0wfme009qe4hkyvctfbx';
  const { pathname } = new URL(callbackUrl('https://example.com/pay', testSecrets.callbackKey, rail, null));
  const secret = pathname.split('/').at(-1)!;
  for (const path of [pathname, pathname.replace('/pay', '')])
    for (const method of ['POST', 'PUT', 'GET', 'DELETE']) {
      const { status } = await service.request(method, path);
      assert.equal(status, method === 'DELETE' ? 405 : 404, `${method} ${path}`);
    }
  assert.ok(lines.some((line) => line.includes('/rails/…')));
  assert.ok(!lines.some((line) => line.includes(secret)));
});

it('the page for payers is in the language of the reader', async () => {
  const page = await service.request('GET', '/pay/returned', { headers: { 'accept-language': 'fr' } });
  assert.equal(page.status, 200);
  assert.match(page.text, /<html lang="fr">/);
});

it('a rail sees the address that its provider called, whether or not a proxy strips the base path', async () => {
  const seen: CallbackRequest[] = [];
  const here = testRail('here');
  const receive = async (request: CallbackRequest) => {
    seen.push(request);
    return { answer: { status: 200 }, about: null };
  };
  const rails = memoryRails({ ...here, rail: { ...here.rail, receive } });
  const base = 'https://callbacks.example/hooks';
  const node = await startCallbackNode(service.db, rails, mkdtempSync(join(tmpdir(), 'callbacks-')), base);
  const { pathname } = new URL(callbackUrl(base, callbackKey, here.row.id, null));
  const { origin } = new URL(node.urlOf(here));
  for (const path of [pathname, pathname.replace('/hooks', '')])
    assert.equal((await fetch(`${origin}${path}?a=1&b=x%20y`, { method: 'POST' })).status, 200);
  assert.deepEqual(
    seen.map(({ path, authority, query, about }) => ({ path, authority, query, about })),
    Array(2).fill({ path: pathname, authority: 'callbacks.example', query: { a: '1', b: 'x y' }, about: null }),
  );
  await node.stop();
});
