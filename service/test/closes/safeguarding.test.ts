import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { readOwed } from '../../src/closes/compare-safeguarding.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { type Movements, openProviderBooks, slug } from '../support/provider-books.ts';
import { readPdf } from '../support/read-document.ts';

let service: TestService;
let books: Movements;
let maker: TestPerson;
let checker: TestPerson;
const dayAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Africa/Nairobi' });
const [first, second, third, today] = [dayAgo(4), dayAgo(3), dayAgo(2), dayAgo(0)] as const;

before(async () => {
  service = await startTestService();
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  books = await openProviderBooks(service);
});
after(() => service.stop());

const run = (text: string, values: unknown[] = []) =>
  service.db.query<any>({ name: `safe_${text.length}_${text.slice(0, 20)}`, text }, values);
const close = async (day: string): Promise<string> => {
  const reply = await maker.call('POST', '/operator/closes', { rail: slug, day });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.id;
};
const review = async (id: string) => {
  const reply = await checker.call('POST', `/operator/closes/${id}/review`);
  assert.equal(reply.status, 200, reply.text);
};
const read = async (day: string): Promise<any> => (await maker.call('GET', `/operator/safeguarding?day=${day}`)).body;
const gaps = async (status: string): Promise<any[]> =>
  (await maker.call('GET', `/operator/cases?kind=safeguarding_gap&status=${status}`)).body.data;
const file = async (name: string, day: string) => {
  const path = `/api/v1/operator/safeguarding/files/${name}?mode=test&day=${day}`;
  const reply = await fetch(service.base + path, { headers: { authorization: `Bearer ${maker.token}` } });
  return { status: reply.status, bytes: new Uint8Array(await reply.arrayBuffer()) };
};
/** By the balances of customers and merchants themselves. */
const directly = async (): Promise<bigint> =>
  (
    await run(`
      SELECT coalesce(sum(b.posted), 0)::bigint AS owed FROM wallets w JOIN balances b ON b.wallet_id = w.id
      WHERE w.owner_type <> 'system' AND w.currency = 'KES' AND NOT w.livemode`)
  )[0].owed;

describe('safeguarding', () => {
  before(async () => {
    await books.book({ amount: 900n, day: first, receipt: 'A' });
    await books.book({ amount: 100n, day: second, receipt: 'B' });
    await books.owe(5_000n, second);
    await books.book({ amount: 4_000n, day: third, receipt: 'C' });
    for (const [receipt, amount, day] of [
      ['A', 900n, first],
      ['B', 100n, second],
      ['C', 4_000n, third],
    ] as const) {
      await books.statement([{ operation: receipt, amount, day }], [day, day]);
    }
    await books.reconcile();
  });

  it('compares a day when its last close is reviewed', async () => {
    const id = await close(first);
    const open = await read(first);
    assert.deepEqual([open.data, open.waiting.map(({ rail }: any) => rail)], [[], [slug]]);
    assert.equal((await file('report.pdf', first)).status, 409);
    await review(id);
    const { data, waiting } = await read(first);
    assert.deepEqual([data[0].owed, data[0].holdings, data[0].gap, waiting], [0, 900, 0, []]);
    assert.deepEqual(await gaps('open'), []);
  });

  it('opens a case for a gap, and closes it when the money is covered', async () => {
    await review(await close(second));
    const [{ owed, holdings, gap }] = (await read(second)).data;
    assert.deepEqual([owed, holdings, gap], [5_000, 1_000, 4_000]);
    const [found] = await gaps('open');
    assert.deepEqual([found.amount, found.currency, found.record], [4_000, 'KES', 'test:KES']);
    await review(await close(third));
    assert.equal((await read(third)).data[0].gap, 0);
    assert.deepEqual(await gaps('open'), []);
    assert.equal((await gaps('closed'))[0].id, found.id);
  });

  it('sums the balances of customers and merchants at any moment', async () => {
    await (await service.merchant()).wallet('KES', 700n);
    const now = await readOwed(service.db, false, 'KES', new Date(Date.now() + 60_000));
    assert.deepEqual([now.owed, await directly()], [5_700n, 5_700n]);
    const then = await readOwed(service.db, false, 'KES', new Date(`${second}T12:00:00Z`));
    assert.equal(then.owed, 0n);
  });

  it('compares the days that waited for a rail whose first close is a later day', async () => {
    await openProviderBooks(service, { rail: 'new-ke' });
    await books.statement([], [dayAgo(1), dayAgo(1)]);
    await books.reconcile();
    await review(await close(dayAgo(1)));
    const before = await read(dayAgo(1));
    assert.deepEqual([before.data, before.waiting.map(({ rail }: any) => rail)], [[], ['new-ke']]);
    // The first close of the new rail is of a later day, so the day before does not wait for it.
    await run(
      `INSERT INTO closes (id, rail, livemode, currency, day, time_zone, cut_at, source, opening_there, closing_there,
         opening_here, closing_here, movements, explained, opened_to, created_by)
       VALUES ($1, 'new-ke', false, 'KES', $2, 'Africa/Nairobi', now(), 'lines', 0, 0, 0, 0, '[]', '[]', 0, $3)`,
      [newId('cls'), today, maker.id],
    );
    const [{ id }] = await run(`SELECT id FROM closes WHERE rail = 'new-ke'`);
    await review(id);
    const { data, waiting } = await read(dayAgo(1));
    assert.deepEqual([data[0].owed, data[0].holdings, waiting], [5_000, 5_000, []]);
    // The last rail of the day of its first close is still missing.
    assert.deepEqual((await read(today)).data, []);
  });

  it('writes a signed report that carries the head of the seal', async () => {
    assert.equal((await file('report.pdf', today)).status, 409, 'the day is not closed');
    const hash = 'ab'.repeat(32);
    await run(
      `INSERT INTO seals (number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, marks, previous,
                          hash)
       VALUES (1, '0', 'wal_x', 1, 1, 1, now(), '\\x', '\\x', '\\x', decode($1, 'hex'))`,
      [hash],
    );
    const { bytes } = await file('report.pdf', second);
    const text = await readPdf(bytes);
    for (const part of [`Safeguarding report ${second}`, '50.00', '10.00', '-40.00', hash]) {
      assert.ok(text.replaceAll('\n', '').includes(part), `${part} in ${text}`);
    }
    const keys = (await (await fetch(`${service.base}/.well-known/document-keys.json`)).json()) as JSONWebKeySet;
    const [header, signature] = Buffer.from((await file('report.pdf.jws', second)).bytes)
      .toString()
      .split('..');
    const jws = (part: Uint8Array) => `${header}.${Buffer.from(part).toString('base64url')}.${signature}`;
    await compactVerify(jws(bytes), createLocalJWKSet(keys));
    bytes[100]! ^= 1;
    await assert.rejects(compactVerify(jws(bytes), createLocalJWKSet(keys)), /signature verification failed/);
    // A later batch is sealed: the reports of the day still carry the same head, and the API shows it.
    await run(
      `INSERT INTO seals (number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, marks, previous,
                          hash)
       SELECT number + 1, to_xid, to_wallet, to_position, count, total, now(), digest, marks, hash,
                                decode(repeat('cd', 32), 'hex') FROM seals`,
    );
    const csv = Buffer.from((await file('report.csv', second)).bytes).toString();
    assert.match(csv, /total,KES,held - owed,-40\.00,/);
    assert.match(csv, new RegExp(`seal_hash,,${hash}`));
    const { seals } = await read(second);
    assert.deepEqual(
      seals.map((seal: any) => [seal.livemode, seal.number, seal.hash]),
      [[false, 1, hash]],
    );
    await assert.rejects(run('DELETE FROM safeguarding_seals'), /append-only|permission denied/);
  });

  it('waits for a seal that is later than a currency whose day ends later', async () => {
    assert.equal((await file('report.csv', third)).status, 200);
    await run(
      `INSERT INTO safeguarding_days (livemode, currency, day, cut_at, owed, suspended, held, rails)
       VALUES (false, 'UGX', $1, now() + interval '1 hour', 0, 0, 0, '[]')`,
      [third],
    );
    assert.equal((await file('report.pdf', third)).status, 409);
    assert.deepEqual((await read(third)).seals, []);
    await run(
      `INSERT INTO seals (number, to_xid, to_wallet, to_position, count, total, sealed_at, digest, marks, previous,
                          hash)
       SELECT number + 1, to_xid, to_wallet, to_position, count, total, now() + interval '2 hours', digest, marks, hash,
              decode(repeat('ef', 32), 'hex') FROM seals WHERE number = 2`,
    );
    assert.equal((await file('report.pdf', third)).status, 200);
    assert.deepEqual(
      (await read(third)).seals.map(({ number }: any) => number),
      [3],
    );
  });
});
