import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openCases } from '../../src/cases/open-cases.ts';
import { phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { itemsOf, newWallet, openPayout, paidOut, payCsv } from '../support/payout-flows.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  await shop.wallet('XOF', 1_000_000n);
});
after(() => service.stop());

const resultOf = async (id: string, query = ''): Promise<string> =>
  (await shop.call('GET', `/payouts/${id}/items${query}`, undefined, { accept: 'text/csv' })).text;

describe('the result file of a payout', () => {
  const items = [
    { recipient: phone('1234'), amount: 100, reference: 'emp-1' },
    { recipient: phone('0011'), amount: 200, reference: '=emp-2', description: 'June;-2\n=bonus', name: 'Awa' },
    { recipient: phone('0012'), amount: 300 },
  ];

  it('is accepted again for its unpaid lines, with the texts of the payout', async () => {
    const { id } = await paidOut(shop, items);
    const failed = await resultOf(id, '?status=failed');
    assert.match(failed, /'=emp-2/);
    const again = await payCsv(shop, failed);
    assert.equal(again.status, 202, again.text);
    const fields = ({ recipient, amount, reference, description, name }: any) => [
      recipient,
      amount,
      reference,
      description,
      name,
    ];
    assert.deepEqual(
      (await itemsOf(shop, again.body.id)).map(fields),
      (await itemsOf(shop, id, '&status=failed')).map(fields),
    );
  });

  it('is not needed to pay the failed items again, once', async () => {
    const failing = [...items, { recipient: phone('0013'), amount: 400 }];
    const first = await paidOut(shop, failing, { reference: `Retry ${Date.now()}` });
    const failed = await itemsOf(shop, first.id, '&status=failed');
    assert.ok(failed.length > 0 && failed.length < failing.length);
    const retry = ({ id }: any) => shop.call('POST', `/payouts/${id}/retry`);
    // The provider says later that one of them was paid.
    const about = { kind: 'contradiction', record: failed[0].id, world: shop.world, livemode: false } as const;
    await openCases(service.db, [{ ...about, rail: 'sandbox', amount: null, currency: null, facts: {} }]);
    assert.deepEqual(refusal(await retry(first)), [409, 'payout_not_retryable']);
    await service.db.pool.query('DELETE FROM cases WHERE record = $1', [failed[0].id]);
    const again = await retry(first);
    assert.deepEqual(
      [again.status, again.body.reference, again.body.metadata, again.body.wallet, again.body.totals.count],
      [202, `${first.reference}-again`, { retry_of: first.id }, first.wallet, failed.length],
    );
    const facts = ({ recipient, amount, reference, name }: any) => [recipient, amount, reference, name];
    assert.deepEqual((await itemsOf(shop, again.body.id)).map(facts), failed.map(facts));
    assert.deepEqual(refusal(await retry(first)), [409, 'reference_already_used']);
    // No outcome of an item may be unknown.
    const open = await openPayout(shop, [{ recipient: phone('0008'), amount: 20 }]);
    const early = await retry(open);
    assert.deepEqual(refusal(early), [409, 'payout_not_retryable']);
    assert.match(early.body.error.message, /^The payout is /);
    const whole = await paidOut(shop, [items[0]!]);
    assert.deepEqual(refusal(await retry(whole)), [409, 'payout_not_retryable']);
  });

  it('is refused with the lines that are paid, or may still be', async () => {
    const { id } = await paidOut(shop, items);
    const { status, body } = await payCsv(shop, await resultOf(id));
    assert.equal(status, 400);
    assert.deepEqual(
      body.error.details.map(({ param, message }: any) => [param, message]),
      [
        [
          'items[0].status',
          'line 2: must be failed or canceled to be paid again, not succeeded. Remove the line, or its recipient may be paid twice',
        ],
      ],
    );
    const file = (word: string) => payCsv(shop, `recipient,amount,status\n${phone('1234')},1,${word}\n`);
    for (const word of ['processing', 'pending', 'SUCCEEDED', 'paid'])
      assert.match(
        (await file(word)).body.error.message,
        /^line 2: items\[0\]\.status: must be failed or canceled/,
        word,
      );
    for (const word of ['failed', 'canceled', '']) assert.equal((await file(word)).status, 202, word);
  });

  it('is refused in another currency', async () => {
    const file = `recipient,amount,currency\n${phone('1234')},1,USD\n`;
    assert.match(
      (await payCsv(shop, file)).body.error.message,
      /^line 2: items\[0\]\.currency: is USD, but the payout's currency is XOF/,
    );
  });

  it('control: a column that the result does not have is refused', async () => {
    const { body } = await payCsv(shop, `recipient,amount,state\n${phone('1234')},1,failed\n`);
    assert.match(body.error.message, /"state" is not a column/);
  });
});

it('a workbook is recognised, and the error says which format to save it in', async () => {
  const send = (bytes: Buffer) =>
    service.request('POST', '/api/v1/payouts?currency=XOF', {
      key: shop.key,
      body: bytes,
      headers: { 'content-type': 'text/csv' },
    });
  for (const magic of ['504b0304140006000800', 'd0cf11e0a1b11ae1']) {
    const { status, body } = await send(Buffer.from(magic, 'hex'));
    assert.equal(status, 400);
    assert.match(body.error.message, /^body: is a spreadsheet workbook \(\.xlsx, .*Save it as "CSV UTF-8"/);
  }
});

describe('a payout counts recipients that are paid more than once', () => {
  const repeats = async (recipients: readonly string[]) =>
    (
      await openPayout(
        shop,
        recipients.map((recipient) => ({ recipient, amount: 1 })),
      )
    ).repeated_recipients;

  it('by one phone in two spellings', async () => {
    assert.equal(await repeats([phone('2001'), '+509 37-00 2001', phone('2002')]), 1);
  });

  it("by a wallet and its owner's phone, and by two wallets of one owner", async () => {
    const customer = await service.customer(phone('2003'), ['XOF', 'USD']);
    const { rows } = await service.db.pool.query('SELECT id FROM wallets WHERE owner_id = $1', [customer.id]);
    const [one, two] = rows.map(({ id }) => id as string);
    assert.equal(await repeats([one!, phone('2003')]), 1);
    assert.equal(await repeats([one!, two!, '+509 37 00 2003', phone('2004')]), 2);
  });

  it('control: a recipient that is paid once is not counted', async () => {
    assert.equal(await repeats([phone('2005'), phone('2006'), await newWallet(shop)]), 0);
  });

  it('and returns the same count later', async () => {
    const { id } = await openPayout(shop, [
      { recipient: phone('2007'), amount: 1 },
      { recipient: phone('2007'), amount: 1 },
    ]);
    assert.equal((await shop.call('GET', `/payouts/${id}`)).body.repeated_recipients, 1);
  });
});
