import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openMessageQueue } from '../../src/messages/enqueue.ts';
import type { PageLanguage } from '../../src/pages/language.ts';
import { pageLanguages } from '../../src/pages/language.ts';
import { type News, receiptEmail, receiptNews, receiptSms, toGsm } from '../../src/receipts/message-texts.ts';
import { createNewsWorker } from '../../src/receipts/send-news.ts';
import { receiptTexts } from '../../src/receipts/texts.ts';
import { paidPayment, refundWith } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { paidOut } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';
import { open, pathOf, post } from '../support/receipts.ts';
import { setFee } from '../support/wallet-payments.ts';

let service: TestService;
let shop: TestMerchant;
let boss: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await service.merchant('Teranga Shop');
  boss = await service.person('merchant', { merchantId: shop.merchantId });
});
after(() => service.stop());

const set = (settings: object, by = boss) => by.call('PATCH', '/merchants/me', settings);
const messages = async (from: TestMerchant, query = ''): Promise<any[]> =>
  (await from.call('GET', `/messages?order=asc&limit=100${query}`)).body.data;
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)![0];

it('nothing is sent until the merchant wants it', async () => {
  await paidPayment(shop);
  const { body } = await set({ receipts: 'both', time_zone: 'Africa/Dakar' });
  assert.deepEqual([body.receipts, body.time_zone, body.logo], ['both', 'Africa/Dakar', null]);
  const payment = await paidPayment(shop, { receipt_email: 'ana@payer.example' });
  const sent = await until(async () => {
    const found = await messages(shop);
    return found.length >= 2 && found;
  });
  assert.equal(sent.length, 2, 'the earlier payment has none');
  const [sms, email] = sent.toSorted((a: any, b: any) => b.channel.localeCompare(a.channel));
  assert.deepEqual([sms.recipient, email.recipient], [payment.customer, 'ana@payer.example']);
  assert.deepEqual([sms.status, email.status], ['test', 'test'], 'a test world shows them and sends none');
  assert.equal(linkIn(sms.text), linkIn(email.text));
  const page = await (await open(service, pathOf(linkIn(sms.text)))).text();
  assert.ok(page.includes(payment.rail_reference));
});

it('a change has one message with its own time, and a later refund has another', async () => {
  await setFee(service, shop);
  const payment = await paidPayment(shop, { amount: 5_000, fee_bearer: 'payer' });
  const { body } = await shop.call('POST', '/refunds', { payment: payment.id, amount: 1_000 });
  const refund = await refundWith(shop, body.id, 'succeeded');
  const own = await until(async () => {
    const found = (await messages(shop)).filter(({ recipient }) => recipient === payment.customer);
    const list = (await shop.call('GET', '/receipts?limit=100')).body.data;
    const refunded = list.find((one: any) => one.refund === refund.id);
    return refunded && found.some(({ receipt }) => receipt === refunded.id) && { found, refunded, list };
  });
  const of = (id: string) => own.found.filter(({ receipt }: any) => receipt === id);
  const paid = own.list.find((one: any) => one.payment === payment.id);
  assert.deepEqual([of(paid.id).length, of(own.refunded.id).length], [1, 1]);
  assert.match(of(paid.id)[0].text, /\b5.105\b/, 'the payer gave the fee too');
  // Africa/Dakar is UTC all year.
  assert.ok(of(paid.id)[0].text.includes(payment.succeeded_at.slice(0, 16).replace('T', ' ')));
  assert.ok(of(own.refunded.id)[0].text.includes(refund.succeeded_at.slice(0, 16).replace('T', ' ')));
});

it('each paid item of a payout has a message, in portions, however many workers read the events', async () => {
  const payer = await service.merchant();
  await set({ receipts: 'sms' }, await service.person('merchant', { merchantId: payer.merchantId }));
  await payer.wallet('XOF', 10_000_000n);
  const items = Array.from({ length: 450 }, (_, i) => ({ recipient: `+2217711${String(15_000 + i)}`, amount: 100 }));
  await paidOut(payer, items);
  const base = 'http://localhost:0';
  const key = testSecrets.encryptionKey;
  const round = createNewsWorker({
    ...{ db: service.db, queue: openMessageQueue(key), brand: 'Rialto', exponentOf: () => 0, base, key },
  });
  const count = async () => {
    const text = `
      SELECT count(*)::int AS n, count(DISTINCT recipient)::int AS people FROM messages
      WHERE recipient LIKE '+2217711%'`;
    return (await service.db.query<{ n: number; people: number }>({ name: 'count_items', text }))[0]!;
  };
  await until(async () => {
    await Promise.all([round(), round()]);
    return (await count()).n >= 450;
  });
  await Promise.all([round(), round()]);
  assert.deepEqual(await count(), { n: 450, people: 450 });
});

it('an item that came back before its payout was completed has no message that it is paid', async () => {
  const payer = await service.merchant();
  await payer.wallet('XOF', 10_000n);
  const [back, paid] = ['+221771240001', '+221771240002'];
  await paidOut(
    payer,
    [back, paid].map((recipient) => ({ recipient, amount: 100 })),
  );
  const { pool } = service.db;
  const returned = `UPDATE payout_items SET status = 'returned', failure = '{}' WHERE world = $1 AND recipient = $2`;
  await pool.query(returned, [payer.world, back]);
  await pool.query(`UPDATE merchants SET receipts = 'sms' WHERE id = $1`, [payer.merchantId]);
  await pool.query(`INSERT INTO receipt_cursors (world, xid, event_id) VALUES ($1, '0', '')`, [payer.world]);
  const recipients = async () => (await messages(payer)).map(({ recipient }) => recipient);
  assert.deepEqual(await until(async () => (await recipients()).length > 0 && recipients()), [paid]);
});

it('the receiver stops the messages with a form, and no link or preview does it', async () => {
  const customer = '+221771230099';
  await paidPayment(shop, { customer });
  const mine = async () => messages(shop).then((all) => all.filter(({ recipient }) => recipient === customer));
  const [message] = await until(async () => {
    const found = await mine();
    return found.length === 1 && found;
  });
  const path = pathOf(linkIn(message.text));
  for (const method of ['GET', 'HEAD']) await open(service, `${path}/messages?messages=stop`, {}, { method });
  assert.ok((await (await open(service, `${path}?lang=en`)).text()).includes(receiptTexts.en.stop));
  const stopped = await post(service, `${path}/messages?lang=en`, { messages: 'stop' });
  assert.deepEqual([stopped.status, stopped.headers.get('location')], [303, `${path}?lang=en`]);
  assert.ok((await (await open(service, `${path}?lang=en`)).text()).includes(receiptTexts.en.stopped));

  await paidPayment(shop, { customer });
  const other = await paidPayment(shop, { customer: '+221771230088' });
  await until(async () => (await messages(shop)).some(({ recipient }) => recipient === other.customer));
  assert.equal((await mine()).length, 1);

  await post(service, `${path}/messages`, { messages: 'start' });
  await paidPayment(shop, { customer });
  await until(async () => (await mine()).length === 2);
});

it('a new integration sends receipts from its first payment', async () => {
  const { status, body, text } = await boss.call('POST', '/integrations', { name: 'Second shop' });
  assert.equal(status, 201, text);
  const { rows } = await service.db.pool.query(
    'SELECT w.livemode FROM receipt_cursors c JOIN worlds w ON w.id = c.world WHERE w.integration_id = $1 ORDER BY 1',
    [body.id],
  );
  assert.deepEqual(rows, [{ livemode: false }, { livemode: true }]);
  const quiet = await service.merchant();
  const none = await service.db.pool.query('SELECT FROM receipt_cursors WHERE world = $1', [quiet.world]);
  assert.equal(none.rows.length, 0);
});

it('a merchant who turns receipts off and on sends none for the time between', async () => {
  await set({ receipts: 'none' });
  const between = await paidPayment(shop, { customer: '+221771230055' });
  await set({ receipts: 'sms' });
  const later = await paidPayment(shop, { customer: '+221771230066' });
  const recipients = async () => (await messages(shop)).map(({ recipient }) => recipient);
  const known = await until(async () => {
    const all = await recipients();
    return all.includes(later.customer) && all;
  });
  assert.ok(!known.includes(between.customer));
});

it('a merchant sees its own messages, and notices to people are in no list', async () => {
  const stranger = await service.merchant();
  assert.deepEqual(await messages(stranger), []);
  const queue = openMessageQueue(testSecrets.encryptionKey);
  const mail = { to: 'dev@shop.example', subject: 'Secret', text: 'Secret' };
  await queue.add(service.db, [{ world: stranger.world, kind: 'webhook_failing', channel: 'email', message: mail }]);
  assert.deepEqual(await messages(stranger), []);
});

it('a message is one SMS segment in every language, also with a long name', () => {
  const gsm =
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà';
  const segments = (text: string) =>
    [...text].every((letter) => gsm.includes(letter)) ? Math.ceil(text.length / 160) : Math.ceil(text.length / 70);
  const told: Omit<News, 'news'> = {
    ...{ amount: 1_250_000n, currency: { code: 'XOF', exponent: 0 }, at: new Date('2026-01-15T09:30:02.140Z') },
    ...{ merchant: 'Boulangerie de la façade ensoleillée', timeZone: 'America/Port-au-Prince' },
    url: 'https://pay.boulangerie.example/r/mI9xq3nC0aTn2sX8uG5rZw',
  };
  for (const language of Object.keys(pageLanguages) as PageLanguage[]) {
    for (const news of receiptNews) {
      const text = receiptSms({ ...told, news }, language);
      assert.equal(segments(text), 1, `${language} ${news}: ${text.length} ${text}`);
      assert.ok(text.includes('2026-01-15 04:30'), 'the time is in the named zone');
      const email = receiptEmail({ ...told, news }, language, 'Rialto');
      assert.ok(email.text.includes(told.url) && !email.text.includes('{') && !email.subject.includes('\n'));
    }
  }
  assert.equal(toGsm('Reçu à São Tomé – número'), 'Recu à Sao Tomé – numero');
});
