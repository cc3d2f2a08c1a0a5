import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import type { Refusal } from '../../src/kernel/refusal.ts';
import { cancelPayouts } from '../../src/payouts/cancel.ts';
import { createPayouts } from '../../src/payouts/create.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { openDefaultWallets } from '../../src/wallets/open-default.ts';
import { balance, eventsOf, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { itemsOf, never, newWallet, openPayout, pay, payCsv, payoutWith } from '../support/payout-flows.ts';
import { command, makeCaller } from '../support/world.ts';

let service: TestService;
let shop: TestMerchant;
let from: string;
before(async () => {
  service = await startTestService(never);
  shop = await service.merchant();
  from = await shop.wallet('XOF', 1_000n);
});
after(() => service.stop());

const good = { recipient: phone('1234'), amount: 1 };
const rows = async (table: string) =>
  Number(
    (await service.db.query<{ count: bigint }>({ name: `count_${table}`, text: `SELECT count(*) FROM ${table}` }))[0]!
      .count,
  );

describe('a payout is refused whole', () => {
  const wrong: Record<string, [items: unknown, param: string, code?: string]> = {
    'no items': [[], 'items'],
    'items that are not a list': [{ 0: good }, 'items'],
    'an item that is not an object': [[good, 5], 'items[1]'],
    'an amount of 0': [[good, { ...good, amount: 0 }], 'items[1].amount', 'amount_out_of_bounds'],
    'an amount too large': [[{ ...good, amount: 1_000_000_000_000 }], 'items[0].amount', 'amount_out_of_bounds'],
    'an amount as text': [[{ ...good, amount: '5' }], 'items[0].amount'],
    'no amount': [[{ recipient: phone('1234') }], 'items[0].amount'],
    'no recipient': [[{ amount: 1 }], 'items[0].recipient'],
    'a national number': [[good, good, good, { ...good, recipient: '37001234' }], 'items[3].recipient'],
    'a number that does not exist': [[{ ...good, recipient: '+509123' }], 'items[0].recipient'],
    'half a wallet id': [[{ ...good, recipient: 'wal_01kf0q1xc7' }], 'items[0].recipient'],
    'an unknown field': [[{ ...good, amout: 1 }], 'items[0].amout'],
    'a repeated reference': [
      [
        { ...good, reference: 'a' },
        { ...good, reference: 'b' },
        { ...good, reference: 'a' },
      ],
      'items[2].reference',
    ],
    'a control character': [[{ ...good, name: 'a\u0007' }], 'items[0].name'],
  };
  for (const [what, [items, param, code = 'validation_failed']] of Object.entries(wrong)) {
    it(`for ${what}`, async () => {
      const answer = await shop.call('POST', '/payouts', { currency: 'XOF', items });
      assert.deepEqual(refusal(answer), [400, code]);
      assert.equal(answer.body.error.details[0].param, param);
    });
  }

  it('for a decimal amount, and names its item', async () => {
    const text = `{"currency":"XOF","items":[{"recipient":"${good.recipient}","amount":1},{"recipient":"${good.recipient}","amount":1.5}]}`;
    const answer = await shop.call('POST', '/payouts', text);
    assert.deepEqual([answer.status, answer.body.error.param], [400, 'items[1].amount']);
  });

  it('with every invalid item named, at most 100', async () => {
    const items = Array.from({ length: 300 }, (_, i) => (i % 2 ? good : { ...good, amount: -1 }));
    const { details, message } = (await pay(shop, items)).body.error;
    assert.deepEqual(
      details.map((one: any) => one.param),
      Array.from({ length: 100 }, (_, i) => `items[${i * 2}].amount`),
    );
    assert.match(message, /^items\[0\]\.amount: .* \(and 149 more\)$/);
  });

  it('with every invalid item counted, whatever its faults', async () => {
    for (const line of [`${phone('1234')},-1`, '0771234567,1']) {
      const { message, details } = (await payCsv(shop, `recipient,amount\n${`${line}\n`.repeat(300)}`)).body.error;
      assert.match(message, /^line 2: .* \(and 299 more\)$/);
      assert.equal(details.length, 100);
    }
  });

  it('with at most 100 faults named, also where an item has several', async () => {
    const { message, details } = (await pay(shop, Array(300).fill({ amuont: 1 }))).body.error;
    assert.match(message, /^items\[0\]\.\w+: .* \(and 899 more\)$/);
    assert.equal(details.length, 100);
  });

  it('above 10 000 items, and above 5 MiB', async () => {
    const many = Array.from({ length: 10_001 }, () => good);
    const answer = await pay(shop, many);
    assert.deepEqual([answer.status, answer.body.error.param], [400, 'items']);
    const csv = await payCsv(shop, `recipient,amount\n${`${good.recipient},1\n`.repeat(10_001)}`);
    assert.deepEqual([csv.status, csv.body.error.param], [400, 'items']);
    const large = await pay(shop, [good], { metadata: { a: 'x'.repeat(5 * 1024 * 1024) } });
    assert.deepEqual(
      [...refusal(large), large.body.error.message],
      [413, 'body_too_large', 'The body is larger than 5 MiB'],
    );
    const small = await shop.call('POST', '/payments', { a: 'x'.repeat(65_536) });
    assert.equal(small.body.error.message, 'The body is larger than 64 KiB');
    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`f${i}`, 1]));
    assert.deepEqual(refusal(await pay(shop, [fields])), [400, 'malformed_json']);
  });

  it('for more fields, or cells in a row, than can be read without blocking other requests', async () => {
    const keys = (from: number) => Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`k${from + i}`, 1]));
    const many = await pay(shop, Array.from({ length: 112 }, (_, i) => keys(i * 900)) as never);
    assert.deepEqual(refusal(many), [400, 'malformed_json']);
    assert.equal(many.body.error.message, 'The body has more than 100000 fields');
    // Each takes the memory of twenty characters or more.
    for (const [one, least] of [
      ['{}', 100_001],
      ['[]', 100_001],
      ['1', 200_001],
    ] as const)
      for (const place of ['items', 'metadata']) {
        const body = `{"currency":"XOF","${place}":[${Array.from({ length: least }, () => one).join(',')}]}`;
        const { status, body: refused } = await shop.call('POST', '/payouts', body);
        assert.deepEqual([status, refused.error.message], [400, 'The body has more than 200000 values'], one);
      }
    const row = await payCsv(
      shop,
      `recipient,amount\n${good.recipient},1\n${good.recipient},1${','.repeat(140_000)}\n`,
    );
    assert.match(row.body.error.message, /^body: line 3: it is longer than 65536 bytes/);
    const lines = `${good.recipient},1\n`.repeat(6_000);
    const open = await payCsv(shop, `recipient,amount\n${good.recipient},"1\n${lines}`);
    assert.match(
      open.body.error.message,
      /^body: line 2: it is longer than 65536 bytes\. If a cell begins with a quote/,
    );
  });

  it('without repeating a long key of its body again and again in the answer', async () => {
    const key = 'k'.repeat(100_000);
    const shown = `${'k'.repeat(64)}…`;
    const twice = `{"currency":"XOF","items":[],"${key}":1,"${key}":2}`;
    const deep = { metadata: { [key]: { a: 1 } } };
    for (const [answer, param] of [
      [await pay(shop, [{ ...good, [key]: 1 } as never]), `items[0].${shown}`],
      [await pay(shop, [good], deep), `metadata.${shown}`],
      [await shop.call('POST', '/payouts', twice), undefined],
    ] as const) {
      assert.deepEqual([answer.status, answer.body.error.param], [400, param]);
      assert.ok(answer.text.length < 2_000, `${answer.text.length} characters`);
    }
  });

  it('for a query that is not UTF-8, because it would become another reference', async () => {
    const csv = `recipient,amount\n${good.recipient},1\n`;
    const answer = await payCsv(shop, csv, 'currency=XOF&reference=f%E9vrier%201');
    assert.deepEqual([answer.status, answer.body.error.param], [400, 'reference'], answer.text);
  });

  it('but not for as many fields as 10 000 items can have', async () => {
    const item = { ...good, amount: 1, description: 'a "quoted\\" word: and a colon', name: 'Awa' };
    const full = await pay(
      shop,
      Array.from({ length: 10_000 }, (_, i) => ({ ...item, reference: `r${i}` })),
    );
    assert.deepEqual(refusal(full), [402, 'insufficient_funds']);
  });

  it("for a lack of money, another merchant's wallet, or a wallet that cannot pay", async () => {
    const short = await pay(shop, [
      { ...good, amount: 600 },
      { ...good, amount: 401 },
    ]);
    assert.deepEqual(refusal(short), [402, 'insufficient_funds']);
    const stranger = await service.merchant();
    const theirs = await stranger.wallet('XOF', 100n);
    assert.deepEqual(refusal(await pay(shop, [good], { wallet: theirs })), [404, 'not_found']);
    const dollars = await newWallet(shop, 'USD');
    assert.deepEqual(refusal(await pay(shop, [good], { wallet: dollars })), [422, 'currency_mismatch']);
    const self = await pay(shop, [good, { recipient: from, amount: 1 }]);
    assert.deepEqual([...refusal(self), self.body.error.param], [422, 'same_wallet', 'items[1].recipient']);
    const inFile = await payCsv(shop, `recipient,amount\n${good.recipient},1\n\n${from},1\n`);
    for (const [{ body }, message, place] of [
      [self, `${from} is the wallet that pays`, {}],
      [inFile, `line 4: ${from} is the wallet that pays`, { line: 4 }],
    ] as const) {
      const said = { reason: 'pays_itself', message, values: { wallet: from, ...place } };
      assert.deepEqual(body.error.details, [{ param: 'items[1].recipient', code: 'same_wallet', ...said }]);
    }
    assert.match(inFile.body.error.message, /^line 4: items\[1\]\.recipient: /);
    assert.deepEqual(refusal(await pay(shop, [good], { currency: 'EUR' })), [400, 'unsupported_currency']);
    const frozen = await newWallet(shop);
    await shop.call('POST', `/test/wallets/${frozen}/fund`, { amount: 10 });
    await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
    assert.deepEqual(refusal(await pay(shop, [good], { wallet: frozen })), [409, 'wallet_frozen']);
    const query = await shop.call('POST', '/payouts?currency=XOF', { currency: 'XOF', items: [good] });
    assert.deepEqual([...refusal(query), query.body.error.param], [400, 'validation_failed', 'currency']);
    const { key } = await shop.newKey({ scopes: ['payouts:read'] });
    const read = await service.request('POST', '/api/v1/payouts', { key, body: { currency: 'XOF', items: [good] } });
    assert.deepEqual(refusal(read), [403, 'insufficient_scope']);
  });

  it('and leaves nothing behind', async () => {
    assert.deepEqual([await rows('payouts'), await rows('payout_items'), await rows('holds')], [0, 0, 0]);
    assert.deepEqual(await balance(shop, from), [1_000, 0]);
  });

  it('also when the money is spent between the check and the lock', async () => {
    const caller = await makeCaller(service.db);
    const owner = { ownerId: caller.owner.id, livemode: false, currency: 'XOF' };
    const item = { recipient: phone('1234'), amount: 60n, reference: null, description: null, name: null };
    const results = await transaction(service.db, async (tx) => {
      const wallet = (await openDefaultWallets(tx, 'merchant', [owner]))(owner);
      await fundWallets(tx, [{ wallet, amount: 100n, source: 'req_test' }]);
      const commands = [1, 2].map(() => command(caller, { currency: 'XOF', items: [item] }, undefined, ''));
      return createPayouts(tx, commands, { pendingSeconds: 3600, approvalAbove: new Map(), personDayMax: new Map() });
    });
    assert.equal(JSON.parse(results[0] as string).status, 'pending');
    assert.equal((results[1] as Refusal).code, 'insufficient_funds');
    const left = { name: 'left', text: 'SELECT count(*)::int AS count FROM payout_items WHERE world = $1' };
    assert.deepEqual(await service.db.query(left, [caller.world]), [{ count: 1 }]);
  });
});

describe('a payout happens once', () => {
  it('under one key, as JSON in any field order, and as CSV', async () => {
    const headers = { 'idempotency-key': 'k-1' };
    const first = await shop.call('POST', '/payouts', { currency: 'XOF', items: [good] }, headers);
    const again = await shop.call(
      'POST',
      '/payouts',
      { items: [{ amount: 1, recipient: good.recipient }], currency: 'XOF' },
      headers,
    );
    assert.deepEqual([again.status, again.text], [202, first.text]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const other = await shop.call('POST', '/payouts', { currency: 'XOF', items: [{ ...good, amount: 2 }] }, headers);
    assert.deepEqual(refusal(other), [422, 'idempotency_key_reused']);
    const csv = `recipient,amount\n${good.recipient},1\n`;
    const csvHeaders = { 'idempotency-key': 'k-2' };
    const csvFirst = await payCsv(shop, csv, 'currency=XOF', csvHeaders);
    const csvAgain = await payCsv(shop, csv, 'currency=XOF', csvHeaders);
    assert.deepEqual([csvAgain.status, csvAgain.text], [202, csvFirst.text]);
    const changed = await payCsv(shop, csv.replace(',1\n', ',2\n'), 'currency=XOF', csvHeaders);
    assert.deepEqual(refusal(changed), [422, 'idempotency_key_reused']);
    const elsewhere = await payCsv(shop, csv, 'currency=XOF&reference=x', csvHeaders);
    assert.deepEqual(refusal(elsewhere), [422, 'idempotency_key_reused']);
    for (const { body } of [first, csvFirst]) await shop.call('POST', `/payouts/${body.id}/cancel`);
  });

  it('under one key, however the query of a CSV is spelled', async () => {
    const csv = `recipient,amount\n${good.recipient},1\n`;
    const headers = { 'idempotency-key': 'k-3' };
    const first = await payCsv(shop, csv, 'currency=XOF&reference=k%203', headers);
    for (const query of [
      'reference=k%203&currency=XOF',
      'currency=%58OF&reference=k+3',
      '&reference=k+3&currency=XOF&',
    ]) {
      const again = await payCsv(shop, csv, query, headers);
      assert.deepEqual([again.status, again.text], [202, first.text], query);
    }
    for (const query of ['currency=XOF', 'currency=XOF&reference=other', `currency=XOF&reference=k+3&wallet=${from}`]) {
      assert.deepEqual(refusal(await payCsv(shop, csv, query, headers)), [422, 'idempotency_key_reused'], query);
    }
    await shop.call('POST', `/payouts/${first.body.id}/cancel`);
  });

  it('under one reference', async () => {
    const first = await openPayout(shop, [good], { reference: 'salaries' });
    const second = await payCsv(shop, `recipient,amount\n${good.recipient},1\n`, 'currency=XOF&reference=salaries');
    assert.deepEqual(refusal(second), [409, 'reference_already_used']);
    assert.ok(second.body.error.message.includes(first.id));
    const stranger = await service.merchant();
    await stranger.wallet('XOF', 10n);
    await openPayout(stranger, [good], { reference: 'salaries' });
  });
});

describe('a payout that is pending', () => {
  it('can be canceled: nothing is paid and all money is available again', async () => {
    const before = await balance(shop, from);
    const opened = await openPayout(shop, [good, { ...good, amount: 99 }]);
    assert.deepEqual(await balance(shop, from), [before[0] - 100, before[1] + 100]);
    const canceled = await shop.call('POST', `/payouts/${opened.id}/cancel`);
    assert.deepEqual([canceled.status, canceled.body.status, canceled.body.version], [200, 'canceled', 2]);
    assert.deepEqual(await balance(shop, from), before);
    await shop.call('POST', '/test/clock/advance', { seconds: 7_200 });
    const items = await itemsOf(shop, opened.id);
    assert.deepEqual(
      items.map((item) => item.status),
      ['canceled', 'canceled'],
    );
    assert.equal((await itemsOf(shop, opened.id, '&status=pending')).length, 0);
    const again = await shop.call('POST', `/payouts/${opened.id}/cancel`);
    assert.deepEqual(refusal(again), [409, 'payout_not_cancelable']);
    const sent = await eventsOf(shop, opened.id);
    assert.deepEqual(
      sent.map(({ type, data }) => [type, data]),
      [['payout.canceled', { object: canceled.body, previous_attributes: { status: 'pending' } }]],
    );
    assert.match(sent[0].request.id, /^req_/, 'the request that made it');
  });

  it('begins at its time by the test clock, and can no longer be canceled then', async () => {
    const opened = await openPayout(shop, [good]);
    await shop.call('POST', '/test/clock/advance', { seconds: 3_601 });
    await payoutWith(shop, opened.id, 'completed');
    assert.deepEqual(refusal(await shop.call('POST', `/payouts/${opened.id}/cancel`)), [409, 'payout_not_cancelable']);
  });

  it('begins also where its wallet was frozen in the meantime, unless it is canceled', async () => {
    const other = await service.merchant();
    const wallet = await other.wallet('XOF', 3n);
    const [goes, stays] = [await openPayout(other, [good]), await openPayout(other, [{ ...good, amount: 2 }])];
    await other.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'fraud' });
    assert.equal((await other.call('POST', `/payouts/${stays.id}/cancel`)).status, 200);
    await other.call('POST', '/test/clock/advance', { seconds: 3_601 });
    assert.equal((await payoutWith(other, goes.id, 'completed')).result, 'all_succeeded');
    assert.deepEqual(await balance(other, wallet), [2, 0]);
  });

  it('can be canceled by its owner alone, also within one batch', async () => {
    const owner = await makeCaller(service.db);
    const stranger = await makeCaller(service.db);
    const wallet = { ownerId: owner.owner.id, livemode: false, currency: 'XOF' };
    const item = { recipient: phone('1234'), amount: 6n, reference: null, description: null, name: null };
    const [made] = await transaction(service.db, async (tx) => {
      const id = (await openDefaultWallets(tx, 'merchant', [wallet]))(wallet);
      await fundWallets(tx, [{ wallet: id, amount: 10n, source: 'req_test' }]);
      return createPayouts(tx, [command(owner, { currency: 'XOF', items: [item] }, undefined, '')], {
        pendingSeconds: 3600,
        approvalAbove: new Map(),
        personDayMax: new Map(),
      });
    });
    const { id } = JSON.parse(made as string);
    const [own, theirs] = await transaction(service.db, (tx) =>
      cancelPayouts(
        tx,
        [owner, stranger].map((caller) => command(caller, { id })),
      ),
    );
    assert.equal(JSON.parse(own as string).status, 'canceled');
    assert.equal((theirs as Refusal).code, 'not_found');
  });
});
