import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify from 'fastify';
import { registerDashboard } from '../../service/src/dashboard/serve.ts';
import { startTestService, type TestService, until } from '../../service/test/support/harness.ts';
import { closeBrowser, openPage } from './browser.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(closeBrowser);
after(() => service.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(service.base + path, { headers });

test('index.html has a fresh nonce, and its policy lets no inline script run', async () => {
  const [one, two] = [await get('/dashboard'), await get('/dashboard/some/page/of/the/application?q=1')];
  for (const reply of [one, two]) {
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('cache-control'), 'no-store');
  }
  const policies = [one, two].map((reply) => reply.headers.get('content-security-policy')!);
  assert.match(policies[0]!, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/);
  assert.doesNotMatch(policies[0]!, /unsafe/);
  assert.notEqual(policies[0], policies[1], 'each answer has its own nonce');
  const nonce = /'nonce-([\w-]+)'/.exec(policies[0]!)![1]!;
  assert.ok((await one.text()).includes(`nonce="${nonce}"`));
});

test('assets are compressed by the build and cached by browsers forever', async () => {
  const html = await (await get('/dashboard')).text();
  const assets = [...html.matchAll(/(?:src|href)="(\/dashboard\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  assert.ok(assets.length >= 3, html);
  for (const path of assets) {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const reply = await get(path, { 'accept-encoding': encoding });
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(reply.headers.get('content-encoding') ?? 'identity', encoding);
      assert.ok((await reply.text()).length > 0);
    }
  }
  for (const path of ['/dashboard/assets/nothing.js', '/dashboard/assets/..%2Findex.html', '/dashboard/assets/%00']) {
    assert.equal((await get(path)).status, 404, path);
  }
});

test('without a build the page says what to do', async () => {
  const app = Fastify();
  registerDashboard(
    app,
    {
      base: '',
      prefix: 'Service',
      brand: 'Rialto',
      live: false,
      mail: false,
      registrations: 'open',
      testCodes: false,
      currencies: {},
      decimals: {},
    },
    '/nowhere',
  );
  const reply = await app.inject('/dashboard');
  assert.equal(reply.statusCode, 503);
  assert.match(reply.body, /node scripts\/setup\.mjs/);
  await app.close();
});

test('the dashboard opens in a browser, also at a deep address', async () => {
  const { page, complaints, close } = await openPage(service.base);
  await page.goto('/dashboard/sign-in');
  await page.getByRole('heading').first().waitFor();
  assert.equal(complaints.join('\n'), '');
  // Control: these tests notice a style or script that the service did not allow.
  await page.evaluate(`document.head.append(Object.assign(document.createElement('style'), { textContent: 'b{}' }))`);
  await page.evaluate(`document.body.setAttribute('onclick', 'alert(1)')`);
  await until(async () => complaints.some((text) => text.startsWith('policy:')));
  await close();
});
