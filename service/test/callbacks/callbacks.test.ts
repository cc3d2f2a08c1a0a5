import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { createCallbacksWorker } from '../../src/callbacks/worker.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { createPaymentsWorker } from '../../src/payments/worker.ts';
import type { RailContext } from '../../src/rails/context.ts';
import { settleRefunds } from '../../src/refunds/settle.ts';
import { claimRefunds, type RefundJob } from '../../src/refunds/store.ts';
import { startWorker, type Worker } from '../../src/workers/worker.ts';
import { type CallbackNode, memoryRails, startCallbackNode, testRail } from '../support/callback-rails.ts';
import { openPayment, payment } from '../support/flows.ts';
import { becomes, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';

const [here, other, listed] = [
  testRail('here'),
  testRail('other'),
  testRail('listed', { callbackSources: ['198.51.100.0/24'] }),
];
const rails = memoryRails(here, other, listed);
const contradictions: { id: string; state: string }[] = [];
let service: TestService;
let node: CallbackNode;
let shop: TestMerchant;
let workers: Worker[];

before(async () => {
  service = await startTestService({ ROLE: 'api' });
  const { db } = service;
  node = await startCallbackNode(db, rails, mkdtempSync(join(tmpdir(), 'callbacks-')));
  shop = await service.merchant('Shop');
  const options = { db, rails, contextOf: node.contextOf, onError: assert.ifError };
  const payments = createPaymentsWorker({ ...options, onFinal: () => {} });
  const callbacks = createCallbacksWorker({
    ...options,
    onContradiction: async ({ row, answer: { state } }) => contradictions.push({ id: row.id, state }) > 0,
  });
  workers = [
    startWorker(db.node, 'payments', payments.round, assert.ifError),
    startWorker(db.node, 'callbacks', callbacks.round, assert.ifError),
  ];
});
after(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await node.stop();
  await service.stop();
});

const run = async <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await service.db.pool.query(text, values)).rows;

/** A payment that its rail has got, and that nothing but a callback asks about within minutes. */
async function sentPayment(rail = 'here'): Promise<string> {
  const { id } = await openPayment(shop);
  await run('UPDATE payments SET rail = $2, due_at = now() WHERE id = $1', id, rail);
  service.db.node.wake('payments');
  await until(async () => (await due(id)) > 100);
  return id;
}

/** Seconds until the rail is asked next; null if the payment is final. */
const due = async (id: string): Promise<number> => {
  const [row] = await run<{ s: number }>(
    'SELECT extract(epoch FROM due_at - now())::float8 AS s FROM payments WHERE id = $1',
    id,
  );
  return row!.s;
};

type Kept = { outcome: string; times: number; record: string | null; body: Buffer };
const keptAbout = (record: string) =>
  run<Kept>('SELECT outcome, times, record, body FROM rail_callbacks WHERE record = $1 ORDER BY id', record);
const countKept = async () => (await run<{ n: number }>('SELECT count(*)::int AS n FROM rail_callbacks'))[0]!.n;
const casesAbout = (record: string) => run<{ kind: string }>('SELECT kind FROM cases WHERE record = $1', record);
const succeeded = { state: 'succeeded', railReference: 'R1' } as const;

it('a callback is committed and answered in the form of the provider, and its rail is asked at once', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  const answer = await node.send(node.urlOf(here, id), { about: id });
  assert.deepEqual(answer, { status: 200, text: '{"ResultCode":0}' });
  await payment(shop, id, 'succeeded');
  const [kept] = await keptAbout(id);
  assert.deepEqual([kept!.outcome, kept!.body.toString()], ['asked', JSON.stringify({ about: id })]);
});

it('a callback is never proof: the payment stays open until the rail itself says so', async () => {
  const id = await sentPayment();
  const asked = here.asked.length;
  assert.equal((await node.send(node.urlOf(here, id), { about: id, result: { status: 'SUCCESSFUL' } })).status, 200);
  await until(async () => here.asked.length > asked && (await due(id)) > 100);
  assert.equal((await shop.call('GET', `/payments/${id}`)).body.status, 'processing');
});

it('POST, PUT and GET are taken, with any content type', async () => {
  const id = await sentPayment();
  const url = node.urlOf(here, id);
  assert.equal((await node.send(url, { about: id }, { method: 'PUT' })).status, 200);
  const form = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '{}' });
  const bare = await fetch(`${url}?status=ok&token=abc`);
  assert.deepEqual([form.status, bare.status], [200, 200]);
  const queries = await run<{ query: string }>(
    `SELECT query FROM rail_callbacks WHERE record = $1 AND method = 'GET'`,
    id,
  );
  assert.equal(queries[0]!.query, 'status=ok&token=[masked]');
});

it('forged addresses are not found and have no effect', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  const before = await countKept();
  const good = node.urlOf(here, id);
  const secret = good.split('/').at(-2)!;
  const unknownRail = node.urlOf(testRail('unknown'), id);
  const forged = [
    good.replace(
      secret,
      secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    ),
    good.replace(here.row.id, other.row.id),
    good.replace(/[^/]+$/, Buffer.from(newId('pay')).toString('hex')),
    good.replace(/\/[^/]+$/, ''),
    node.urlOf(other, id).replace(other.row.id, here.row.id),
    unknownRail,
  ];
  for (const url of forged) assert.equal((await node.send(url, { about: id })).status, 404, url);
  assert.equal((await node.send(good, { about: id, signature: 'forged' })).status, 401);
  assert.equal(await countKept(), before);
  assert.ok((await due(id)) > 100);
  assert.equal((await node.send(good, { about: id })).status, 200, 'the control');
  await payment(shop, id, 'succeeded');
});

it('a callback at another rail does not reach the record, and its result is not given to the next check', async () => {
  const id = await sentPayment();
  assert.equal((await node.send(node.urlOf(other), { about: id, result: { from: 'other' } })).status, 200);
  assert.equal((await node.send(node.urlOf(other, id), { result: { from: 'other' } })).status, 200);
  assert.ok((await due(id)) > 100);
  const cases = await run(`SELECT kind, record, facts ->> 'record' AS about FROM cases WHERE rail = 'other'`);
  assert.deepEqual(cases, [{ kind: 'unknown_callback', record: null, about: id }]);
  await node.send(node.urlOf(here, id), { result: { from: 'here' } });
  const collection = await until(async () => here.asked.findLast((one) => one.id === id && one.received.length > 0));
  assert.deepEqual(collection.received, [{ from: 'here' }]);
});

it('a body that names another record than its address has no effect on either', async () => {
  const [one, two] = [await sentPayment(), await sentPayment()];
  here.answers.set(two, succeeded);
  await node.send(node.urlOf(here), { about: one, result: 1 });
  await until(async () => here.asked.some(({ id, received }) => id === one && received.length > 0));
  await fetch(node.urlOf(here, one), { method: 'POST', body: JSON.stringify({ about: two }) });
  assert.ok((await due(two)) > 100);
});

it('a replayed callback is counted and settles nothing a second time', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  const url = node.urlOf(here, id);
  await Promise.all([1, 2, 3].map(() => node.send(url, { about: id })));
  await payment(shop, id, 'succeeded');
  await node.send(url, { about: id });
  const kept = await keptAbout(id);
  assert.deepEqual([kept.length, kept[0]!.times], [1, 4]);
  const [sums] = await run<{ n: number }>(
    'SELECT count(*)::int AS n FROM postings WHERE source = $1 AND kind = $2',
    id,
    'payment',
  );
  assert.equal(sums!.n, 1);
});

it('a valid secret with an unknown record gets 200 and one case', async () => {
  const id = newId('pay');
  for (const repeat of [1, 2])
    assert.equal((await node.send(node.urlOf(here, id), { about: id, result: repeat })).status, 200);
  assert.equal((await node.send(node.urlOf(here), { handle: 'unknown-handle' })).status, 200);
  assert.deepEqual(await casesAbout(id), [{ kind: 'unknown_callback' }]);
  assert.deepEqual(await casesAbout('unknown-handle'), [{ kind: 'unknown_callback' }]);
});

it("a callback may name a record by the provider's own id", async () => {
  const id = await sentPayment();
  await run('UPDATE payments SET rail_handle = $2 WHERE id = $1', id, `handle of ${id}`);
  here.answers.set(id, succeeded);
  await node.send(node.urlOf(other), { handle: `handle of ${id}` });
  assert.ok((await due(id)) > 100, 'at another rail');
  await node.send(node.urlOf(here), { handle: `handle of ${id}` });
  await payment(shop, id, 'succeeded');
  assert.equal((await keptAbout(id))[0]!.outcome, 'asked');
});

it('a repeat of a callback that came before its record was known is worked on', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  await node.send(node.urlOf(here, id), { about: id });
  await payment(shop, id, 'succeeded');
  const early = { handle: `early handle of ${id}` };
  await node.send(node.urlOf(here), early);
  await run('UPDATE payments SET rail_handle = $2 WHERE id = $1', id, early.handle);
  await node.send(node.urlOf(here), early);
  await becomes(
    async () => (await keptAbout(id)).map(({ outcome, times }) => [outcome, times]),
    [
      ['asked', 1],
      ['confirmed', 2],
    ],
  );
});

it('the next check gets the newest results, oldest first', async () => {
  const id = await sentPayment();
  const count = 52;
  for (let i = 1; i <= count; i++) await node.send(node.urlOf(here, id), { result: i });
  const [{ received }] = (await node.contextOf([{ world: shop.world, id, rail: 'here' }])) as [RailContext];
  assert.deepEqual(
    received,
    Array.from({ length: 50 }, (_, i) => i + 3),
  );
});

it('a callback that only its address refuses is kept, raises one case, and has no effect', async () => {
  const id = await sentPayment('listed');
  listed.answers.set(id, succeeded);
  const url = node.urlOf(listed, id);
  for (const from of ['203.0.113.9', '203.0.113.10'])
    assert.equal((await node.send(url, { about: id, result: { bad: true } }, { from })).status, 403);
  assert.ok((await due(id)) > 100);
  assert.deepEqual(
    (await keptAbout(id)).map(({ outcome }) => outcome),
    ['source_refused'],
  );
  assert.equal((await run('SELECT FROM cases WHERE rail = $1 AND kind = $2', 'listed', 'callback_source')).length, 1);
  assert.equal((await node.send(url, { about: id, result: { bad: true } }, { from: '198.51.100.7' })).status, 200);
  await payment(shop, id, 'succeeded');
  assert.deepEqual(
    (await keptAbout(id)).map(({ outcome }) => outcome),
    ['source_refused', 'asked'],
  );
});

it('the rail is asked about a final record, and only its answer can contradict', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  await node.send(node.urlOf(here, id), { about: id });
  await payment(shop, id, 'succeeded');
  const outcomes = async () => (await keptAbout(id)).map(({ outcome }) => outcome);
  await node.send(node.urlOf(here, id), { result: 'failed' });
  await becomes(outcomes, ['asked', 'confirmed']);
  assert.deepEqual(
    contradictions.filter((one) => one.id === id),
    [],
  );
  const failure = { code: 'canceled', message: 'Taken back.', rail_code: 'REV' } as const;
  here.answers.set(id, { state: 'reversed', failure } as never);
  await node.send(node.urlOf(here, id), { result: 'reversed' });
  await becomes(outcomes, ['asked', 'confirmed', 'contradicted']);
  assert.deepEqual(
    contradictions.filter((one) => one.id === id),
    [{ id, state: 'reversed' }],
  );
});

it('a callback that arrives while its record is locked is not lost', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  const client = await service.db.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM payments WHERE id = $1 FOR UPDATE', [id]);
  assert.equal((await node.send(node.urlOf(here, id), { about: id })).status, 200);
  assert.equal((await keptAbout(id))[0]!.outcome, 'waiting');
  await client.query('COMMIT');
  client.release();
  await payment(shop, id, 'succeeded');
});

it('a callback that arrives while the rail is being asked is not lost', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  await node.send(node.urlOf(here, id), { about: id });
  await payment(shop, id, 'succeeded');
  const { db } = service;
  const quiet = testRail('quiet');
  const own = await startCallbackNode(db, memoryRails(quiet), mkdtempSync(join(tmpdir(), 'callbacks-')));
  const secondsToAsk = async (called: boolean): Promise<number> => {
    const refund = (await shop.call('POST', '/refunds', { payment: id, amount: 10 })).body.id;
    await run(`UPDATE refunds SET rail = 'quiet', due_at = now() WHERE id = $1`, refund);
    const jobs = await db.query<RefundJob>(claimRefunds, [['quiet'], [10]]);
    if (called) assert.equal((await own.send(own.urlOf(quiet, refund), {})).status, 200);
    const answer = { state: 'pending', askAgainInMs: 60_000 } as const;
    await settleRefunds(
      db,
      jobs.map((job) => ({ job, answer })),
      assert.ifError,
    );
    const text = 'SELECT extract(epoch FROM due_at - now())::float8 AS s FROM refunds WHERE id = $1';
    return (await run<{ s: number }>(text, refund))[0]!.s;
  };
  assert.ok((await secondsToAsk(true)) <= 0);
  assert.ok((await secondsToAsk(false)) > 0, 'the control');
  await own.stop();
});

it('money that nobody asked for is kept once for each receipt, with its callback', async () => {
  const incoming = [{ receipt: 'RCT1', amount: 500 }];
  for (const result of [1, 2]) assert.equal((await node.send(node.urlOf(here), { incoming, result })).status, 200);
  const rows = await run('SELECT rail, receipt, amount, currency, payer, account_text, status FROM rail_incoming');
  assert.deepEqual(rows, [
    {
      rail: 'here',
      receipt: 'RCT1',
      amount: 500n,
      currency: 'XOF',
      payer: '22177***4567',
      account_text: 'ORDER 7',
      status: 'new',
    },
  ]);
});

it('a callback that the rail cannot read is kept, and asks about the record of its address', async () => {
  const id = await sentPayment();
  here.answers.set(id, succeeded);
  assert.equal((await node.send(node.urlOf(here, id), { signature: 'broken' })).status, 200);
  await payment(shop, id, 'succeeded');
  assert.equal((await keptAbout(id))[0]!.outcome, 'unreadable');
});

it('the context of a record has the name of its merchant and an address that works', async () => {
  const id = await sentPayment();
  const { merchant, callbackUrl } = here.asked.find((one) => one.id === id)!;
  assert.equal(merchant, 'Shop');
  const path = new URL(callbackUrl!).pathname;
  assert.ok(callbackUrl!.startsWith('https://callbacks.example/rails/'));
  assert.equal(path, new URL(node.urlOf(here, id)).pathname);
});

it('the metrics count what arrived, and show the last callback of each rail', async () => {
  const text = await node.registry.metrics();
  assert.match(text, /rialto_rail_callbacks_total\{rail="here",outcome="kept"\} \d+/);
  assert.match(text, /rialto_rail_callbacks_total\{rail="",outcome="secret_refused"\} \d+/);
  assert.match(text, /rialto_rail_callbacks_total\{rail="here",outcome="signature_refused"\} 1/);
});

it('operators see what arrived and what was done; reading a body is audited', async () => {
  const id = await sentPayment();
  await node.send(node.urlOf(here, id), { about: id });
  const operator = await service.person('operator');
  const list = await operator.call('GET', `/operator/callbacks?record=${id}`);
  assert.deepEqual(
    list.body.data.map(({ outcome, rail, times }: any) => ({ outcome, rail, times })),
    [{ outcome: 'asked', rail: 'here', times: 1 }],
  );
  assert.equal(
    (await operator.call('GET', '/operator/callbacks?outcome=unknown_record&mode=live')).body.data.length,
    0,
  );
  const [{ id: callback }] = list.body.data;
  const read = await operator.call('GET', `/operator/callbacks/${callback}`);
  assert.equal(read.body.body, JSON.stringify({ about: id }));
  assert.deepEqual(await run('SELECT action FROM audit_log WHERE target = $1', callback), [
    { action: 'callback.read' },
  ]);
  assert.equal((await operator.call('GET', `/operator/callbacks/${newId('clb')}`)).status, 404);
});
