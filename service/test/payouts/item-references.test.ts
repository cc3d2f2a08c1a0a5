import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { wakeRecords } from '../../src/callbacks/wake-records.ts';
import { openCases } from '../../src/cases/open-cases.ts';
import { itemReferences } from '../../src/core/item-reference.ts';
import { claimItems } from '../../src/payouts/item-store.ts';
import { createPayoutWorker } from '../../src/payouts/worker.ts';
import { refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { itemsOf, openPayout } from '../support/payout-flows.ts';
import { openProviderBooks, slug } from '../support/provider-books.ts';

/** The test does the workers' part. */
let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService({ ROLE: 'api', CURRENCIES: 'XOF,KES' });
  shop = await service.merchant();
  await shop.wallet('XOF', 100_000n);
});
after(() => service.stop());

const query = async (text: string, ...values: unknown[]) => (await service.db.pool.query(text, values)).rows;
let day = 0;

/** An item that its provider knows by a reference, as one of a scheduled run. It waits for the rail. */
async function scheduledItem(rail = 'sandbox') {
  const recipient = '+221771230008';
  const { id: payout } = await openPayout(shop, [{ recipient, amount: 50 }]);
  const [item] = await itemsOf(shop, payout);
  const slot = { schedule: 'sch_01kd9m6k1e7k8t0k5zv5g3h2aa', day: `2036-01-${++day}` };
  const [reference] = itemReferences(slot, [recipient]);
  await query('UPDATE payout_items SET provider_reference = $2 WHERE id = $1', item.id, reference);
  const round = createPayoutWorker({ db: service.db, onError: assert.ifError, onSettled: () => {} });
  while ((await round()).done > 0);
  await query('UPDATE payout_items SET rail = $2 WHERE id = $1', item.id, rail);
  return { payout, id: item.id as string, reference: reference! };
}

it('a callback finds an item by its reference', async () => {
  const { id, payout, reference } = await scheduledItem('mtn-ug');
  const of = (rail: string) => wakeRecords(service.db, [{ rail, record: reference, handle: null }]);
  const [found] = await of('mtn-ug');
  assert.deepEqual([found?.id, found?.payout_id, found?.woken], [id, payout, true]);
  assert.equal((await of('airtel-ug'))[0]?.woken, false, 'and wakes it for its own rail only');
});

it('a person finds an item, its cases and callbacks by its reference', async () => {
  const { id, payout, reference } = await scheduledItem('mtn-ug');
  const found = (await shop.call('GET', `/search?q=${reference}`)).body.data;
  assert.deepEqual(
    found.map((hit: any) => [hit.object, hit.id, hit.payout]),
    [['payout_item', id, payout]],
  );
  const other = await service.merchant();
  assert.deepEqual((await other.call('GET', `/search?q=${reference}`)).body.data, [], 'but none of another merchant');
  const about = { rail: 'mtn-ug', record: id, world: null, livemode: false, amount: null, currency: null, facts: {} };
  await openCases(service.db, [{ kind: 'contradiction', ...about }]);
  await query(
    `INSERT INTO rail_callbacks (id, rail, livemode, received_at, last_at, method, source, headers, body, digest,
       record, outcome)
     VALUES ('clb_01kd9m6k1e7k8t0k5zv5g3h2aa', 'mtn-ug', false, now(), now(), 'POST', '127.0.0.1', '{}', '',
       sha256('x'), $1, 'asked'),
       -- It arrived before the run was made again.
       ('clb_01kd9m6k1e7k8t0k5zv5g3h2ab', 'mtn-ug', false, now(), now(), 'POST', '127.0.0.1', '{}', '',
       sha256('y'), $2, 'unknown_record')`,
    id,
    reference,
  );
  const operator = await service.person('operator');
  const recordsOf = async (list: string, name: string) =>
    (await operator.call('GET', `/operator/${list}?record=${name}`)).body.data.map((row: any) => row.record);
  for (const name of [id, reference]) {
    assert.deepEqual(await recordsOf('cases', name), [id]);
    assert.deepEqual(await recordsOf('callbacks', name), [reference, id]);
  }
});

it("a statement's line with a reference is matched with the entry of its item", async () => {
  const books = await openProviderBooks(service);
  const items = [await scheduledItem(slug), await scheduledItem(slug)];
  for (const { id } of items) await books.book({ kind: 'payout', amount: -500n, day: '2026-03-02', source: id });
  const lines = items.map(({ reference }) => ({ amount: -500n, day: '2026-03-02', record: reference }));
  await books.statement(lines, ['2026-03-02', '2026-03-02']);
  assert.equal((await books.reconcile()).matched, 2);
  const matched = await query(`SELECT record, result FROM statement_lines WHERE rail = $1 ORDER BY record`, slug);
  assert.deepEqual(
    matched,
    items.map(({ id }) => ({ record: id, result: 'matched' })),
  );
});

it('a node of the version before, which would send the id, can claim no such item', async () => {
  const { id, reference } = await scheduledItem();
  const asBefore = claimItems.text
    .replace(/,\s*reference_asked = CASE.*?END/, '')
    .replace(/i\.provider_reference,\s*/, '');
  assert.ok(!asBefore.includes('reference'.concat('_asked')) && !asBefore.includes('provider_reference'));
  await assert.rejects(query(asBefore, ['sandbox'], [10]), /payout_items_asked_by_reference/);
  const claimed = await query(claimItems.text, ['sandbox'], [10]);
  const own = claimed.find((item) => item.id === id);
  assert.deepEqual([own.provider_reference, own.sending], [reference, true]);
});

it('no second item has the reference, and none is tried again while its outcome is unknown', async () => {
  const { payout, reference } = await scheduledItem();
  const other = await scheduledItem();
  await assert.rejects(
    query('UPDATE payout_items SET provider_reference = $2 WHERE id = $1', other.id, reference),
    /payout_items_by_reference/,
  );
  const refused = await shop.call('POST', `/payouts/${payout}/retry`);
  assert.deepEqual(refusal(refused), [409, 'payout_not_retryable']);
});
