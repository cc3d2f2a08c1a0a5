import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { NotTaken } from '../../src/core/payment.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { pauseRail, resumeRail } from '../../src/rail-settings/pause.ts';
import { setRailConnection } from '../../src/rail-settings/set-connection.ts';
import { setRailLimits } from '../../src/rail-settings/set-limits.ts';
import { type RailRecord, selectRailRecord } from '../../src/rail-settings/store.ts';
import type { Collection, Disbursement } from '../../src/rails/rail.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { becomes, until } from '../support/harness.ts';
import { addTestRail, by, deploymentOf, startNode, type TestNode } from '../support/registry.ts';
import { startTestProvider, type TestProvider } from '../support/test-provider.ts';

const KEY = 'canary-of-the-key';
let own: TestDatabase;
let db: Database;
/** The superuser's connection, which reads every table. */
let owner: Database;
let at: TestProvider;
let nodes: TestNode[] = [];
let made = 0;

before(async () => {
  own = await cloneDatabase();
  db = openDatabase(own.url, { max: 4, role: 'rialto_service', service: true });
  owner = openDatabase(own.url, { max: 1 });
});
beforeEach(async () => {
  at = await startTestProvider(KEY);
});
after(async () => {
  await db.close();
  await owner.close();
  await own.drop();
});

const record = { currency: 'GHS', sentAt: new Date(), handle: null, received: [], callbackUrl: null, merchant: 'Shop' };
const texts = { reference: null, description: null };
const collection = (): Collection => ({
  ...record,
  ...texts,
  ...{ id: `pay_${++made}`, amount: 100n, customer: '+233241234567', payerWallet: null, code: null },
  ...{ createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000), successUrl: null, cancelUrl: null },
});
const item = (amount: bigint): Disbursement => ({
  ...record,
  ...texts,
  ...{ id: `pit_${++made}`, amount, recipient: '+233241234567', name: null },
});

function start(count = 1): TestNode[] {
  nodes = Array.from({ length: count }, () => startNode(own.url, at));
  return nodes;
}
async function inTest(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [];
    await at.close();
  }
}
const slug = () => `test-gh-${++made}`;
const stored = async (name: string) => (await db.query<RailRecord>(selectRailRecord, [name]))[0]!;
const holds = (node: TestNode, name: string) => node.registry.heldBack(name)?.why ?? null;

it('every node learns of a rail, of its limits and of its pause', () =>
  inTest(async () => {
    const [one, two] = start(2) as [TestNode, TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    for (const { registry } of [one, two]) await until(async () => registry.get(name));
    assert.equal((await one.registry.get(name)!.collect!(collection())).state, 'succeeded');
    await transaction(db, (tx) => setRailLimits(tx, name, { priority: 7 }, by));
    for (const { registry } of [one, two]) await becomes(() => registry.row(name)?.priority, 7);
    await transaction(db, (tx) => pauseRail(tx, name, 'by hand', by));
    for (const node of [one, two]) await becomes(() => holds(node, name), 'paused: by hand');
    await transaction(db, (tx) => resumeRail(tx, name, by));
    for (const node of [one, two]) await becomes(() => holds(node, name), null);
  }));

it('a change of limits keeps the connection, and new credentials make another one', () =>
  inTest(async () => {
    const [{ registry }] = start() as [TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const first = await until(async () => registry.get(name));
    await transaction(db, (tx) => setRailLimits(tx, name, { priority: 8 }, by));
    await becomes(() => registry.row(name)?.priority, 8);
    assert.equal(registry.get(name), first);
    at.apiKey = 'another-key';
    const change = { credentials: { api_user: 'user', api_key: 'another-key' } };
    await transaction(db, (tx) => setRailConnection(tx, name, change, by, deploymentOf(at)));
    await until(async () => registry.get(name) !== first);
    assert.equal((await registry.get(name)!.collect!(collection())).state, 'succeeded');
  }));

it('refused credentials pause the rail at the third time, on every node, and it resumes by itself', () =>
  inTest(async () => {
    const [one, two] = start(2) as [TestNode, TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const rail = await until(async () => one.registry.get(name));
    at.apiKey = 'revoked-by-the-provider';
    for (const expected of ['enabled', 'enabled']) {
      assert.equal((await rail.collect!(collection())).state, 'not_taken');
      assert.equal((await stored(name)).status, expected);
    }
    await rail.collect!(collection());
    for (const node of [one, two])
      await becomes(() => holds(node, name), 'paused: The provider refuses the credentials.');
    const cases = await db.pool.query(`SELECT kind, status, facts FROM cases WHERE rail = $1`, [name]);
    assert.deepEqual(
      cases.rows.map(({ kind, status }) => [kind, status]),
      [['credentials_refused', 'open']],
    );
    assert.equal((await stored(name)).paused_by, 'service');
    at.apiKey = KEY;
    await db.pool.query(`UPDATE rails SET probe_at = now() WHERE slug = $1`, [name]);
    for (const node of [one, two]) await becomes(() => holds(node, name), null);
    const closed = await db.pool.query(`SELECT status, closed_by FROM cases WHERE rail = $1`, [name]);
    assert.deepEqual(closed.rows, [{ status: 'closed', closed_by: 'service' }]);
  }));

it('while the credentials stay refused, the rail stays paused and the next attempt comes later', () =>
  inTest(async () => {
    const [{ registry }] = start() as [TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const rail = await until(async () => registry.get(name));
    at.apiKey = 'revoked-by-the-provider';
    for (let i = 0; i < 3; i++) await rail.collect!(collection());
    await until(async () => (await stored(name)).status === 'paused');
    await db.pool.query(`UPDATE rails SET probe_at = now() WHERE slug = $1`, [name]);
    await until(async () => (await stored(name)).probes === 1);
    assert.equal((await stored(name)).status, 'paused');
    const wait = `SELECT probe_at > now() + interval '12 s' AS longer FROM rails WHERE slug = $1`;
    await becomes(async () => (await db.pool.query(wait, [name])).rows[0].longer, true);
  }));

it('calls at the same time with one token count as one refusal', () =>
  inTest(async () => {
    const [{ registry }] = start() as [TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const rail = await until(async () => registry.get(name));
    at.apiKey = 'a-short-spell-of-401';
    at.delayMs = 50;
    await Promise.all(Array.from({ length: 10 }, () => rail.collect!(collection())));
    at.delayMs = 0;
    await rail.collect!(collection());
    // A pause would have been written by now.
    await setTimeout(200);
    assert.equal((await stored(name)).status, 'enabled');
    await rail.collect!(collection());
    await until(async () => (await stored(name)).status === 'paused');
  }));

it('a fault of credentials that were replaced meanwhile pauses nothing', () =>
  inTest(async () => {
    const [{ registry }] = start() as [TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const old = await until(async () => registry.get(name));
    const change = { credentials: { api_user: 'user', api_key: 'the-new-key' } };
    at.apiKey = 'the-new-key';
    for (let i = 0; i < 2; i++) assert.equal((await old.collect!(collection())).state, 'not_taken');
    at.delayMs = 1_000;
    const third = old.collect!(collection());
    await transaction(db, (tx) => setRailConnection(tx, name, change, by, deploymentOf(at)));
    await until(async () => registry.get(name) !== old);
    assert.equal(((await third) as { fault?: string }).fault, 'credentials');
    await setTimeout(200);
    assert.equal((await stored(name)).status, 'enabled');
  }));

it('a provider that is closed closes the rail until its time, and then it opens', () =>
  inTest(async () => {
    const [one, two] = start(2) as [TestNode, TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const rail = await until(async () => one.registry.get(name));
    at.trouble = { status: 503 };
    assert.equal((await rail.collect!(collection())).state, 'not_taken');
    await becomes(() => holds(two, name), 'maintenance');
    at.trouble = null;
    for (const node of [one, two]) await becomes(() => holds(node, name), null);
    await becomes(async () => (await stored(name)).status, 'enabled');
  }));

it('a rail pays out at most its maximum of a day, on all nodes together, and unsent money does not count', () =>
  inTest(async () => {
    const [one, two] = start(2) as [TestNode, TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name, payoutDayMaximum: 1_000n });
    const [first, second] = await Promise.all([one, two].map(({ registry }) => until(async () => registry.get(name))));
    at.trouble = { status: 402 };
    assert.equal((await first!.payOut!(item(900n))).state, 'not_taken');
    at.trouble = null;
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((i) => (i % 2 ? first! : second!).payOut!(item(300n))));
    assert.deepEqual(answers.map(({ state }) => state).sort(), [
      ...['not_taken', 'not_taken', 'not_taken'],
      ...['succeeded', 'succeeded', 'succeeded'],
    ]);
    const over = answers.find(({ state }) => state === 'not_taken') as NotTaken & { retryAfterMs: number };
    assert.deepEqual([over.why, over.unasked], ['the maximum of the day is reached', true]);
    assert.ok(over.retryAfterMs > 0 && over.retryAfterMs <= 86_400_000);
    assert.equal(at.paidOut.length, 3);
    assert.equal((await first!.payOut!(item(100n))).state, 'succeeded');
    assert.equal((await first!.payOut!(item(1n))).state, 'not_taken');
  }));

it('no secret reaches the log, the audit log, a case or the database in clear', () =>
  inTest(async () => {
    const [node] = start() as [TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name });
    const rail = await until(async () => node.registry.get(name));
    at.apiKey = 'something-else';
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push(await rail.collect!(collection()));
    await assert.rejects(
      rail.balance!(),
      (error: Error) => !error.message.includes(KEY) && /hidden/.test(error.message),
    );
    await until(async () => (await stored(name)).status === 'paused');
    await db.pool.query(`UPDATE rails SET probe_at = now() WHERE slug = $1`, [name]);
    await until(async () => node.lines.some((line) => line.includes('hidden')));
    assert.ok(!JSON.stringify(answers).includes(KEY));
    assert.ok(!node.lines.join('').includes(KEY));
    const tables = await owner.pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    for (const { tablename } of tables.rows) {
      const { rows } = await owner.pool.query(`SELECT t::text AS row FROM "${tablename}" t`);
      assert.ok(
        !rows.some(({ row }) => row.includes(KEY) || row.includes(Buffer.from(KEY).toString('hex'))),
        tablename,
      );
    }
  }));

it('the nodes share a rate, and a node has no more unanswered calls than the concurrency', () =>
  inTest(async () => {
    const [one, two] = start(2) as [TestNode, TestNode];
    const name = slug();
    await addTestRail(db, at, { slug: name, callsPerSecond: 10, concurrency: 3 });
    for (const { registry } of [one, two]) await until(async () => registry.get(name));
    await until(async () => {
      await Promise.all([one.registry.refresh(), two.registry.refresh()]);
      return one.registry.room(name, 0) === 3;
    });
    assert.equal(one.registry.room(name, 2), 1);
    assert.equal(one.registry.room(name, 3), 0);
    await transaction(db, (tx) => setRailLimits(tx, name, { concurrency: null }, by));
    await becomes(() => one.registry.room(name, 0), 5);
    for (let i = 0; i < 5; i++) await one.registry.get(name)!.collect!(collection());
    assert.ok(one.registry.room(name, 0) < 5);
  }));
