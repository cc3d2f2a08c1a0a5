import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import type { LookedUp } from '../../src/rails/rail.ts';
import { type Reply, until } from '../support/harness.ts';
import { code, found, startRouting } from '../support/routing.ts';

const routing = await startRouting(['airtel-ug', 'funding-ug', 'mtn-ug', 'wave-ug']);
const { rails, service, shop, till, liveTill, newPhone, create, succeeded } = routing;
after(() => routing.stop());

beforeEach(() => {
  rails.clear();
  rails.add('mtn-ug');
});

describe('a payout', () => {
  it('pays each phone by its own rail, and waits for a rail that is held back', async () => {
    rails.add('mtn-ug');
    rails.add('airtel-ug', { row: { provider: 'airtel', prefixes: ['25670'] } });
    const items = [
      { recipient: newPhone(), amount: 500 },
      { recipient: '+256701234567', amount: 500 },
      { recipient: '+221771234567', amount: 500 },
    ];
    const wallet = await liveWallet(2_000n);
    rails.hold('airtel-ug');
    const opened = await till.call('POST', '/payouts', { currency: 'UGX', wallet, items });
    assert.equal(opened.status, 202, opened.text);
    const read = async () => (await till.call('GET', `/payouts/${opened.body.id}/items?order=asc`)).body.data;
    const states = await until(async () => {
      const all = await read();
      return (
        all[0].status === 'succeeded' && all.map((item: any) => [item.status, item.rail, item.failure?.code ?? null])
      );
    });
    assert.deepEqual(states, [
      ['succeeded', 'mtn-ug', null],
      ['processing', 'airtel-ug', null],
      ['failed', null, 'rail_unavailable'],
    ]);
    assert.equal(
      rails.disbursements.some(({ rail }) => rail === 'airtel-ug'),
      false,
    );
    rails.release('airtel-ug');
    await service.db.pool.query(`UPDATE payout_items SET due_at = now() WHERE due_at IS NOT NULL`);
    await until(async () => (await read())[1].status === 'succeeded');
  });

  it('continues with the next rail after a certain recipient_not_found, unless it names its rail', async () => {
    const failure = { code: 'recipient_not_found', message: 'No account.', rail_code: 'PAYEE_NOT_FOUND' } as const;
    rails.add('mtn-ug', { payOut: () => ({ state: 'failed', failure }) });
    rails.add('airtel-ug', { row: { provider: 'airtel', prefixes: ['25670'] } });
    const wallet = await liveWallet(2_000n);
    const pay = async (more: object) => {
      const body = { currency: 'UGX', wallet, items: [{ recipient: newPhone(), amount: 500 }], ...more };
      const { id } = (await till.call('POST', '/payouts', body)).body;
      await until(async () => (await till.call('GET', `/payouts/${id}`)).body.status === 'completed');
      const [item] = (await till.call('GET', `/payouts/${id}/items`)).body.data;
      const sent = rails.disbursements.filter((one) => one.id === item.id).map(({ rail }) => rail);
      return [item.status, item.rail, sent];
    };
    assert.deepEqual(await pay({}), ['succeeded', 'airtel-ug', ['mtn-ug', 'airtel-ug']]);
    assert.deepEqual(await pay({ rail: 'mtn-ug' }), ['failed', 'mtn-ug', ['mtn-ug']]);
  });

  it('pays all phones by the rail that it names, and refuses items that the rail does not take', async () => {
    rails.add('wave-ug', { row: { provider: 'wave', maximum: 600n } });
    const wallet = await liveWallet(2_000n);
    const body = { currency: 'UGX', wallet, rail: 'wave-ug', items: [{ recipient: newPhone(), amount: 500 }] };
    const bad = {
      ...body,
      items: [...body.items, { recipient: newPhone(), amount: 601 }, { recipient: '+254722000001', amount: 1 }],
    };
    const refused = await till.call('POST', '/payouts', bad);
    assert.deepEqual(
      refused.body.error.details.map(({ param, code: one }: any) => [param, one]),
      [
        ['items[1].amount', 'amount_out_of_bounds'],
        ['items[2].recipient', 'validation_failed'],
      ],
    );
    assert.deepEqual(code(await till.call('POST', '/payouts', { ...body, rail: 'nothing' })), [
      400,
      'validation_failed',
      'rail',
    ]);
    const csv = await till.call(
      'POST',
      `/payouts?currency=UGX&wallet=${wallet}&rail=wave-ug`,
      `recipient,amount\n${newPhone()},700\n`,
      { 'content-type': 'text/csv' },
    );
    assert.deepEqual([csv.status, csv.body.error.param], [400, 'items[0].amount'], csv.text);
    const opened = await till.call('POST', '/payouts', body);
    assert.deepEqual([opened.status, opened.body.rail], [202, 'wave-ug']);
    await until(async () => (await till.call('GET', `/payouts/${opened.body.id}`)).body.status === 'completed');
    assert.equal(rails.disbursements.at(-1)!.rail, 'wave-ug');
  });
});

describe('the names of recipients', () => {
  const names: Record<string, LookedUp['nameMatch']> = { 'Awa Ndiaye': 'full', 'A. Ndiaye': 'partial', Bob: 'none' };
  const lookUp = async ({ name }: { name: string | null }) => ({
    ...found(true),
    nameMatch: names[name ?? ''] ?? 'unknown',
  });

  it('are checked before a payout is made, and not without bound', async () => {
    rails.add('mtn-ug', { lookUp });
    const items = ['Awa Ndiaye', 'A. Ndiaye', 'Bob', 'Eve'].map((name) => ({
      recipient: newPhone(),
      amount: 100,
      name,
    }));
    const ask = () => rich.call('POST', '/payouts/names', { currency: 'UGX', items });
    const rich = await liveTill(await service.merchant());
    const { status, body } = await ask();
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map((one: any) => [one.rail, one.name_match]),
      ['full', 'partial', 'none', 'unknown'].map((match) => ['mtn-ug', match]),
    );
    let refused: Reply | undefined;
    for (let i = 0; i < 20 && refused?.status !== 429; i++) refused = await ask();
    assert.deepEqual([refused!.status, refused!.headers.get('retry-after')], [429, '60']);
  });

  it('are kept in the list of people, until the name changes', async () => {
    rails.add('mtn-ug', { lookUp });
    const own = await liveTill(await service.merchant());
    const recipient = newPhone();
    const keep = async (name: string, more: object = {}) =>
      (await own.call('POST', '/beneficiaries', { items: [{ recipient, name, ...more }] })).body.data[0];
    const awa = await keep('Awa Ndiaye');
    const verify = (body: object = {}) => own.call('POST', `/beneficiaries/${awa.id}/verify`, body);
    assert.deepEqual([awa.name_match, (await verify()).body.error?.param], [null, 'currency']);
    const { body, text } = await verify({ currency: 'UGX', amount: 100 });
    assert.deepEqual([body.name_match, body.version, body.name_checked_at !== null], ['full', 2, true], text);
    assert.deepEqual((await own.call('GET', '/beneficiaries?name_match=full')).body.data, [body]);
    assert.equal((await keep('Awa Ndiaye', { amount: 100, currency: 'UGX' })).name_match, 'full');
    const { name_match, name_checked_at } = await keep('Bob');
    assert.deepEqual([name_match, name_checked_at], [null, null]);
    assert.equal((await verify()).body.name_match, 'none');
  });

  it('are asked of no rail of another merchant, with whose credentials the question would go out', async () => {
    rails.add('mtn-ug', { row: { merchant: shop.merchantId }, lookUp });
    const other = await liveTill(await service.merchant());
    const recipient = newPhone();
    const [person] = (
      await other.call('POST', '/beneficiaries', { items: [{ recipient, name: 'Bob', amount: 100, currency: 'UGX' }] })
    ).body.data;
    const items = [{ recipient, amount: 100, name: 'Bob' }];
    for (const answer of [
      await other.call('POST', `/beneficiaries/${person.id}/verify`, { rail: 'mtn-ug' }),
      await other.call('POST', '/payouts/names', { currency: 'UGX', rail: 'mtn-ug', items }),
    ])
      assert.deepEqual([answer.status, answer.body.error.param], [400, 'rail'], answer.text);
  });

  it('are shown to the second person of a payout', async () => {
    rails.add('mtn-ug', { lookUp });
    rails.add('airtel-ug', { row: { provider: 'airtel', prefixes: ['25670'] } });
    const wallet = await liveWallet(10_000n);
    const items = [
      ...Array.from({ length: 30 }, () => ({ recipient: newPhone(), amount: 100, name: 'Awa Ndiaye' })),
      { recipient: newPhone(), amount: 100, name: 'Bob' },
      { recipient: '+256701234567', amount: 100, name: 'Bob' },
    ];
    await service.db.pool.query('UPDATE merchants SET live_approved_at = now() WHERE id = $1', [shop.merchantId]);
    const maker = await service.person('merchant', { merchantId: shop.merchantId, livemode: true, twoFactor: 'sms' });
    const act = { 'service-integration': shop.integrationId, 'service-mode': 'live' };
    const opened = await maker.call('POST', '/payouts', { currency: 'UGX', wallet, items }, act);
    assert.deepEqual([opened.status, opened.body.approval?.status], [202, 'pending'], opened.text);
    const read = async (query = '') =>
      (await till.call('GET', `/payouts/${opened.body.id}/items?limit=100&order=asc${query}`)).body.data;
    await until(async () => (await read('&name_match=full')).length === 30);
    const last = await until(async () => {
      const rest = (await read()).slice(30);
      return rest[0].name_match !== null && rest;
    });
    assert.deepEqual(
      last.map((item: any) => item.name_match),
      ['none', null],
    );
    assert.equal((await read('&name_match=none')).length, 1);
  });
});

/** A live wallet of the shop with this balance, paid in by a customer. */
async function liveWallet(amount: bigint): Promise<string> {
  rails.add('funding-ug', { row: { provider: 'wave' } });
  const { body } = await create({ rail: 'funding-ug', amount: Number(amount) });
  return (await succeeded(body.id)).wallet;
}
