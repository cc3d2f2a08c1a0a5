import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { faultOfText, normaliseText } from '../../../contract/src/text.ts';
import { openPayment, paidPayment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { itemsOf, never, newWallet, openPayout, pay, payCsv } from '../support/payout-flows.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
console.log(`SEED=${seed}`);

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService(never);
  shop = await service.merchant();
  await shop.wallet('XOF', 1_000_000n);
});
after(() => service.stop());

/** Spellings of one reference, as keyboards, spreadsheets and pages make them. */
const spellings = (reference: string) => [
  ` ${reference}`,
  `${reference} `,
  `\u00a0${reference}\u3000`,
  reference.normalize('NFD'),
  reference.replace(' ', '\u00a0'),
  reference.replace(' ', '  \u2003'),
];

describe('a reference in another spelling is the same reference', () => {
  const used = [409, 'reference_already_used'];
  let count = 0;
  const records: Readonly<Record<string, (reference: string) => Promise<any>>> = {
    payment: (reference) =>
      shop.call('POST', '/payments', { amount: 100, currency: 'XOF', customer: phone('0007'), reference }),
    refund: async (reference) => {
      const { id } = await paidPayment(shop);
      return shop.call('POST', '/refunds', { payment: id, amount: 1, reference });
    },
    transfer: async (reference) =>
      shop.call('POST', '/wallets/transfer', { to: await newWallet(shop), amount: 1, currency: 'XOF', reference }),
    payout: (reference) => pay(shop, [{ recipient: phone('1234'), amount: 1 }], { reference }),
    'payout from a file': (reference) =>
      payCsv(shop, `recipient,amount\n${phone('1234')},1\n`, `currency=XOF&reference=${encodeURIComponent(reference)}`),
  };

  for (const [kind, make] of Object.entries(records)) {
    it(`of a ${kind}: it is stored, answered and compared in one spelling`, async () => {
      const reference = `Facturé ${++count}`;
      const [first, ...others] = spellings(reference);
      const made = await make(first!);
      assert.deepEqual([made.status < 300, made.body.reference], [true, reference]);
      for (const other of [reference, ...others]) assert.deepEqual(refusal(await make(other)), used, other);
    });

    it(`of a ${kind}: invisible characters are refused with their names`, async () => {
      for (const [invisible, name] of [
        ['\u200b', 'U+200B, a zero-width space'],
        ['\ufeff', 'U+FEFF, a byte order mark'],
        ['\u202e', 'U+202E, a text direction character'],
      ]) {
        const { status, body } = await make(`order${invisible}1`);
        assert.deepEqual([status, body.error.code, body.error.param], [400, 'validation_failed', 'reference']);
        assert.equal(body.error.message, `reference: must not contain ${name}. Remove it`);
      }
    });
  }

  it('of two items: the later one is refused, in JSON and in a file', async () => {
    const item = (reference: string) => ({ recipient: phone('1234'), amount: 1, reference });
    const twice = await pay(shop, [item('mé 1'), item(' me\u0301\u00a01')]);
    assert.deepEqual(
      [twice.status, twice.body.error.param, twice.body.error.message],
      [400, 'items[1].reference', 'items[1].reference: is already used by items[0]'],
    );
    const file = `recipient,amount,reference\n${phone('1234')},1,mé 1\n${phone('1234')},1,me\u0301\u00a01\n`;
    assert.match((await payCsv(shop, file)).body.error.message, /line 3: .* is already used by line 2/);
    const { id } = await openPayout(shop, [item('  mé\u00a01 ')]);
    assert.equal((await itemsOf(shop, id))[0].reference, 'mé 1');
    assert.equal((await itemsOf(shop, id, `&reference=${encodeURIComponent('me\u0301  1')}`)).length, 1);
  });

  it('in the filter of a list', async () => {
    const { id } = await openPayment(shop, { reference: 'Café 9' });
    for (const query of ['Caf%C3%A9%209', '%20Caf%C3%A9+9%20', 'Cafe%CC%81%C2%A09']) {
      const { data } = (await shop.call('GET', `/payments?reference=${query}`)).body;
      assert.deepEqual(
        data.map((one: any) => one.id),
        [id],
        query,
      );
    }
  });

  it('under one idempotency key: it is the same request', async () => {
    const body = { amount: 100, currency: 'XOF', customer: phone('0007') };
    const send = (more: string) =>
      shop.call('POST', '/payments', `${JSON.stringify(body).slice(0, -1)},${more}}`, { 'Idempotency-Key': 'same' });
    const first = await send('"reference":"Clé 1","description":"a\\n\\tb"');
    assert.equal(first.status, 201);
    const again = await send('"reference":" Cle\u0301\u00a01 ","description":"a\\n\\tb"');
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, 'true']);
    assert.equal(again.text, first.text);
    assert.deepEqual(refusal(await send('"reference":"Clé 1","description":"a\\tb"')), [422, 'idempotency_key_reused']);
  });

  it('control: a reference with other letters is another one', async () => {
    for (const reference of ['control 1', 'control  2', 'Control 1']) await openPayment(shop, { reference });
  });
});

describe('displayed names', () => {
  const label = (text: string) => shop.call('POST', '/wallets', { currency: 'XOF', label: text });

  it('are refused where they have no visible character, or change the writing direction', async () => {
    for (const name of [' ', '\u00a0\u2003', '\u2800', '\u200b', '\u3164', 'Pay\u202elaP', 'A\u200cwa', 'a\tb']) {
      const { status, body } = await label(name);
      assert.deepEqual([status, body.error.param], [400, 'label'], JSON.stringify(name));
      const signUp = { phone: phone('4321'), password: 'a quiet harbour at dawn', business_name: name };
      const refused = await service.request('POST', '/api/v1/auth/merchant/register', { body: signUp });
      assert.equal(refused.body.error.param, 'business_name', refused.text);
      const items = [{ recipient: phone('1234'), amount: 1, name }];
      assert.equal((await pay(shop, items)).body.error.param, 'items[0].name');
    }
  });

  it('keep the joiners of their script, and are returned in one spelling', async () => {
    for (const [typed, kept] of [
      [' Awa\u00a0 Ndiaye ', 'Awa Ndiaye'],
      ['E\u0301mile', 'Émile'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
      ['❤\ufe0f Épargne', '❤\ufe0f Épargne'],
    ] as const)
      assert.equal((await label(typed)).body.label, kept);
  });
});

describe('a whole number', () => {
  const send = (amount: string, key?: string) =>
    shop.call(
      'POST',
      '/payments',
      `{"amount":${amount},"currency":"XOF","customer":"${phone('0007')}"}`,
      key ? { 'Idempotency-Key': key } : {},
    );

  it('may have a fraction of zeros, as PHP and Python write a float', async () => {
    for (const amount of ['4379.0', '4379.000', '4379']) assert.equal((await send(amount)).body.amount, 4379, amount);
    assert.equal((await shop.call('GET', '/payments?limit=1.0')).body.data.length, 1);
  });

  it('is the same request with it and without', async () => {
    const first = await send('4379.0', 'float');
    const again = await send('4379', 'float');
    assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
    assert.deepEqual(refusal(await send('4380', 'float')), [422, 'idempotency_key_reused']);
  });

  it('is refused with any other fraction, by its text and not by its value as a double', async () => {
    for (const amount of ['4379.5', '0.10', '1e3', '1.0e3', '4379.0000000000000000001', '0.99999999999999999999'])
      assert.match((await send(amount)).body.error.message, /^amount: must be a whole number/, amount);
    for (const amount of ['-0', '-0.0']) assert.equal((await send(amount)).status, 400, amount);
    assert.equal((await send('0.0')).body.error.code, 'amount_out_of_bounds');
  });

  it('in a file may end with .0, and with no more: 300.00 would be an amount with decimals', async () => {
    const file = (amount: string) => payCsv(shop, `recipient,amount\n${phone('1234')},${amount}\n`);
    assert.equal((await itemsOf(shop, (await file('300.0')).body.id))[0].amount, 300);
    for (const amount of ['300.00', '300.000', '300.5', '300.'])
      assert.match((await file(amount)).body.error.message, /must be a whole number of minor units/, amount);
  });
});

it('a currency in small letters is refused with the one that was meant', async () => {
  const { body } = await shop.call('POST', '/wallets', { currency: 'xof' });
  assert.equal(body.error.message, 'currency: must be an ISO 4217 code: write XOF in capitals');
  const listed = await shop.call('GET', '/payments?currency=xof');
  assert.match(listed.body.error.message, /write XOF in capitals/);
});

describe('free text', () => {
  it('may contain line feeds and tabs, which are returned unchanged', async () => {
    const { description } = await openPayment(shop, { description: ' Two shirts\n\tone blue ' });
    assert.equal(description, ' Two shirts\n\tone blue ');
  });

  it('has no other control characters, and other strings have none', async () => {
    for (const control of ['\u0000', '\u001b', '\r', '\u007f', '\u0085', '\u009f']) {
      const body = { amount: 1, currency: 'XOF', customer: phone('0007'), description: `a${control}b` };
      assert.match(
        (await shop.call('POST', '/payments', body)).body.error.message,
        /^description: must not contain U\+00/,
      );
    }
    for (const [field, value] of [
      ['reference', 'a\nb'],
      ['customer', '+509 37 00\t1234'],
      ['metadata', { a: 'b\nc' }],
    ] as const) {
      const body = { amount: 1, currency: 'XOF', customer: phone('0007'), [field]: value };
      const { status, body: answer } = await shop.call('POST', '/payments', body);
      assert.deepEqual(
        [status, /must not contain U\+000[9A]/.test(answer.error.message)],
        [400, true],
        answer.error.message,
      );
    }
  });
});

it('the database reads stored text as the service reads input', async () => {
  const anyText = fc
    .array(
      fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), fc.constantFrom(' ', '\u00a0', 'é', 'e\u0301', '각')),
      {
        maxLength: 6,
      },
    )
    .map((parts) => parts.join(''))
    // PostgreSQL's Unicode version may be older than ours.
    .filter((text) => faultOfText(text, 'identifier') === null && !/\p{Cn}/u.test(text));
  const texts = fc.sample(anyText, { seed, numRuns: 2_000 });
  const { rows } = await service.db.pool.query(
    'SELECT t AS text, one_spelling(t) AS read FROM unnest($1::text[]) WITH ORDINALITY u (t, n) ORDER BY n',
    [texts],
  );
  const differ = rows.filter(({ text, read }) => read !== normaliseText(text, 'identifier'));
  assert.deepEqual(differ.slice(0, 3), []);
});

it('a text of many marks is refused by its length, before it is composed: that would take minutes', async () => {
  const marks = (count: number) => `a${'\u0301\u0316'.repeat(count)}`;
  const label = await shop.call('POST', '/wallets', { currency: 'XOF', label: marks(15_000) });
  assert.match(label.body.error.message, /^label: must have at most 64 characters/);
  const item = { recipient: phone('1234'), amount: 1, name: marks(1_000_000) };
  assert.match((await pay(shop, [item])).body.error.message, /items\[0\]\.name: must have at most 140 characters/);
});
