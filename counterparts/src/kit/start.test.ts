import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Counterpart, Setting } from './server.ts';
import { startCounterpart } from './start.ts';

type Arrived = { method: string; body: string; signature: unknown };
const arrived: Arrived[] = [];
let refusals = 0;
const receiver = createServer(async (request: IncomingMessage, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  arrived.push({ method: request.method!, body, signature: request.headers.signature });
  refusals -= 1;
  response.writeHead(refusals >= 0 ? 503 : 200).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

/** A provider with one operation, which pays at once and reports it. */
const paid: string[] = [];
function create({ kit, currency }: Setting): Counterpart {
  const pay = (reference: string) => {
    paid.push(reference);
    kit.books.post({ reference, operation: `op-${reference}`, kind: 'collection', amount: 100n, currency });
    return kit.callbacks.send({
      reference,
      method: 'PUT',
      url: receiverUrl,
      headers: {},
      body: reference,
      variants: { opposite: () => `not ${reference}` },
      sign: (body) => ({ signature: `[${body}]` }),
      repeats: [10],
    });
  };
  return {
    routes: [
      {
        method: 'POST',
        path: '/pay/{id}',
        operation: 'collect',
        referenceOf: ({ params }) => params.id!,
        handle: async ({ params }) => {
          await kit.later(params.id!, kit.settings.successAfterMs, () => void pay(params.id!));
          return { status: 202, body: { accepted: params.id } };
        },
      },
      { method: 'GET', path: '/pay/{id}/', operation: 'ask', handle: ({ params }) => ({ status: 200, body: params }) },
    ],
    notFound: () => ({ status: 404, body: 'nothing here' }),
    credentials: { key: 'k' },
  };
}

const { url, control, stop } = await startCounterpart(
  { create, defaults: { country: 'UG', currency: 'UGX' } },
  { port: 0, float: 1_000n },
);
after(async () => {
  await stop();
  receiver.close();
});

const post = (path: string) => fetch(url + path, { method: 'POST' });
async function ask(method: string, path: string, body?: object): Promise<any> {
  const answer = await fetch(control + path, { method, body: body ? JSON.stringify(body) : undefined });
  return { status: answer.status, ...((await answer.json()) as object) };
}
async function until(done: () => boolean): Promise<void> {
  while (!done()) await sleep(2);
}
async function pay(id: string): Promise<void> {
  await post(`/pay/${id}`);
  await ask('POST', '/clock', { advance_ms: 2_000 });
}

test('a route takes its values from the path, and a slash at the end counts', async () => {
  assert.deepEqual(await (await fetch(`${url}/pay/a%20b/`)).json(), { id: 'a b' });
  assert.equal((await fetch(`${url}/pay/a`)).status, 404);
  assert.equal((await fetch(`${url}/pay/%ff/`)).status, 404);
});

test('the ledger has every movement, and the clock decides when it happens', async () => {
  await post('/pay/pay_1');
  assert.equal(paid.length, 0);
  await ask('POST', '/clock', { advance_ms: 2_000 });
  const { entries, balances } = await ask('GET', '/ledger');
  assert.deepEqual(balances, { UGX: '1100' });
  assert.deepEqual(
    entries.map(({ reference, kind, amount }: any) => [reference, kind, amount]),
    [
      ['', 'topup', '1000'],
      ['pay_1', 'collection', '100'],
    ],
  );
  await ask('POST', '/topup', { amount: '-1100', currency: 'UGX' });
  assert.deepEqual((await ask('GET', '/ledger')).balances, { UGX: '0' });
});

test('each trouble is what its name says', async () => {
  const troubled = async (trouble: object) => {
    await ask('DELETE', '/trouble');
    await ask('POST', '/trouble', { next: 1, ...trouble });
    const before = paid.length;
    const answer = await post('/pay/pay_t').catch(() => null);
    await ask('POST', '/clock', { advance_ms: 2_000 });
    const type = answer?.headers.get('content-type') ?? '';
    return [answer?.status, type.split(';')[0], (await answer?.text())?.slice(0, 6), paid.length - before];
  };
  assert.deepEqual(await troubled({ kind: 'taken_then_cut' }), [undefined, '', undefined, 1]);
  assert.deepEqual(await troubled({ kind: 'cut' }), [undefined, '', undefined, 0]);
  assert.deepEqual(await troubled({ kind: 'slow', after_ms: 1 }), [202, 'application/json', '{"acce', 1]);
  assert.deepEqual(await troubled({ kind: 'status', status: 504 }), [504, 'text/html', '<html>', 0]);
  assert.deepEqual(await troubled({ kind: 'status', taken: true }), [502, 'text/html', '<html>', 1]);
  assert.deepEqual(await troubled({ kind: 'firewall' }), [200, 'text/html', '<html>', 0]);
  assert.deepEqual(await troubled({ kind: 'empty' }), [200, '', '', 1]);
  assert.deepEqual(await troubled({ kind: 'cut_json' }), [202, 'application/json', '{"acce', 1]);
  assert.deepEqual(await troubled({ kind: 'too_many', retry_after: 7 }), [429, 'application/json', '{"mess', 0]);
  assert.deepEqual(await troubled({ kind: 'maintenance' }), [503, 'text/html', '<html>', 0]);
  assert.equal((await post('/pay/pay_t')).status, 202);
});

test('trouble can be bound to an operation, a reference, and a share', async () => {
  const statuses = async (...paths: string[]) => Promise.all(paths.map(async (path) => (await post(path)).status));
  await ask('POST', '/trouble', { kind: 'status', operation: 'payout' });
  await ask('POST', '/trouble', { kind: 'status', reference: 'pay_x' });
  assert.deepEqual(await statuses('/pay/pay_x', '/pay/pay_y'), [502, 202]);
  await ask('DELETE', '/trouble');
  await ask('POST', '/trouble', { kind: 'status', share: 0.5, seed: 7 });
  const many = await statuses(...Array.from({ length: 60 }, (_, i) => `/pay/many_${i}`));
  const hit = many.filter((status) => status === 502).length;
  assert.ok(hit > 15 && hit < 45, `${hit} of 60`);
  await ask('DELETE', '/trouble');
  assert.equal((await ask('POST', '/trouble', { kind: 'tornado' })).status, 400);
});

/** The callbacks about a reference, as body and signature. */
const about = (id: string) => arrived.filter(({ body }) => new RegExp(`\\b${id}$`).test(body));
const signed = (id: string) => about(id).map(({ body, signature }) => [body, signature]);
async function payWith(rule: object, id: string): Promise<void> {
  await ask('DELETE', '/callbacks');
  await ask('POST', '/callbacks', rule);
  await pay(id);
}

test('callbacks come as the control says', async () => {
  for (const [rule, id, expected] of [
    [{ mode: 'once' }, 'a', ['a', '[a]']],
    [{ mode: 'opposite' }, 'b', ['not b', '[not b]']],
    [{ mode: 'wrong_signature' }, 'c', ['c', '[c ]']],
    [{ mode: 'never', reference: 'other' }, 'd', ['d', '[d]']],
  ] as const) {
    await payWith(rule, id);
    await until(() => about(id).length > 0);
    assert.deepEqual(signed(id), [expected]);
  }
  await payWith({ mode: 'twice' }, 'e');
  await until(() => about('e').length === 2);
  await payWith({ mode: 'never' }, 'f');
  await payWith({ mode: 'late', after_ms: 60_000 }, 'g');
  await payWith({ mode: 'once' }, 'h');
  await until(() => about('h').length === 1);
  assert.deepEqual([about('f').length, about('g').length], [0, 0]);
  await ask('POST', '/clock', { advance_ms: 60_000 });
  await ask('POST', '/callbacks/replay', { reference: 'f' });
  await until(() => about('g').length === 1 && about('f').length === 1);
});

test('a callback to a closed port, or one that was refused, is repeated as the provider does', async () => {
  await payWith({ mode: 'closed' }, 'i');
  await until(() => about('i').length === 1);
  refusals = 1;
  await payWith({ mode: 'once' }, 'j');
  await until(() => about('j').length === 2);
  const statuses = async (id: string) => {
    const { sent } = await ask('GET', '/callbacks');
    return sent.filter(({ reference }: any) => reference === id).map(({ status }: any) => status);
  };
  while ((await statuses('j')).length < 2) await sleep(2);
  assert.deepEqual(
    [await statuses('i'), await statuses('j')],
    [
      [null, 200],
      [503, 200],
    ],
  );
});

test('an early callback has arrived before the answer of its request', async () => {
  await ask('POST', '/callbacks', { mode: 'early', reference: 'k' });
  await post('/pay/k');
  assert.equal(about('k').length, 1);
});

test('settings are read and written as snake_case, and requests are listed without secrets', async () => {
  const { success_after_ms: wait, token_life_ms: life } = await ask('POST', '/settings', { token_life_ms: 5 });
  assert.deepEqual([wait, life], [2_000, 5]);
  const { requests } = await ask('GET', '/requests');
  assert.deepEqual(Object.keys(requests.at(-1)).sort(), ['at', 'method', 'path', 'status']);
  assert.equal((await ask('POST', '/answer', { reference: 'x', outcome: 'succeeds' })).status, 400);
});
