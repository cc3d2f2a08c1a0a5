import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiveEvent } from './receive.ts';
import { waveSignature } from './signature.ts';

const secret = 'wave_sn_WHS_xz4m6g8rjs9bshxy05xj4khcvjv7j3hcp4fbpvv6met0zdrjvezg';
const nowSeconds = 1_700_000_000;
const credentials = { api_key: 'wave_sn_prod_x', webhook_secrets: [secret] };

type Change = { headers?: Record<string, string>; shared?: boolean; text?: string };

function receive(event: unknown, change: Change = {}) {
  const body = Buffer.from(change.text ?? JSON.stringify(event));
  const headers = change.headers ?? { 'wave-signature': waveSignature(secret, nowSeconds, body) };
  return receiveEvent(
    { method: 'POST', path: '/rails/a/b', query: {}, headers, body, authority: 'x', about: null },
    {
      credentials: change.shared ? { ...credentials, webhook_strategy: 'shared_secret' } : credentials,
      exponent: 0,
      nowSeconds,
    },
  );
}

const payment = 'pay_01h0000000000000000000000a';
const completed = {
  id: 'EV_QvEZuDSQbLdI',
  type: 'checkout.session.completed',
  data: { id: 'cos-18qq25rgr100a', amount: '100', client_reference: payment, payment_status: 'succeeded' },
};
/** The event of docs.wave.com, Webhooks. */
const merchantPayment = {
  id: 'AE_ijzo7oGgrlM8',
  type: 'merchant.payment_received',
  data: {
    id: 'T_46HS5COOWE',
    amount: '990',
    fee: '10',
    currency: 'XOF',
    sender_mobile: '+221761110001',
    merchant_name: 'Annas Apiaries',
    custom_fields: { account_number: 'abc-123' },
    when_created: '2024-01-15T10:13:04Z',
  },
};

test("a session's event names the payment and proves nothing", () => {
  const expected = { answer: { status: 200 }, about: payment, handle: 'cos-18qq25rgr100a' };
  assert.deepEqual(receive(completed), expected);
  const foreign = { ...completed, data: { ...completed.data, client_reference: 'order 7' } };
  assert.deepEqual(receive(foreign), { ...expected, about: null });
});

test('a missing, wrong or shared secret where a signature is due is refused', () => {
  const refused = { refused: 'signature' };
  assert.deepEqual(receive(completed, { headers: {} }), refused);
  assert.deepEqual(receive(completed, { headers: { authorization: `Bearer ${secret}` } }), refused);
  const other = { 'wave-signature': waveSignature(secret, nowSeconds, '{}') };
  assert.deepEqual(receive(completed, { headers: other }), refused);
});

test('a webhook with a shared secret is accepted only as such', () => {
  const authorization = `Bearer ${secret}`;
  assert.ok('answer' in receive(completed, { shared: true, headers: { authorization } }));
  assert.deepEqual(receive(completed, { shared: true }), { refused: 'signature' });
});

test('a direct payment is incoming money with its receipt and account text', () => {
  assert.deepEqual(receive(merchantPayment), {
    answer: { status: 200 },
    about: null,
    incoming: [
      {
        receipt: 'T_46HS5COOWE',
        amount: 990n,
        currency: 'XOF',
        at: new Date('2024-01-15T10:13:04Z'),
        payer: '+221761110001',
        accountText: 'abc-123',
      },
    ],
  });
});

test('a payment of another business is incoming money too', () => {
  const received = receive({
    id: 'AE_1',
    type: 'b2b.payment_received',
    data: {
      id: 'b2b-1ndjb8dj81008',
      amount: '39800',
      currency: 'XOF',
      sender_id: 'M_qn0zhfcKV1Tl',
      client_reference: 'FACT-456',
      when_created: '2024-01-15T14:28:15Z',
    },
  });
  const [incoming] = 'incoming' in received ? received.incoming! : [];
  assert.equal(incoming?.payer, 'M_qn0zhfcKV1Tl');
  assert.equal(incoming?.accountText, 'FACT-456');
});

test('the test event and new events are answered and need nothing', () => {
  for (const type of ['test.test_event', 'b2b.payment_failed', 'an.event_of_tomorrow'])
    assert.deepEqual(receive({ id: 'EV_1', type, data: {} }), { answer: { status: 200 }, about: null });
});

test('a body that is not an event is an error', () => {
  assert.throws(() => receive({ id: 'EV_1' }), /not a Wave event/);
  assert.throws(() => receive(null), /not a Wave event/);
  assert.throws(() => receive(undefined, { text: '{"phone": +221770001234' }), /^Error: the body is not JSON$/);
  assert.throws(() => receive({ ...merchantPayment, data: { ...merchantPayment.data, amount: 'x' } }), /no receipt/);
});
