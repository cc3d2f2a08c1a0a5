import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from '../../../contract/src/route.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { allRoutes, nameOf, pathOf } from '../support/contract.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

describe('a path', () => {
  it('that does not exist is 404, with a key or without, for any request', async () => {
    for (const path of [
      '/api/v1/',
      '/api/v1/payment',
      '/api/v1/payments/',
      '/api/v2/payments',
      '/api/v1/Payments',
      '/x',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const answer = await service.request(method, path, { key: shop.key });
        assert.deepEqual(refusal(answer), [404, 'not_found'], `${method} ${path}`);
      }
      const headers = { 'content-type': 'text/plain' };
      const answer = await service.request('POST', path, { body: 'hello', headers });
      assert.deepEqual(refusal(answer), [404, 'not_found'], path);
    }
  });

  it('with a fixed last part is not an id: GET /wallets/transfer looks up no wallet of that name', async () => {
    for (const [method, path] of [
      ['GET', '/wallets/transfer'],
      ['DELETE', '/invitations/accept'],
    ] as const) {
      const answer = await service.request(method, `/api/v1${path}`, { key: shop.key });
      assert.deepEqual([...refusal(answer), answer.headers.get('allow')], [405, 'method_not_allowed', 'POST']);
    }
    // Control: an unknown id is looked up.
    assert.deepEqual(refusal(await shop.call('GET', `/wallets/${newId('wal')}`)), [404, 'not_found']);
  });

  it("that exists answers QUERY with 405 and its methods, any other with 404, in the catalogue's form", async () => {
    const known = await service.request('QUERY', '/api/v1/payments', { key: shop.key });
    assert.deepEqual([...refusal(known), known.headers.get('allow')], [405, 'method_not_allowed', 'POST, GET, HEAD']);
    assert.deepEqual(refusal(await service.request('QUERY', '/api/v1/nothing')), [404, 'not_found']);
  });

  it('with an extra slash names the right one', async () => {
    const answer = await shop.call('GET', '/payments/');
    assert.deepEqual(refusal(answer), [404, 'not_found']);
    assert.match(answer.body.error.message, /Remove the slash at the end: \/api\/v1\/payments$/);
  });

  it('answers HEAD as GET, without the body', async () => {
    for (const path of ['/payments', '/wallets/me?currency=XOF', '/currencies']) {
      const [got, head] = [await shop.call('GET', path), await shop.call('HEAD', path)];
      assert.deepEqual([head.status, head.text], [got.status, ''], path);
      assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(got.text)), path);
    }
    assert.equal((await shop.call('HEAD', `/payments/${newId('pay')}`)).status, 404);
    // An event stream does not end, and HEAD does not wait for it.
    assert.equal((await shop.call('HEAD', '/events/stream')).status, 200);
  });

  it('answers 406 where it has no type that the client accepts', async () => {
    const ask = (path: string, accept: string) => shop.call('GET', path, undefined, { accept });
    for (const accept of ['text/csv', 'image/png', 'application/json;q=0'])
      assert.deepEqual(refusal(await ask('/payments', accept)), [406, 'not_acceptable'], accept);
    for (const accept of ['*/*', 'text/csv, */*;q=0.1', 'application/*', 'application/json'])
      assert.equal((await ask('/payments', accept)).status, 200, accept);
    const wallet = await shop.wallet('XOF');
    // Control: a route with CSV answers with it.
    assert.equal((await ask(`/wallets/${wallet}/entries`, 'text/csv')).status, 200);
  });

  it('accepts its own methods only; 405 names them', async () => {
    for (const route of allRoutes) {
      const path = pathOf(route);
      const written = allRoutes.filter((one) => `/api/v1${one.path}` === path);
      const like = ({ path: other }: Route) => new RegExp(`^/api/v1${other.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
      const own = written.length > 0 ? written : allRoutes.filter(like);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (own.some((one) => one.method === method)) continue;
        const answer = await service.request(method, path, { key: shop.key });
        assert.deepEqual(refusal(answer), [405, 'method_not_allowed'], `${method} ${path}`);
        const allow = answer.headers.get('allow')!.split(', ').sort();
        const methods = own.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method]));
        assert.deepEqual(allow, [...new Set(methods)].sort(), nameOf(route));
      }
    }
    const pages = ['/openapi.json', '/api/v1/openapi.json', '/docs', '/docs/errors/not_found', '/healthz', '/readyz'];
    for (const path of [...pages, '/metrics', '/.well-known/jwks.json', '/dashboard']) {
      const answer = await service.request('POST', path, {});
      assert.deepEqual(
        [...refusal(answer), answer.headers.get('allow')],
        [405, 'method_not_allowed', 'GET, HEAD'],
        path,
      );
    }
  });
});
