import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { phone, refusal } from '../support/flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { never, newWallet, payCsv } from '../support/payout-flows.ts';

let service: TestService;
let shop: TestMerchant;
let from: string;
before(async () => {
  service = await startTestService(never);
  shop = await service.merchant();
  from = await shop.wallet('XOF', 1_000n);
});
after(() => service.stop());

const to = phone('1234');
const params = ({ body }: Reply) => body.error.details.map((one: any) => one.param);
const lines = ({ body }: Reply) => body.error.details.map((one: any) => Number(/^line (\d+): /.exec(one.message)?.[1]));

describe('every invalid item is named, whichever check finds it', () => {
  it('in a CSV', async () => {
    const rows = [
      'recipient,amount,reference,name',
      'bad1,5,a,',
      'bad2,x,,',
      'bad3,5,,',
      `${to},5`,
      `${to},1.5,b,"x\ny"`,
    ];
    const csv = [...rows, `${from},5,,`, `${to},5,a,`, `${from},"1,000",,`, `${to},5,,fine`].join('\n');
    const answer = await payCsv(shop, csv);
    assert.deepEqual(refusal(answer), [400, 'validation_failed']);
    assert.deepEqual(params(answer), [
      'items[0].recipient',
      ...['items[1].amount', 'items[1].recipient'],
      'items[2].recipient',
      'items[3]',
      ...['items[4].amount', 'items[4].name'],
      'items[5].recipient',
      'items[6].reference',
      ...['items[7].amount', 'items[7].recipient'],
    ]);
    assert.deepEqual(lines(answer), [2, 3, 3, 4, 5, 6, 6, 8, 9, 10, 10]);
    assert.match(answer.body.error.message, /^line 2: items\[0\]\.recipient: must be .* \(and 10 more\)$/);
  });

  it('in JSON', async () => {
    const items = `{"recipient":"bad1","amount":5,"reference":"a"},{"recipient":"bad2","amount":"x"},7,
      {"recipient":"${to}","amount":1.50},{"recipient":"${to}","amount":1.5,"name":"x\\u0007"},{"recipient":"${from}","amount":1},
      {"recipient":"bad\\u0000","amount":0},{"recipient":"${to}","amount":1,"reference":"a"},null`;
    const answer = await shop.call('POST', '/payouts', `{"reference":"r\\n","currency":"XOF","items":[${items}]}`);
    assert.deepEqual(refusal(answer), [400, 'validation_failed']);
    assert.deepEqual(params(answer), [
      'reference',
      'items[0].recipient',
      ...['items[1].amount', 'items[1].recipient'],
      'items[2]',
      'items[3].amount',
      ...['items[4].amount', 'items[4].name'],
      // The paying wallet is loaded once the body's own fields are valid.
      ...['items[6].recipient', 'items[6].amount'],
      'items[7].reference',
      'items[8]',
    ]);
  });

  it('up to 100 items are named, and all are counted', async () => {
    const bad = [
      `{"recipient":"0771234567","amount":1}`,
      `{"recipient":"${to}","amount":1.5}`,
      `{"recipient":"${from}","amount":1}`,
    ];
    const items = Array.from({ length: 300 }, (_, i) => bad[i % 3]);
    const answer = await shop.call('POST', '/payouts', `{"currency":"XOF","items":[${items}]}`);
    assert.deepEqual(
      params(answer),
      Array.from({ length: 100 }, (_, i) => `items[${i}].${i % 3 === 1 ? 'amount' : 'recipient'}`),
    );
    assert.match(answer.body.error.message, / \(and 299 more\)$/);
    assert.equal(answer.body.error.details[2].code, 'same_wallet');
  });

  it('an item to the paying wallet itself is named, also as the only fault, and on each replay of a key', async () => {
    const other = await newWallet(shop);
    for (const [query, payer] of [
      ['currency=XOF', from],
      [`currency=XOF&wallet=${other}`, other],
    ] as const) {
      const csv = `recipient,amount\n${`${payer},1\n${to},1\n`.repeat(150)}`;
      const headers = { 'idempotency-key': `self-${payer}` };
      const answer = await payCsv(shop, csv, query, headers);
      assert.deepEqual(refusal(answer), [422, 'same_wallet']);
      assert.deepEqual(
        lines(answer),
        Array.from({ length: 100 }, (_, i) => 2 + i * 2),
      );
      assert.match(answer.body.error.message, /^line 2: items\[0\]\.recipient: .* \(and 149 more\)$/);
      assert.equal((await payCsv(shop, csv, query, headers)).headers.get('idempotent-replayed'), 'true');
      const mixed = await payCsv(shop, `${csv}bad,1\n`, query);
      assert.deepEqual([...refusal(mixed), lines(mixed)[99]], [400, 'validation_failed', 200]);
    }
  });

  it('by the line where its record begins, whatever the record and the lines before it contain', async () => {
    const bad = '0771234567,1,';
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = ['', 'recipient,amount,name', bad, ',,', ' ', `"0771234567",1,"a${end}b${end}"`, bad];
      const answer = await payCsv(shop, `\ufeff${rows.join(end)}`);
      assert.deepEqual(lines(answer), [3, 6, 6, 9], JSON.stringify(end));
    }
  });
});

describe('an amount in a CSV', () => {
  const refused = async (amount: string) => {
    const { body } = await payCsv(shop, `recipient,amount\n${to},"${amount}"\n`);
    return body.error.details[0].message;
  };
  it('that is not a plain whole number is answered with the right form and the given text', async () => {
    const whole = 'line 2: must be a whole number of minor units, digits only (such as 30000)';
    for (const amount of [
      '30000.00',
      '30,000',
      '30 000',
      '30\u202f000',
      '30.000,00',
      "30'000",
      '.5',
      '30000,',
      '30000 XOF',
      'x',
      'x y',
      '1e3',
      '0x10',
      '+5',
      '0100',
      '1E+05',
      '٣',
    ])
      assert.equal(await refused(amount), `${whole}, not "${amount}"`);
    for (const [amount, shown] of [
      ['5\u200b', '5\\u200b'],
      ['5'.repeat(20).concat('.', '0'.repeat(40)), `${'5'.repeat(20)}.${'0'.repeat(19)}…`],
    ] as const)
      assert.equal(await refused(amount), `${whole}, not "${shown}"`);
  });
});
