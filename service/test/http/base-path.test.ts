import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stripBasePath } from '../../src/http/base-path.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

// PUBLIC_URL has a path. The service answers behind proxies that strip it and behind proxies that keep it.

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ PUBLIC_URL: 'https://example.com/pay' });
  shop = await service.merchant();
});
after(() => service.stop());

const page = async (path: string) => (await service.request('GET', path)).text;

for (const prefix of ['', '/pay'])
  describe(`called at ${prefix || 'the root'}`, () => {
    it('the API answers, and errors link to pages below the path', async () => {
      const list = await service.request('GET', `${prefix}/api/v1/payments?limit=1`, { key: shop.key });
      assert.deepEqual([list.status, list.body.url], [200, '/api/v1/payments']);
      const refused = await service.request('GET', `${prefix}/api/v1/payments?x=1`, { key: shop.key });
      assert.equal(refused.body.error.doc_url, 'https://example.com/pay/docs/errors/validation_failed');
      assert.equal((await service.request('GET', `${prefix}/readyz`)).status, 200);
      assert.equal((await service.request('GET', `${prefix}/nothing`)).status, 404);
    });

    it('every link of a page is below the path, and works', async () => {
      const visited = new Set<string>();
      for (const path of [
        '/docs',
        '/docs/quick-start',
        '/docs/errors',
        '/docs/errors/not_found',
        '/dashboard/sign-in',
      ]) {
        const links = [...(await page(prefix + path)).matchAll(/\b(?:href|src)="(\/[^"#]*)/g)].map(([, link]) => link!);
        assert.ok(links.length > 0, path);
        for (const link of links) visited.add(link);
      }
      for (const link of visited) {
        assert.match(link, /^\/pay\//);
        assert.equal((await service.request('GET', link)).status, 200, link);
      }
    });

    it('machine-readable documents contain the path', async () => {
      const openapi = JSON.parse(await page(`${prefix}/openapi.json`));
      assert.equal(openapi.servers[0].url, '/pay');
      const texts = [await page(`${prefix}/llms.txt`), await page(`${prefix}/docs/quick-start.md`)];
      for (const text of [...texts, JSON.stringify(openapi)]) assert.doesNotMatch(text, /\]\(\/(?!pay\/)/);
      const collection = JSON.parse(await page(`${prefix}/docs/collection.json`));
      assert.equal(collection.variable[0].value, 'https://example.com/pay');
    });

    it('redirects stay below the path', async () => {
      const answer = await fetch(service.base + (prefix || '/'), { redirect: 'manual' });
      assert.equal(answer.headers.get('location'), '/pay/docs');
    });
  });

it('a path that only begins with the same letters is another path', () => {
  const strip = (url: string, base = '/pay') => stripBasePath(url, base);
  assert.equal(strip('/pay/api/v1/payments?limit=1'), '/api/v1/payments?limit=1');
  assert.equal(strip('/pay'), '/');
  assert.equal(strip('/payments/api'), '/payments/api');
  assert.equal(strip('/pay/nothing'), '/pay/nothing');
  // A base path that equals the first part of the API's own path.
  assert.equal(strip('/api/v1/payments', '/api'), '/api/v1/payments');
  assert.equal(strip('/api/api/v1/payments', '/api'), '/api/v1/payments');
});
