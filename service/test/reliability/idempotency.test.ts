import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { revokeKey } from '../../src/access/revoke-key.ts';
import { balance, bothWorlds, paidPayment, phone, refusal, waitingPayment, walk } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { askToPay, availableTo, payerWith } from '../support/wallet-payments.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
before(async () => {
  service = await startTestService(bothWorlds);
  node = await startTestService(bothWorlds, service);
});
after(async () => {
  await node.stop();
  await service.stop();
});

/** Each test has its own merchant. */
const together = { concurrency: 4 };

const post = (shop: TestMerchant, path: string, body: unknown, key: string) =>
  shop.call('POST', path, body, { 'idempotency-key': key });
const replayed = (reply: Reply) => reply.headers.get('idempotent-replayed');
const anyPayment = { amount: 500, currency: 'XOF', customer: phone('0007') };

function assertReplay(first: Reply, second: Reply): void {
  assert.deepEqual([second.status, second.text, replayed(second)], [first.status, first.text, 'true']);
  assert.notEqual(second.headers.get('request-id'), first.headers.get('request-id'));
}

async function twoWallets(shop: TestMerchant, amount: bigint): Promise<[from: string, to: string]> {
  return [await shop.wallet('XOF', amount), (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id];
}

describe('a request that is sent again with its key', together, () => {
  it('gets the same status and bytes, and happens once', async () => {
    const shop = await service.merchant();
    const [from, to] = await twoWallets(shop, 1_000n);
    const key = randomUUID();
    const send = () => post(shop, '/wallets/transfer', { to, amount: 100, currency: 'XOF' }, key);
    const first = await send();
    assert.deepEqual([first.status, replayed(first)], [201, null]);
    assertReplay(first, await send());
    assertReplay(first, await send());
    assert.deepEqual(await balance(shop, from), [900, 0]);
  });

  it('may have its fields in another order, but not another body, path or method', async () => {
    const shop = await service.merchant();
    const key = randomUUID();
    const first = await post(shop, '/payments', anyPayment, key);
    const reordered = '{"customer":"+50937000007",  "currency":"XOF","amount":500}';
    assertReplay(first, await post(shop, '/payments', reordered, key));
    for (const [path, body] of [
      ['/payments', { ...anyPayment, amount: 501 }],
      ['/payments', { ...anyPayment, metadata: {} }],
      ['/wallets', { currency: 'XOF' }],
    ] as const) {
      assert.deepEqual(refusal(await post(shop, path, body, key)), [422, 'idempotency_key_reused']);
    }
    assertReplay(first, await post(shop, '/payments', anyPayment, key));
    assert.equal((await walk(shop, '/payments')).length, 1);
  });

  it('gets the same answer with another API key of the integration, also when the first was revoked', async () => {
    const shop = await service.merchant();
    const fresh = await shop.newKey({});
    const headers = { 'idempotency-key': randomUUID() };
    const send = (key: string) => service.request('POST', '/api/v1/payments', { key, body: anyPayment, headers });
    const old = await shop.newKey({});
    const first = await send(old.key);
    await revokeKey(service.db, old.id);
    assertReplay(first, await send(fresh.key));
  });

  it('is remembered per integration and mode: elsewhere the key is free', async () => {
    const [shop, other] = [await service.merchant(), await service.merchant()];
    const key = randomUUID();
    const wallet = { currency: 'XOF' };
    const first = await post(shop, '/wallets', wallet, key);
    const theirs = await post(other, '/wallets', wallet, key);
    const live = await service.request('POST', '/api/v1/wallets', {
      key: (await shop.newKey({ livemode: true })).key,
      body: wallet,
      headers: { 'idempotency-key': key },
    });
    assert.deepEqual([theirs, live].map(replayed), [null, null]);
    assert.equal(new Set([first, theirs, live].map(({ body }) => body.id)).size, 3);
  });

  it('gets its refusal again after a 402, 409 or 422, although it would succeed by now', async () => {
    const shop = await service.merchant();
    const [from, to] = await twoWallets(shop, 0n);
    const paid = await paidPayment(shop, { currency: 'USD' });
    await shop.call('POST', `/test/wallets/${to}/freeze`, { reason: 'kyc' });
    const requests: [status: number, path: string, body: object][] = [
      [402, '/wallets/transfer', { to: paid.wallet, amount: 1, currency: 'XOF' }],
      [409, '/wallets/transfer', { to, amount: 1, currency: 'XOF' }],
      [422, '/refunds', { payment: paid.id, amount: 10_001 }],
    ];
    requests[0]![2] = {
      to: (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id,
      amount: 1,
      currency: 'XOF',
    };
    const keys = requests.map(() => randomUUID());
    const send = (i: number) => post(shop, requests[i]![1], requests[i]![2], keys[i]!);
    const firsts = [await send(0), await send(1), await send(2)];
    assert.deepEqual(
      firsts.map(({ status }) => status),
      requests.map(([status]) => status),
    );
    await shop.call('POST', `/test/wallets/${from}/fund`, { amount: 100 });
    await shop.call('POST', `/test/wallets/${to}/unfreeze`);
    for (const [i, first] of firsts.entries()) assertReplay(first, await send(i));
    assert.deepEqual(await balance(shop, from), [100, 0]);
  });

  it('is executed again after a 400, 403 or 404: nothing was stored', async () => {
    const shop = await service.merchant();
    const key = randomUUID();
    assert.equal((await post(shop, '/payments', { ...anyPayment, amount: 0 }, key)).status, 400);
    assert.equal((await post(shop, '/payments', { ...anyPayment, customer: '+1' }, key)).status, 400);
    assert.equal((await post(shop, '/refunds', { payment: `pay_${'0'.repeat(26)}` }, key)).status, 404);
    const { key: reader } = await shop.newKey({ scopes: ['payments:read'] });
    const forbidden = await service.request('POST', '/api/v1/payments', {
      key: reader,
      body: anyPayment,
      headers: { 'idempotency-key': key },
    });
    assert.equal(forbidden.status, 403);
    const done = await post(shop, '/payments', anyPayment, key);
    assert.deepEqual([done.status, replayed(done)], [201, null]);
  });

  it('is the same request with and without quotes around the key', async () => {
    const shop = await service.merchant();
    const first = await post(shop, '/payments', anyPayment, 'abc');
    assertReplay(first, await post(shop, '/payments', anyPayment, '"abc"'));
  });

  it('works on every POST: cancel, refund, webhook, wallet, test helpers', async () => {
    const shop = await service.merchant();
    const [waiting, paid] = [await waitingPayment(shop), await paidPayment(shop)];
    const requests: [path: string, body: object | undefined][] = [
      [`/payments/${waiting.id}/cancel`, undefined],
      ['/refunds', { payment: paid.id, amount: 5 }],
      ['/webhooks', { url: 'http://127.0.0.1:9/', events: ['kyc.updated'] }],
      ['/wallets', { currency: 'TND' }],
      [`/test/wallets/${paid.wallet}/fund`, { amount: 70 }],
      ['/test/clock/advance', { seconds: 5 }],
      ['/test/events', { type: 'webhook.test' }],
    ];
    for (const [path, body] of requests) {
      const key = randomUUID();
      const first = await post(shop, path, body, key);
      assert.ok(first.status < 300, first.text);
      assertReplay(first, await post(shop, path, body, key));
    }
    assert.deepEqual(await balance(shop, paid.wallet), [10_065, 0]);
    assert.equal((await walk(shop, '/webhooks')).length, 1);
  });

  it('does not change the payment that it names when its key belongs to another request', async () => {
    const shop = await service.merchant();
    const [first, second] = [await waitingPayment(shop), await waitingPayment(shop)];
    assert.equal((await post(shop, `/payments/${first.id}/cancel`, undefined, 'cancel')).status, 200);
    const reused = await post(shop, `/payments/${second.id}/cancel`, undefined, 'cancel');
    assert.deepEqual(refusal(reused), [422, 'idempotency_key_reused']);
    await shop.call('POST', `/test/payments/${second.id}/approve`);
    const { status } = await until(async () => {
      const { body } = await shop.call('GET', `/payments/${second.id}`);
      return /succeeded|failed/.test(body.status) && body;
    });
    assert.equal(status, 'succeeded');
  });
});

describe('concurrent requests', together, () => {
  it('fifty duplicates on two nodes have one effect and one answer', async () => {
    const shop = await service.merchant();
    const [from, to] = await twoWallets(shop, 10_000n);
    for (let round = 0; round < 5; round++) {
      const headers = { 'idempotency-key': randomUUID() };
      const body = { to, amount: 10, currency: 'XOF' };
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 ? service : node).request('POST', '/api/v1/wallets/transfer', { key: shop.key, body, headers }),
        ),
      );
      assert.deepEqual([...new Set(answers.map(({ text }) => text))].length, 1);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      assert.equal(answers.filter((answer) => replayed(answer) === null).length, 1);
    }
    assert.deepEqual(await balance(shop, from), [9_950, 0]);
    assert.equal((await walk(shop, '/transfers')).length, 5);
  });

  it('duplicates of an approval, and of the request for its code, on two nodes get one valid answer', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 1_000n);
    const duplicates = (path: string, body?: object) => {
      const headers = { 'idempotency-key': randomUUID() };
      const send = (at: TestService) => at.request('POST', `/api/v1${path}`, { key: payer.token, body, headers });
      return Promise.all([0, 3, 6, 9].map((ms, i) => sleep(ms).then(() => send(i % 2 ? node : service))));
    };
    for (let round = 0; round < 12; round++) {
      const { id } = await askToPay(shop, payer, { amount: 10 });
      const opened = await duplicates(`/payments/${id}/challenge`);
      assert.deepEqual([...new Set(opened.map(({ status, text }) => `${status} ${text}`))].length, 1);
      const { challenge } = opened[0]!.body;
      const approved = await duplicates(`/payments/${id}/approve`, { challenge, code: '000000' });
      assert.deepEqual(
        [...new Set(approved.map(({ status }) => status))],
        [200],
        approved.map(({ text }) => text).join(),
      );
      assert.equal(new Set(approved.map(({ text }) => text)).size, 1);
    }
    assert.equal(await availableTo(payer), 880);
  });

  it('many keys, each five times, have one effect each', async () => {
    const shop = await service.merchant();
    const keys = Array.from({ length: 100 }, () => randomUUID());
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].flatMap(() =>
        keys.map(async (key) => ({ key, ...(await post(shop, '/payments', anyPayment, key)) })),
      ),
    );
    const texts = new Map(keys.map((key) => [key, new Set<string>()]));
    for (const { key, text } of answers) texts.get(key)!.add(text);
    assert.ok([...texts.values()].every((set) => set.size === 1));
    assert.equal((await walk(shop, '/payments?limit=100')).length, 100);
  });

  it('two bodies under one key: one succeeds, the other is 422', async () => {
    const shop = await service.merchant();
    for (let round = 0; round < 10; round++) {
      const key = randomUUID();
      const bodies = [1, 2, 3].map((amount) => ({ ...anyPayment, amount }));
      const answers = await Promise.all(bodies.map((body) => post(shop, '/payments', body, key)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422]);
    }
  });

  it('duplicates of a refused request each get its refusal', async () => {
    const shop = await service.merchant();
    const [from, to] = await twoWallets(shop, 0n);
    const send = () => post(shop, '/wallets/transfer', { from, to, amount: 5, currency: 'XOF' }, 'short');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(send));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [402]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter((answer) => replayed(answer) === null).length, 1);
  });

  it("a refusal that is not stored has each caller's own request id", async () => {
    const shop = await service.merchant();
    const send = () => post(shop, '/refunds', { payment: nothing }, 'lost');
    for (const answer of await Promise.all([1, 2, 3, 4, 5].map(send))) {
      assert.deepEqual([answer.status, replayed(answer)], [404, null]);
      assert.equal(answer.body.error.request_id, answer.headers.get('request-id'));
    }
  });

  it('a request that was not stored leaves its key to the others', async () => {
    const shop = await service.merchant();
    const paid = await paidPayment(shop);
    for (let round = 0; round < 10; round++) {
      const sent = [nothing, nothing, paid.id, nothing, paid.id].map((payment) =>
        post(shop, '/refunds', { payment, amount: 1 }, `round ${round}`),
      );
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      assert.deepEqual([statuses[2], statuses[4]], [201, 201]);
    }
    assert.equal((await walk(shop, '/refunds')).length, 10);
  });
  const nothing = `pay_${'0'.repeat(26)}`;
});

describe('a key', () => {
  it('is 1 to 255 printable ASCII characters', async () => {
    const shop = await service.merchant();
    for (const key of ['', '""', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
      assert.deepEqual(refusal(await post(shop, '/payments', anyPayment, key)), [400, 'invalid_idempotency_key'], key);
    }
    for (const key of [
      'x',
      '~'.repeat(255),
      `"${'x'.repeat(255)}"`,
      'with spaces and "quotes" within',
      "'; DROP TABLE",
    ]) {
      const first = await post(shop, '/payments', anyPayment, key);
      assert.equal(first.status, 201, key);
      assertReplay(first, await post(shop, '/payments', anyPayment, key));
    }
  });

  it('is sent in one header, and two joined keys are refused', async () => {
    const shop = await service.merchant();
    for (const [keys, status, code] of [
      [['one', 'two'], 400, 'invalid_idempotency_key'],
      [['one, two'], 201, undefined],
    ] as const) {
      const sent = openRequest(`${service.base}/api/v1/wallets`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop.key}`,
          'content-type': 'application/json',
          'idempotency-key': [...keys],
        },
      });
      const [answer] = await once(sent.end('{"currency":"XOF"}'), 'response');
      const { error } = JSON.parse(await text(answer));
      assert.deepEqual([answer.statusCode, error?.code], [status, code]);
    }
  });

  it('is in the event that its request caused', async () => {
    const shop = await service.merchant();
    const [, to] = await twoWallets(shop, 100n);
    const sent = await post(shop, '/wallets/transfer', { to, amount: 1, currency: 'XOF' }, 'told');
    const [event] = (await shop.call('GET', '/events?type=transfer.succeeded')).body.data;
    assert.deepEqual(event.request, { id: sent.headers.get('request-id'), idempotency_key: 'told' });
  });
});
