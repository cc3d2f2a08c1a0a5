import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { registerCustomer } from '../../src/users/register.ts';
import { balance, bothWorlds, eventsOf, phone, refusal, walk } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { itemsOf, newWallet, openPayout, paidOut, pay, payCsv, payoutWith } from '../support/payout-flows.ts';
import { fund, tillOf } from '../support/wallet-payments.ts';

let service: TestService;
let shop: TestMerchant;
let from: string;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  from = await shop.wallet('XOF', 1_000_000n);
});
after(() => service.stop());

describe('a payout', () => {
  it('pays wallets here by id and by phone, and other phones through a rail', async () => {
    const wallet = await newWallet(shop);
    const customer = await service.customer('+50937004321', ['XOF']);
    const before = await balance(shop, from);
    const opened = await openPayout(
      shop,
      [
        { recipient: wallet, amount: 100, reference: 'a', description: 'first', name: 'Awa' },
        { recipient: '+509 3700 4321', amount: 200 },
        { recipient: phone('1234'), amount: 300 },
      ],
      { reference: 'run-1', metadata: { month: '1' } },
    );
    assert.equal(opened.status, 'pending');
    assert.deepEqual([opened.totals.count, opened.totals.amount, opened.result], [3, 600, null]);
    const done = await payoutWith(shop, opened.id, 'completed');
    assert.equal(done.result, 'all_succeeded');
    assert.deepEqual(done.metadata, { month: '1' });
    assert.deepEqual(done.totals, {
      count: 3,
      amount: 600,
      succeeded_count: 3,
      succeeded_amount: 600,
      failed_count: 0,
      failed_amount: 0,
      returned_count: 0,
      returned_amount: 0,
      fee: 0,
      tax: 0,
    });
    const [first, second, third] = await itemsOf(shop, opened.id);
    assert.deepEqual([first.wallet, first.rail, first.reference, first.name], [wallet, null, 'a', 'Awa']);
    assert.deepEqual([second.recipient, second.rail], ['+50937004321', null]);
    assert.match(second.wallet, /^wal_/);
    assert.deepEqual([third.wallet, third.rail], [null, 'sandbox']);
    assert.ok(third.rail_reference);
    assert.deepEqual(await balance(shop, wallet), [100, 0]);
    assert.deepEqual(await balance(shop, from), [before[0] - 600, 0]);
    const theirs = await service.db.query<{ posted: bigint }>(
      {
        name: 'their_balance',
        text: 'SELECT b.posted FROM balances b JOIN wallets w ON w.id = b.wallet_id WHERE w.owner_id = $1',
      },
      [customer.id],
    );
    assert.deepEqual(theirs, [{ posted: 200n }]);
  });

  it('emits its completion once, with the full record', async () => {
    const done = await paidOut(shop, [{ recipient: await newWallet(shop), amount: 5 }]);
    const events = await eventsOf(shop, done.id);
    assert.deepEqual(
      events.map((event) => event.type),
      ['payout.completed'],
    );
    assert.deepEqual(events[0].data.object, done);
    assert.deepEqual(events[0].data.previous_attributes, { status: 'pending' });
    assert.match(events[0].request.id, /^req_/);
  });

  it('goes on where items fail, and releases the money of the failed items', async () => {
    const [frozen, dollars] = [await newWallet(shop), await newWallet(shop, 'USD')];
    await shop.call('POST', `/test/wallets/${frozen}/freeze`, { reason: 'fraud' });
    const before = await balance(shop, from);
    const done = await paidOut(shop, [
      { recipient: frozen, amount: 1 },
      { recipient: dollars, amount: 2 },
      { recipient: 'wal_01kf0q1xc7fy4th6v9p0rs2d8m', amount: 4 },
      { recipient: phone('0011'), amount: 8 },
      { recipient: phone('0012'), amount: 16 },
      { recipient: phone('5555'), amount: 32 },
    ]);
    assert.equal(done.result, 'partial');
    assert.deepEqual([done.totals.succeeded_amount, done.totals.failed_amount], [32, 31]);
    const items = await itemsOf(shop, done.id);
    assert.deepEqual(
      items.map((item) => item.failure?.code ?? item.status),
      [
        ...['recipient_cannot_receive', 'recipient_cannot_receive', 'recipient_not_found', 'recipient_not_found'],
        ...['recipient_cannot_receive', 'succeeded'],
      ],
    );
    assert.deepEqual(await balance(shop, from), [before[0] - 32, 0]);
    const none = await paidOut(shop, [{ recipient: phone('0011'), amount: 8 }]);
    assert.equal(none.result, 'all_failed');
  });

  it('goes on when the paying wallet is frozen after it was accepted', async () => {
    const other = await service.merchant();
    const wallet = await other.wallet('XOF', 100n);
    const [, payout] = await Promise.all([
      other.call('POST', `/test/wallets/${wallet}/freeze`, { reason: 'kyc' }),
      pay(other, [{ recipient: phone('1234'), amount: 100 }]),
    ]);
    // Whichever came first: the payout is refused whole or paid whole.
    if (payout.status === 202) {
      const done = await payoutWith(other, payout.body.id, 'completed');
      assert.equal(done.result, 'all_succeeded');
    } else assert.deepEqual(refusal(payout), [409, 'wallet_frozen']);
    assert.deepEqual(refusal(await pay(other, [{ recipient: phone('1'), amount: 1 }])), [400, 'validation_failed']);
    assert.deepEqual(refusal(await pay(other, [{ recipient: phone('1234'), amount: 1 }])), [409, 'wallet_frozen']);
  });

  it('keeps the money of an unknown outcome reserved, and asks again', async () => {
    const other = await service.merchant();
    const wallet = await other.wallet('XOF', 100n);
    const opened = await openPayout(other, [
      { recipient: phone('0008'), amount: 30 },
      { recipient: phone('1234'), amount: 50 },
    ]);
    const going = await until(async () => {
      const { body } = await other.call('GET', `/payouts/${opened.id}`);
      return body.totals.succeeded_count === 1 && body;
    });
    assert.equal(going.status, 'processing');
    assert.deepEqual(await balance(other, wallet), [20, 30]);
    const [item] = await itemsOf(other, opened.id, '&status=processing');
    assert.deepEqual([item.recipient, item.rail], [phone('0008'), 'sandbox']);
    const timesAsked = async () =>
      (
        await service.db.query<{ asked: number }>(
          { name: 'asked', text: 'SELECT asked FROM payout_items WHERE id = $1' },
          [item.id],
        )
      )[0]!.asked;
    const before = await timesAsked();
    await other.call('POST', '/test/clock/advance', { seconds: 7_200 });
    await until(async () => (await timesAsked()) > before);
    assert.equal((await other.call('GET', `/payouts/${opened.id}`)).body.status, 'processing');
  });

  it('charges its fee on successful items, on top, and reserves it with the rest', async () => {
    const other = await service.merchant();
    const fee = `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed, charged_on) VALUES ($1, false, 'XOF', 100, 1, 'payout')`;
    await service.db.query({ name: 'set_fee', text: fee }, [other.merchantId]);
    const wallet = await other.wallet('XOF', 1_021n);
    const items = [
      { recipient: phone('1234'), amount: 500 },
      { recipient: phone('0011'), amount: 500 },
    ];
    const much = await pay(other, [...items, { recipient: phone('1234'), amount: 10 }]);
    assert.deepEqual(refusal(much), [402, 'insufficient_funds']);
    const opened = await openPayout(other, items);
    assert.equal(opened.totals.fee, 0);
    const done = await payoutWith(other, opened.id, 'completed');
    assert.deepEqual([done.totals.fee, done.totals.succeeded_amount], [6, 500]);
    assert.deepEqual(await balance(other, wallet), [1_021 - 506, 0]);
    const { data } = (await other.call('GET', `/wallets/${wallet}/entries?limit=2`)).body;
    assert.deepEqual(
      data.map((entry: any) => [entry.kind, entry.amount]),
      [
        ['fee', 6],
        ['payout', 500],
      ],
    );
  });
});

describe('a live payout', () => {
  it("pays a customer's phone once, where a merchant's person has the same phone", async () => {
    const both = await startTestService(bothWorlds);
    try {
      const merchant = await both.merchant();
      const till = await tillOf(both, merchant, true);
      const purse = (await till.call('POST', '/wallets', { currency: 'XOF' })).body.id;
      await fund(both, purse, 100n);
      const recipient = phone('7654');
      const person = `INSERT INTO users (id, livemode, phone, type, merchant_id) VALUES ($1, true, $2, 'merchant', $3)`;
      await both.db.query({ name: 'person', text: person }, [newId('usr'), recipient, merchant.merchantId]);
      await transaction(both.db, (tx) =>
        registerCustomer(tx, { phone: recipient, name: null, livemode: true, currencies: ['XOF'] }),
      );
      const opened = await till.call('POST', '/payouts', { currency: 'XOF', items: [{ recipient, amount: 40 }] });
      const done = await payoutWith(till, opened.body.id, 'completed');
      assert.deepEqual([done.totals.succeeded_amount, done.totals.failed_amount], [40, 0]);
      assert.deepEqual(await balance(till, purse), [60, 0]);
    } finally {
      await both.stop();
    }
  });
});

describe('a CSV', () => {
  it('is accepted as spreadsheets write it', async () => {
    const csv = `\ufeffReference,"recipient",amount,name,description\r\n\r\nr-1,${phone('1234')},100,"Diop, Awa ""A""",\r\n,${phone('1235')}, 200 ,,x\r\n\r\n`;
    const made = await payCsv(shop, csv, 'currency=XOF&reference=csv-1');
    assert.equal(made.status, 202, made.text);
    assert.deepEqual([made.body.reference, made.body.totals.amount], ['csv-1', 300]);
    const items = await itemsOf(shop, made.body.id);
    assert.deepEqual(
      items.map((item) => [item.recipient, item.amount, item.reference, item.name, item.description]),
      [
        [phone('1234'), 100, 'r-1', 'Diop, Awa "A"', null],
        [phone('1235'), 200, null, null, 'x'],
      ],
    );
    const semicolons = await payCsv(shop, `recipient;amount;description\n${phone('1234')};5;a, b\n`);
    assert.equal(semicolons.status, 202, semicolons.text);
    const blank = await payCsv(shop, `\ufeff\r\n \r\nrecipient;amount\r\n${phone('1234')};5\r\n`);
    assert.equal(blank.status, 202, blank.text);
    const shouted = await payCsv(shop, `recipient,amount\n${phone('1234')},5\n`, 'currency=XOF', {
      'content-type': 'Text/CSV; charset=utf-8',
    });
    assert.equal(shouted.status, 202, shouted.text);
  });

  it("is accepted with a spreadsheet's empty rows and columns, and with any line ending", async () => {
    const to = phone('1234');
    const files = {
      'empty rows': `,,\nrecipient,amount,name\n,,\n${to},1,\n"", ,\n,,\n${to},2,x\n,\n,,`,
      'empty rows with semicolons': `;;\r\nrecipient;amount;name\r\n;;\r\n${to};1;\r\n;\r\n${to};2;x\r\n;;\r\n`,
      'empty columns': `recipient,amount,,\n${to},1,,\n${to},2\n`,
      'CRLF, then LF': `recipient,amount\r\n${to},1\n${to},2\n`,
      'LF, then CRLF': `recipient,amount\n${to},1\r\n${to},2\r\n`,
      'CR alone': `recipient,amount\r${to},1\r\r${to},2\r`,
      'tabs, and an empty cell between': `recipient\tname\tamount\n${to}\t\t1\n${to}\tAwa, Ba; Co\t2\n`,
      'a line for Excel, with semicolons': `\ufeffsep=;\r\nrecipient;amount\r\n${to};1\r\n${to};2\r\n`,
      'a line for Excel, with commas, under which a header has a semicolon': `SEP=,\nrecipient,amount,"name"\n${to},1,\n${to},2,a;b\n`,
      'a line for Excel, with tabs': `sep=\t\nrecipient\tamount\n${to}\t1\n${to}\t2\n`,
      all: `recipient,amount\r\n${to},1\r${to},"2"\n\r\n\r`,
    };
    for (const [what, csv] of Object.entries(files)) {
      const { status, text, body } = await payCsv(shop, csv);
      assert.deepEqual([status, body.totals?.count, body.totals?.amount], [202, 2, 3], `${what}: ${text}`);
    }
  });

  it('is refused with the invalid lines', async () => {
    const csv = `amount,recipient,reference\n1e3,${phone('1234')},a\n,${phone('1234')},b\n5,0771234567,c\n7,${phone('1234')},c\n\n1000000000000,x y,d\n1.5,=1+1,e\n`;
    const { status, body } = await payCsv(shop, csv);
    assert.equal(status, 400);
    const found = body.error.details.map((one: any) => [one.param, one.message]);
    const recipient = 'must be a wallet id (wal_…) or a phone number in international format (+…)';
    assert.deepEqual(found, [
      ['items[0].amount', 'line 2: must be a whole number of minor units, digits only (such as 30000), not "1e3"'],
      ['items[1].amount', 'line 3: is required'],
      ['items[2].recipient', `line 4: ${recipient}`],
      ['items[3].reference', 'line 5: is already used by line 4'],
      ['items[4].amount', 'line 7: must be at most 999999999999'],
      ['items[4].recipient', `line 7: ${recipient}`],
      ['items[5].amount', 'line 8: must be a whole number of minor units, digits only (such as 30000), not "1.5"'],
      ['items[5].recipient', `line 8: ${recipient}`],
    ]);
  });

  const line = `${phone('1234')},5`;
  const wrong: Record<string, [csv: string, message: RegExp, query?: string]> = {
    'no header': ['', /the header is missing/],
    'a header alone': ['recipient,amount\n', /items: must not be empty/],
    'an unknown column': [`recipient,amount,iban\n${line},x\n`, /line 1: "iban" is not a column/],
    'an unknown column below empty lines': [`\r\n\r\nrecipient,iban\r\n`, /line 3: "iban" is not a column/],
    'a repeated column': [`recipient,amount,amount\n${line},5\n`, /amount is given more than once/],
    'a missing column': [`recipient\n${phone('1234')}\n`, /the column amount is missing/],
    'a cell too many': [`recipient,amount\n${line},5\n`, /line 2: items\[0\]: has 3 cells, but the header has 2/],
    'a cell too few': [`recipient,amount\n${phone('1234')}\n`, /line 2: items\[0\]: has 1 cell, but the header has 2/],
    'a value in a column without a name': [
      `recipient,amount,\n${line},\n${line},5\n`,
      /line 3: items\[1\]: has a value in column 3, which/,
    ],
    'a name too few': [
      `recipient,,amount\n${phone('1234')},,5\n`,
      /line 1: column 2 has no name\. The columns are: recipient,/,
    ],
    'a quote that is not closed': [`recipient,amount\n\n"${line}\n${line}\n`, /line 3: .* quote that is never closed/],
    'a quote within a cell': [`recipient,amount\n${line}\n${line}"5\n${line}\n`, /line 3: a cell contains a quote/],
    'no currency': [`recipient,amount\n${line}\n`, /currency: is required/, ''],
    'a currency that is not enabled': [`recipient,amount\n${line}\n`, /EUR is not enabled/, 'currency=EUR'],
    'a control character': [`recipient,amount,name\n${line},"a\nb"\n`, /name: must not contain U\+000A, a line feed/],
    'a column with an invisible mark': [`recipient,amount\u200b\n${line}\n`, /line 1: "amount\\u200b" is not a column/],
    'an unknown column below a line for Excel': [`sep=;\nrecipient;iban\n`, /line 2: "iban" is not a column/],
    'a phone that a spreadsheet has rounded': [
      `recipient,amount\n2.55712E+11,5\n`,
      /line 2: items\[0\]\.recipient: is a number that a spreadsheet has rounded/,
    ],
    'an unknown parameter': [`recipient,amount\n${line}\n`, /x: is not a known field/, 'currency=XOF&x=1'],
  };
  for (const [what, [csv, message, query]] of Object.entries(wrong)) {
    it(`is refused for ${what}`, async () => {
      const { status, body } = await payCsv(shop, csv, query ?? 'currency=XOF');
      assert.equal(status, 400);
      assert.match(body.error.message, message);
    });
  }

  it('is refused on other routes, and other types are refused here', async () => {
    const elsewhere = await shop.call('POST', '/payments', 'a,b', { 'content-type': 'text/csv' });
    assert.deepEqual(refusal(elsewhere), [415, 'unsupported_media_type']);
    const other = await shop.call('POST', '/payouts', 'a,b', { 'content-type': 'text/plain' });
    assert.deepEqual(refusal(other), [415, 'unsupported_media_type']);
  });
});

describe('the items of a payout', () => {
  it('are listed with filters, page by page', async () => {
    const items = Array.from({ length: 30 }, (_, i) => ({
      recipient: phone(i % 3 === 0 ? '0011' : '1234'),
      amount: i + 1,
      reference: `r-${i}`,
    }));
    const { id } = await paidOut(shop, items);
    const all = await walk(shop, `/payouts/${id}/items?limit=7&order=asc`);
    assert.deepEqual(
      all.map((item) => item.amount),
      items.map((item) => item.amount),
    );
    assert.equal((await itemsOf(shop, id, '&status=failed')).length, 10);
    assert.deepEqual(
      (await itemsOf(shop, id, '&reference=r-4')).map((item) => item.amount),
      [5],
    );
    assert.deepEqual((await shop.call('GET', '/payouts?status=completed&limit=1')).body.data[0].id, id);
    const last = all.at(-1)!.id;
    const found = async (who: TestMerchant, query: string) =>
      (await who.call('GET', `/payouts?${query}`)).body.data.map((one: any) => one.id);
    assert.deepEqual(await found(shop, `item=${last}`), [id]);
    assert.deepEqual(await found(shop, `item=${last}&status=canceled`), []);
    assert.deepEqual(await found(await service.merchant(), `item=${last}`), [], 'of another merchant');
  });

  it('are returned as JSON to a client that prefers it', async () => {
    const { id } = await openPayout(shop, [{ recipient: phone('1234'), amount: 1 }]);
    const typeFor = async (accept: string) =>
      (await shop.call('GET', `/payouts/${id}/items`, undefined, { accept })).headers.get('content-type');
    assert.match((await typeFor('application/json;q=0.9, text/csv;q=0.1'))!, /json/);
    assert.match((await typeFor('application/json;q=0.1, text/csv'))!, /csv/);
  });

  it('are returned as one CSV in which no text is a formula', async () => {
    const texts = Object.entries({
      '=1+1': "'=1+1",
      '+1': "'+1",
      '-1': "'-1",
      '@SUM(A1)': "'@SUM(A1)",
      ' =1': "'=1",
      '＝1': "'＝1",
      '＋1': "'＋1",
      '－1': "'－1",
      '＠1': "'＠1",
      // The semicolon makes separate cells of them, whatever the file quotes.
      "x;=1+cmd|' /C calc'!A0;": "x;'=1+cmd|' /C calc'!A0;",
      'x; =1, y': `"x;' =1, y"`,
      'x;"=1;': `"x;'""=1;"`,
      ';;＝1;-2': ";;'＝1;'-2",
      'a,"b"': '"a,""b"""',
      'a;b - c = d': 'a;b - c = d',
      "x;'=1": "x;'=1",
      'a@b.example': 'a@b.example',
      fine: 'fine',
    });
    const items = Array.from({ length: 1_100 }, (_, i) => ({
      recipient: phone('1234'),
      amount: 1,
      name: texts[i % texts.length]![0],
    }));
    const { id } = await paidOut(shop, items);
    const answer = await shop.call('GET', `/payouts/${id}/items`, undefined, { accept: 'text/csv' });
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(answer.headers.get('vary'), 'Accept');
    const lines = answer.text.split('\r\n');
    assert.equal(lines.length, 1 + 1_100 + 1);
    const names = lines.slice(1, texts.length + 1).map((text) => /,sandbox,[^,]*,,,(.*),[^,]*Z,$/.exec(text)![1]);
    assert.deepEqual(
      names,
      texts.map(([, shown]) => shown),
    );
    const failed = await shop.call('GET', `/payouts/${id}/items?status=failed`, undefined, { accept: 'text/csv' });
    assert.equal(failed.text.split('\r\n').length, 2);
    const unknown = await shop.call('GET', '/payouts/pout_01kf0v2c8pfm5s7t9z3b6dhq4k/items', undefined, {
      accept: 'text/csv',
    });
    assert.deepEqual(refusal(unknown), [404, 'not_found']);
  });
});
