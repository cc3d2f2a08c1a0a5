import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { twilioSignature } from '../../src/messages/inbound.ts';
import { receiptTexts } from '../../src/receipts/texts.ts';
import { paidPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { open, pathOf, receiptOf } from '../support/receipts.ts';

const secret = 'an-inbound-secret-of-32-characters';
const authToken = 'the-token';
const base = 'https://pay.example/shop';

let provider: Provider;
let twilio: TestService;
const nodes: TestService[] = [];
const lines: string[] = [];
let shop: TestMerchant;
before(async () => {
  provider = await startProvider({ status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } });
  twilio = await node({
    ...{ SMS_SENDER: 'twilio', TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: authToken },
    ...{ TWILIO_URL: provider.url, SMS_FROM: '+15005550006', PUBLIC_URL: base },
  });
  shop = await twilio.merchant('Teranga Shop');
  const boss = await twilio.person('merchant', { merchantId: shop.merchantId });
  await boss.call('PATCH', '/merchants/me', { receipts: 'both' });
});
after(async () => {
  for (const one of nodes.reverse()) await one.stop();
  await provider.close();
});

/** Nodes with different senders, on one database. */
async function node(env: Record<string, string>): Promise<TestService> {
  const logs = { write: (line: string) => void lines.push(line) };
  const one = await startTestService({ LOG_LEVEL: 'debug', SMS_INBOUND_SECRET: secret, ...env }, nodes[0], logs);
  nodes.push(one);
  return one;
}

const deliver = (to: TestService, body: string, headers: Record<string, string> = {}, path = `/sms/${secret}`) =>
  fetch(to.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const signed = (body: string, url = `${base}/sms/${secret}`) => ({
  'x-twilio-signature': twilioSignature(authToken, url, new URLSearchParams(body)),
});
/** A receipt's page says whether this phone answered STOP. */
const isStopped = async (phone: string) => {
  const receipt = await receiptOf(shop, (await paidPayment(shop, { customer: phone })).id);
  const path = pathOf(receipt.url).replace('/shop/', '/');
  const page = await (await open(twilio, `${path}?lang=en`)).text();
  assert.ok(page.includes(receiptTexts.en.stop), 'its e-mails can still be stopped');
  return page.includes(receiptTexts.en.stoppedBySms);
};
const channelsOf = async (payment: { customer: string; receipt_email: string }) => {
  const sent = await until(async () => {
    const { data } = (await shop.call('GET', '/messages?limit=100')).body;
    return data.some((one: any) => one.recipient === payment.receipt_email) && data;
  });
  const ours = [payment.customer, payment.receipt_email];
  return sent.flatMap((one: any) => (ours.includes(one.recipient) ? [one.channel] : [])).sort();
};

describe('STOP by SMS', () => {
  it('through Twilio stops the SMS of receipts until START, and neither e-mails nor codes', async () => {
    const customer = '+221771230101';
    const pay = (n: number) => paidPayment(shop, { customer, receipt_email: `ana${n}@payer.example` });
    assert.deepEqual(await channelsOf(await pay(1)), ['email', 'sms'], 'the control');
    const stop = form({ Body: 'Stop, please', From: customer, MessageSid: 'SM2', To: '+15005550006' });
    const answer = await deliver(twilio, stop, signed(stop));
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type')!, /^text\/xml/);
    assert.match(await answer.text(), /<Response><\/Response>$/);
    const sent = async (n: number) => (await channelsOf(await pay(n))).filter((one: string) => one === 'sms').length;
    assert.equal(await sent(2), 1, 'only the SMS from before STOP');

    const register = { phone: customer, password: 'fifteen characters and more', business_name: 'Ana' };
    await twilio.request('POST', '/api/v1/auth/merchant/register', { body: register });
    await until(async () => provider.received.some(({ body }) => new URLSearchParams(body).get('To') === customer));

    const start = form({ Body: 'START', From: customer });
    assert.equal((await deliver(twilio, start, signed(start))).status, 200);
    assert.equal(await sent(3), 2);
  });

  it('through Twilio needs the signature of this URL and these fields', async () => {
    const phone = '+221771230102';
    const stop = form({ Body: 'STOP', From: phone });
    const other = form({ Body: 'STOP', From: '+221771230103' });
    const url = `${base}/sms/${secret}`;
    const wrong = [
      {},
      { 'x-twilio-signature': 'x' },
      signed(other),
      signed(stop, `${url}?x=1`),
      signed(stop, 'https://x'),
    ];
    for (const headers of wrong) {
      const answer = await deliver(twilio, stop, headers as Record<string, string>);
      assert.deepEqual([answer.status, await answer.text()], [401, '']);
    }
    assert.equal(await isStopped(phone), false);
    assert.equal((await deliver(twilio, stop, signed(stop, `${url}?x=1`), `/shop/sms/${secret}?x=1`)).status, 200);
    assert.equal(await isStopped(phone), true);
  });

  it("through Africa's Talking and any gateway needs the secret of the address", async () => {
    const africasTalking = await node({
      ...{ SMS_SENDER: 'africas-talking', AFRICAS_TALKING_USERNAME: 'shop', AFRICAS_TALKING_API_KEY: 'key' },
      AFRICAS_TALKING_URL: provider.url,
    });
    const gateway = await node({
      SMS_SENDER: 'http',
      SMS_HTTP_METHOD: 'GET',
      SMS_HTTP_URL: `${provider.url}/?{to}{text}`,
    });
    const json = { 'content-type': 'application/json' };
    const cases = [
      [africasTalking, (from: string) => form({ from, to: '22384', text: 'ARRÊT' }), '+221771230104', {}],
      [gateway, (from: string) => form({ from: from.slice(1), text: 'kanpe' }), '+221771230105', {}],
      [gateway, (from: string) => JSON.stringify({ from, text: 'Acha!' }), '+221771230106', json],
    ] as const;
    for (const [to, bodyOf, phone, headers] of cases) {
      const body = bodyOf(phone);
      for (const path of [`/sms/${secret.toUpperCase()}`, '/sms/x']) {
        const refused = await deliver(to, body, headers, path);
        assert.deepEqual([refused.status, ((await refused.json()) as any).error.code], [404, 'not_found']);
      }
      assert.equal(await isStopped(phone), false);
      const answer = await deliver(to, body, headers);
      assert.deepEqual([answer.status, await answer.text()], [200, '']);
      assert.equal(await isStopped(phone), true);
    }
    for (const body of ['from=%2B221771230107&text=hello', 'from=SHOP&text=STOP', '\0\0', 'x=1'])
      assert.equal((await deliver(gateway, body)).status, 200);
    assert.equal(await isStopped('+221771230107'), false);
  });

  it('is off without its setting, and only POST has an effect', async () => {
    const off = await node({ SMS_INBOUND_SECRET: '' });
    const stop = form({ from: '+221771230108', text: 'STOP' });
    assert.equal((await deliver(off, stop)).status, 404);
    const on = await node({});
    assert.equal((await fetch(`${on.base}/sms/${secret}?${stop}`)).status, 405);
    assert.equal(await isStopped('+221771230108'), false);
  });

  it('leaves neither the secret nor a text in the log', () => {
    assert.ok(lines.some((line) => line.includes('/sms/…')));
    for (const word of [secret, secret.toUpperCase(), 'Stop, please', 'ARRÊT'])
      assert.ok(!lines.some((line) => line.includes(word)), word);
  });
});
