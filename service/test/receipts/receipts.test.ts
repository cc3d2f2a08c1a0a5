import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import fastify from 'fastify';
import type { JSONWebKeySet } from 'jose';
import pino from 'pino';
import { openDocumentKeys } from '../../src/closes/document-keys.ts';
import { pageLanguages } from '../../src/pages/language.ts';
import { createPdfTurns, registerReceipts } from '../../src/receipts/register.ts';
import { receiptTexts } from '../../src/receipts/texts.ts';
import { openPayment, paidPayment, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { itemsOf, paidOut } from '../support/payout-flows.ts';
import { open, pathOf, post, receiptOf } from '../support/receipts.ts';
import { setFee } from '../support/wallet-payments.ts';

let service: TestService;
let shop: TestMerchant;
let payment: any;
let receipt: any;
let path: string;
before(async () => {
  service = await startTestService();
  shop = await service.merchant('Teranga Shop');
  payment = await paidPayment(shop, { amount: 5_000, currency: 'XOF', description: 'Two bags of rice' });
  receipt = await receiptOf(shop, payment.id);
  path = pathOf(receipt.url);
});
after(() => service.stop());

const page = async (at: string, headers: Record<string, string> = {}) => (await open(service, at, headers)).text();

/** The headers of an answer that could tell a stranger something. */
const headersOf = (response: Response) =>
  [...response.headers].filter(([name]) => !['date', 'request-id', 'content-length'].includes(name));

describe('the receipt of a payment', () => {
  it('shows state, amount, time in the named zone, both parties and the provider receipt', async () => {
    const answer = await open(service, path);
    const text = await answer.text();
    assert.equal(answer.status, 200);
    const { customer } = payment;
    const masked = `${customer.slice(0, 5)}${'*'.repeat(customer.length - 7)}${customer.slice(-2)}`;
    for (const part of [
      receiptTexts.en.titles.payment,
      receiptTexts.en.states.paid,
      'XOF 5,000',
      '(UTC)',
      masked,
      'Teranga Shop',
      'Two bags of rice',
      payment.rail_reference,
      receiptTexts.en.test,
    ])
      assert.ok(text.includes(part), part);
    assert.ok(!text.includes(customer), 'the phone is masked');
    assert.ok(!text.includes(payment.id));
  });

  it('shows the charged amount and the fee in it if the payer bears it', async () => {
    const other = await service.merchant();
    await setFee(service, other);
    const borne = await paidPayment(other, { amount: 1_000, fee_bearer: 'payer' });
    const text = await page(pathOf((await receiptOf(other, borne.id)).url));
    assert.match(text, /<p class="amount">XOF 1,025<\/p>/);
    assert.match(text, new RegExp(`<dt>${receiptTexts.en.fee}</dt><dd>XOF 25</dd>`));
    assert.ok(!(await page(path)).includes(receiptTexts.en.fee), 'a fee of the merchant is not shown');
  });

  it('needs no cookie, no script and no other host, and cannot be framed', async () => {
    const answer = await open(service, path);
    const text = await answer.text();
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.match(answer.headers.get('content-security-policy')!, /^default-src 'none';.*frame-ancestors 'none'$/);
    assert.doesNotMatch(text, /<script|(?:src|action|href)="(?:https?:)?\/\//);
    assert.ok(Buffer.byteLength(text) < 40_000, `${Buffer.byteLength(text)} bytes`);
  });

  it('is in the language of the browser, or the chosen one', async () => {
    for (const language of Object.keys(pageLanguages) as (keyof typeof pageLanguages)[]) {
      const title = receiptTexts[language].titles.payment;
      assert.ok((await page(path, { 'accept-language': `${language}, de;q=0.5` })).includes(`<h1>${title}</h1>`));
      assert.ok((await page(`${path}?lang=${language}`, { 'accept-language': 'en' })).includes(`<h1>${title}</h1>`));
    }
  });

  it('is one for each record, and comes as a PDF', async () => {
    const again = await receiptOf(shop, payment.id);
    assert.deepEqual([again.id, again.url], [receipt.id, receipt.url]);
    const listed = await shop.call('GET', `/receipts?payment=${payment.id}`);
    assert.deepEqual(listed.body.data, [receipt]);
    const pdf = await open(service, `${path}.pdf?lang=fr`);
    assert.equal(pdf.headers.get('content-type'), 'application/pdf');
    assert.match(pdf.headers.get('content-disposition')!, /^attachment; filename="rct_/);
    assert.equal(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5), '%PDF-');
  });

  it('is drawn as a PDF twice at once; more requests wait, then get 503 with Retry-After', async () => {
    const pdfTurns = createPdfTurns();
    const app = fastify();
    registerReceipts(app, {
      ...{
        db: service.db,
        keys: openDocumentKeys(service.db, testSecrets.encryptionKey),
        log: pino({ enabled: false }),
      },
      ...{ base: 'http://localhost', path: '', exponentOf: () => 0, pdfTurns },
    });
    const end = Promise.withResolvers<void>();
    const held = [1, 2].map(() => pdfTurns.during('pdf', () => end.promise));
    const get = async (at: string) => {
      const { statusCode, headers } = await app.inject(at);
      return [statusCode, headers['retry-after']];
    };
    const asked = Array.from({ length: 40 }, () => get(`${path}.pdf`));
    assert.deepEqual(await Promise.race(asked), [503, '5'], 'the queue has an end');
    assert.equal((await get(path))[0], 200, 'the page needs no turn');
    assert.equal((await get(`/r/${'A'.repeat(22)}.pdf`))[0], 404);
    const answers = await Promise.all(asked);
    assert.ok(answers.every(([status]) => status === 503));
    end.resolve();
    await Promise.all(held);
    assert.equal((await get(`${path}.pdf`))[0], 200);
  });

  it('GET and HEAD change nothing, and HEAD has no body', async () => {
    const head = await open(service, path, {}, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    const { body } = await shop.call('GET', `/receipts/${receipt.id}`);
    assert.deepEqual(body, receipt);
  });
});

it('a refund has its own receipt, and the receipt of its payment lists it', async () => {
  const { body } = await shop.call('POST', '/refunds', { payment: payment.id, amount: 1_200 });
  const refund = await refundWith(shop, body.id, 'succeeded');
  const readUrl = async () => (await shop.call('GET', `/refunds/${refund.id}`)).body.receipt_url;
  assert.equal(await readUrl(), null);
  const own = await receiptOf(shop, refund.id);
  assert.equal(await readUrl(), own.url);
  const text = await page(pathOf(own.url));
  assert.ok(text.includes(receiptTexts.en.titles.refund) && text.includes('XOF 1,200'));
  const paid = await page(path);
  assert.ok(paid.includes(receiptTexts.en.refunds) && paid.includes('XOF 1,200'));
  // The state stays, so an old print of a refunded payment must not look as if the money had stayed too.
  const verified = await page(/href="(\/r\/verify\?code=[^"&]+)/.exec(paid)![1]!);
  assert.ok(verified.includes(receiptTexts.en.refunds) && verified.includes('XOF 1,200'));
});

it('a payout item has a receipt, which names its payout', async () => {
  await shop.wallet('XOF', 100_000n);
  const payout = await paidOut(shop, [{ recipient: '+22177100' + '1234', amount: 700 }]);
  const [item] = await itemsOf(shop, payout.id);
  const own = await receiptOf(shop, item.id);
  assert.deepEqual([own.payout, own.payout_item], [payout.id, item.id]);
  const text = await page(pathOf(own.url));
  assert.ok(text.includes(receiptTexts.en.titles.payout_item) && text.includes('XOF 700'));

  // Payees and what they got are for keys that may read payouts.
  const { key } = await shop.newKey({ scopes: ['payments:read', 'payments:write'] });
  const call = (method: string, at: string) => service.request(method, `/api/v1${at}`, { key });
  for (const method of ['GET', 'DELETE'])
    assert.deepEqual(refusal(await call(method, `/receipts/${own.id}`)), [403, 'insufficient_scope'], method);
  const listed = (await call('GET', '/receipts?limit=100')).body.data;
  assert.ok(listed.length > 0 && listed.every((one: any) => one.payout_item === null));
  assert.equal((await call('GET', `/receipts?payout_item=${item.id}`)).body.data.length, 0);
});

describe('a request for a receipt', () => {
  const ask = async (body: object, from = shop) => from.call('POST', '/receipts', body);

  it('names a record of the own world', async () => {
    for (const body of [{}, { record: shop.merchantId }, { record: 'pay_1' }]) {
      const { status, body: answer } = await ask(body);
      assert.deepEqual([status, answer.error.param], [400, 'record'], JSON.stringify(body));
    }
    for (const record of ['pay', 'rfd', 'pit'].map((prefix) => `${prefix}_01kf0r7d3vejta5x9h1nbq4c8g`))
      assert.deepEqual(refusal(await ask({ record })), [404, 'not_found'], record);
    const stranger = await service.merchant();
    assert.deepEqual(refusal(await ask({ record: payment.id }, stranger)), [404, 'not_found']);
    assert.deepEqual(refusal(await stranger.call('GET', `/receipts/${receipt.id}`)), [404, 'not_found']);
    assert.deepEqual(refusal(await stranger.call('DELETE', `/receipts/${receipt.id}`)), [404, 'not_found']);
  });

  it('needs the scope of its record', async () => {
    const { key } = await shop.newKey({ scopes: ['payouts:write'] });
    const answer = await service.request('POST', '/api/v1/receipts', { key, body: { record: payment.id } });
    assert.deepEqual(refusal(answer), [403, 'insufficient_scope']);
  });
});

describe('an address that is not valid', () => {
  it('gets the same page and headers, whether it was revoked or never existed', async () => {
    const other = await paidPayment(shop);
    const revoked = await receiptOf(shop, other.id);
    const old = pathOf(revoked.url);
    assert.equal((await open(service, old)).status, 200);
    const { body } = await shop.call('DELETE', `/receipts/${revoked.id}`);
    assert.deepEqual([body.url, body.pdf_url, body.version], [null, null, 2]);
    for (const suffix of ['', '.pdf', '?lang=fr', '.pdf?lang=sw']) {
      const withdrawn = await open(service, old + suffix);
      const text = await withdrawn.text();
      for (const token of [randomBytes(16).toString('base64url'), 'x', 'A'.repeat(150), '..%2f..%2fetc', "'--"]) {
        const unknown = await open(service, `/r/${token}${suffix}`);
        assert.deepEqual([unknown.status, withdrawn.status], [404, 404]);
        assert.deepEqual(headersOf(unknown), headersOf(withdrawn));
        assert.equal(await unknown.text(), text, suffix);
      }
    }
    const form = { messages: 'stop' };
    assert.equal((await post(service, `${old}/messages`, form)).status, 404);
    // A new receipt of the same record has another address.
    const next = await receiptOf(shop, other.id);
    assert.notEqual(next.url, revoked.url);
    assert.equal((await open(service, pathOf(next.url))).status, 200);
  });

  it('cannot be guessed: a token has 128 random bits, and neighbors of a real one are unknown', async () => {
    const token = path.slice('/r/'.length);
    assert.match(token, /^[\w-]{22}$/);
    const tokens = new Set<string>([token]);
    for (let i = 0; i < 20; i++) {
      const { url } = await receiptOf(shop, (await openPayment(shop)).id);
      tokens.add(new URL(url).pathname.slice(3));
    }
    assert.equal(tokens.size, 21);
    assert.equal((await open(service, `/r/${token}%0A`)).status, 404);
    for (let place = 0; place < token.length; place++) {
      const near = `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
      assert.equal((await open(service, `/r/${near}`)).status, 404, near);
    }
    assert.equal((await open(service, `/r/${receipt.id}`)).status, 404);
    assert.equal((await open(service, `/r/${payment.id}`)).status, 404);
  });

  it('is looked up as any other: the database does the same work for unknown and revoked tokens', async () => {
    const rows = await service.db.query<{ token_hash: Buffer }>({
      name: 'hashes',
      text: 'SELECT token_hash, sealed_token FROM receipts',
    });
    assert.ok(rows.length > 0);
    for (const bytes of rows.flatMap((row) => Object.values(row)))
      assert.ok(!bytes.includes(path.slice(3)), 'only a hash is in the database');
  });
});

describe('the signature', () => {
  const verifyPath = async (at = path) => /href="(\/r\/verify\?code=[^"&]+)/.exec(await page(at))![1]!;

  it('confirms a genuine receipt and shows its facts', async () => {
    const text = await page(await verifyPath());
    assert.ok(text.includes(receiptTexts.en.genuine));
    for (const part of ['XOF 5,000', 'Teranga Shop', receipt.id]) assert.ok(text.includes(part), part);
  });

  it('is in a QR code that a second library reads', async () => {
    const { default: decode } = await import('qr/decode.js');
    const text = await page(path);
    const [, side, drawing] = /viewBox="0 0 (\d+) \d+".*?fill="#000" d="([^"]+)"/s.exec(text)!;
    const scale = 6;
    const width = Number(side) * scale;
    const data = new Uint8ClampedArray(width * width * 4).fill(255);
    for (const [, x, y, run] of drawing!.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      for (let line = 0; line < scale; line++) {
        const from = ((Number(y) * scale + line) * width + Number(x) * scale) * 4;
        for (let at = from; at < from + Number(run) * scale * 4; at += 4) data.fill(0, at, at + 3);
      }
    }
    const read = decode({ width, height: width, data });
    assert.ok(read.startsWith('http://localhost:'), read);
    assert.equal(read.slice(read.indexOf('/r/')), await verifyPath());
  });

  it('takes the pasted link too, with line breaks', async () => {
    const link = `https://pay.example.com${await verifyPath()}`;
    const pasted = encodeURIComponent(`${link.slice(0, 60)}\n ${link.slice(60)} `);
    assert.ok((await page(`/r/verify?code=${pasted}`)).includes(receiptTexts.en.genuine));
  });

  it('exposes a forged amount, name, signature and algorithm', async () => {
    const code = (await verifyPath()).split('code=')[1]!;
    const [header, payload, signature] = code.split('.') as [string, string, string];
    const facts = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      `${header}.${encode({ ...facts, a: '500000' })}.${signature}`,
      `${header}.${encode({ ...facts, m: 'Other' })}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${encode({ alg: 'HS256', kid: 'x' })}.${payload}.${signature}`,
      'x',
      '<script>alert(1)</script>',
      'A'.repeat(4_000),
    ];
    for (const one of forged) {
      const answer = await open(service, `/r/verify?code=${encodeURIComponent(one)}`);
      const text = await answer.text();
      assert.equal(answer.status, 200);
      assert.ok(text.includes(receiptTexts.en.forged), one.slice(0, 60));
      assert.ok(!text.includes('<script'));
    }
  });

  it('is verified by the published keys too', async () => {
    const { compactVerify, createLocalJWKSet } = await import('jose');
    const keys = await (await open(service, '/.well-known/document-keys.json')).json();
    const code = (await verifyPath()).split('code=')[1]!;
    const { payload } = await compactVerify(code, createLocalJWKSet(keys as JSONWebKeySet));
    assert.equal(JSON.parse(Buffer.from(payload).toString()).r, receipt.id);
  });

  it('of an old state says that the state has changed, and a withdrawn receipt is not confirmed', async () => {
    const waiting = await openPayment(shop);
    const own = await receiptOf(shop, waiting.id);
    const early = await verifyPath(pathOf(own.url));
    assert.ok((await page(early)).includes(receiptTexts.en.genuine));
    await until(async () => (await shop.call('POST', `/test/payments/${waiting.id}/approve`)).status === 200);
    await until(async () => (await shop.call('GET', `/payments/${waiting.id}`)).body.status === 'succeeded');
    assert.ok((await page(early)).includes(receiptTexts.en.changed));
    await shop.call('DELETE', `/receipts/${own.id}`);
    assert.ok((await page(early)).includes(receiptTexts.en.forged));
  });
});

it('names and descriptions of merchants are text on every page', async () => {
  const name = `<img src=x onerror=alert(1)>"'&`;
  const evil = await service.merchant(name);
  const own = await paidPayment(evil, { description: `</dd><script>alert('d')</script>` });
  const { url } = await receiptOf(evil, own.id);
  const at = pathOf(url);
  const text = await page(at);
  const verified = await page(/href="(\/r\/verify\?code=[^"&]+)/.exec(text)![1]!);
  for (const one of [text, verified]) {
    assert.ok(one.includes('&lt;img src=x onerror=alert(1)&gt;'), one);
    assert.doesNotMatch(one, /<script|<img src=x/);
  }
});
