import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Checkout } from '../../src/checkout/open.ts';
import { eventsOf, payment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import {
  answer,
  attemptOf,
  checkoutOf,
  openingOf,
  pageOf,
  phones,
  reasonOf,
  started,
  tokenOf,
  unlimited,
} from './support.ts';

let service: TestService;
let shop: TestMerchant;
let checkout: Checkout;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  checkout = checkoutOf(service, unlimited);
});
after(() => service.stop());

const create = async (fields: object = {}) => {
  const made = await shop.call('POST', '/checkout/sessions', { amount: 5_000, currency: 'XOF', ...fields });
  assert.equal(made.status, 201, made.text);
  return { ...made.body, token: tokenOf(made.body) };
};
const read = async (id: string) => (await shop.call('GET', `/checkout/sessions/${id}`)).body;
const kinds = async (id: string) => (await eventsOf(shop, id)).map(({ type }) => type);

describe('an attempt', () => {
  it('creates a payment that carries the session and has no reference of its own', async () => {
    const session = await create({ reference: 'order-7', description: 'Rice' });
    const id = started(await checkout.start(attemptOf(session.token)));
    const { body } = await shop.call('GET', `/payments/${id}`);
    const { checkout_session, reference, description, amount, customer } = body;
    assert.deepEqual(
      { checkout_session, reference, description, amount, customer },
      { checkout_session: session.id, reference: null, description: 'Rice', amount: 5_000, customer: phones.waits },
    );
    const { status, payment: latest, attempts } = await read(session.id);
    assert.deepEqual([status, latest, attempts], ['open', id, 1]);
    const listed = (await shop.call('GET', `/payments?checkout_session=${session.id}`)).body.data;
    assert.deepEqual(
      listed.map((one: any) => one.id),
      [id],
    );
  });

  it('completes the session with its payment, in the same transaction, and announces it once', async () => {
    const session = await create();
    const id = started(await checkout.start(attemptOf(session.token)));
    await answer(shop, id, 'approve');
    const { status, payment: paid, completed_at } = await read(session.id);
    assert.deepEqual([status, paid], ['completed', id]);
    assert.ok(completed_at);
    assert.deepEqual(await kinds(session.id), ['checkout.completed']);
    const text = `
      SELECT count(DISTINCT e.xid)::int AS transactions FROM events e
      WHERE e.world = $1 AND e.type IN ('checkout.completed', 'payment.succeeded')
        AND (e.payload LIKE '%"id":"' || $2 || '"%' OR e.payload LIKE '%"id":"' || $3 || '"%')`;
    const values = [shop.world, session.id, id];
    const [row] = await service.db.query<{ transactions: number }>({ name: 'test_xids', text }, values);
    assert.equal(row!.transactions, 1);
    assert.equal(reasonOf(await checkout.start(attemptOf(session.token, { attempt: 1 }))), 'completed');
    const end = await shop.call('POST', `/checkout/sessions/${session.id}/expire`);
    assert.equal(end.body.error.code, 'checkout_session_completed');
  });

  it('is refused while another one is unfinished, and for a form that is sent twice', async () => {
    const session = await create();
    const id = started(await checkout.start(attemptOf(session.token)));
    const other = attemptOf(session.token, { phone: phone('0004'), attempt: 1 });
    assert.equal(reasonOf(await checkout.start(other)), 'in_progress');
    await answer(shop, id, 'decline');
    assert.equal(reasonOf(await checkout.start(attemptOf(session.token))), 'stale');
    assert.equal((await read(session.id)).status, 'open');
    const second = started(await checkout.start(attemptOf(session.token, { attempt: 1 })));
    await answer(shop, second, 'approve');
    assert.equal((await read(session.id)).payment, second);
  });

  it('names what is wrong', async () => {
    const { token } = await create({ rails: ['sandbox'] });
    const reason = async (fields: object) => reasonOf(await checkout.start(attemptOf(token, fields)));
    assert.equal(await reason({ phone: 'call me' }), 'invalid_phone');
    assert.equal(await reason({ phone: null }), 'invalid_phone');
    assert.equal(await reason({ method: 'wallet' }), 'unknown_method');
    assert.equal(await reason({ method: 'no-such-rail' }), 'unknown_method');
    assert.equal(await reason({ token: 'x'.repeat(26) }), 'not_found');
    assert.equal(await reason({ attempt: 3 }), 'stale');
    for (const code of ['12', '1'.repeat(13), '12\u000034', '<1234>'])
      assert.equal(await reason({ code }), 'code_required', code);
    assert.equal(await reason({ code: '12 34\u00a056' }), 'started');
  });
});

it('a live page takes no money where live mode is off, as live keys do not', async () => {
  const { id, token } = await create();
  // As if the session were made before live mode was switched off.
  const text = `
    WITH approved AS (UPDATE merchants SET live_approved_at = now() WHERE id = $1)
    UPDATE checkout_sessions SET world = (SELECT id FROM worlds WHERE integration_id = $2 AND livemode) WHERE id = $3`;
  await service.db.query({ name: 'test_go_live', text }, [shop.merchantId, shop.integrationId, id]);
  const attempt = attemptOf(token, { method: 'wallet' });
  assert.equal(reasonOf(await checkout.start(attempt)), 'merchant_unavailable');
});

describe('the expiry', () => {
  it('waits for an unfinished payment that then fails', async () => {
    const session = await create();
    const id = started(await checkout.start(attemptOf(session.token)));
    const ended = await shop.call('POST', `/checkout/sessions/${session.id}/expire`);
    assert.equal(ended.body.status, 'open');
    assert.equal((await pageOf(checkout, session.token)).state, 'waiting');
    await answer(shop, id, 'decline');
    assert.equal((await read(session.id)).status, 'expired');
    assert.deepEqual(await kinds(session.id), ['checkout.expired']);
    assert.equal(reasonOf(await checkout.start(attemptOf(session.token, { attempt: 1 }))), 'expired');
  });

  it('waits for an unfinished payment that then succeeds', async () => {
    const session = await create();
    const id = started(await checkout.start(attemptOf(session.token)));
    await shop.call('POST', `/checkout/sessions/${session.id}/expire`);
    await answer(shop, id, 'approve');
    assert.equal((await read(session.id)).status, 'completed');
    assert.deepEqual(await kinds(session.id), ['checkout.completed']);
  });
});

describe('a wallet here', () => {
  it('pays, and an unknown one looks the same on the page until its time is over', async () => {
    const known = phone('4711');
    const customer = await service.customer(known, ['XOF']);
    assert.ok(customer.id);
    const shown = async (payer: string) => {
      const { token } = await create();
      const id = started(await checkout.start(attemptOf(token, { phone: payer, method: 'wallet' })));
      await payment(shop, id, 'requires_action');
      const page = await pageOf(checkout, token);
      const { status, nextAction, failure } = page.payment!;
      return { id, state: page.state, status, failure, type: nextAction?.type, text: nextAction?.instructions };
    };
    const [{ id: _, ...withWallet }, { id, ...without }] = [await shown(known), await shown(phone('4712'))];
    assert.deepEqual(withWallet, without);
    await shop.call('POST', '/test/clock/advance', { seconds: 301 });
    const failed = await payment(shop, id, 'failed');
    assert.equal(failed.failure.code, 'approval_expired');
  });

  it('cancels with its session free for another attempt', async () => {
    const session = await create();
    const id = started(await checkout.start(attemptOf(session.token, { method: 'wallet', phone: phone('4711') })));
    await payment(shop, id, 'requires_action');
    assert.equal((await shop.call('POST', `/payments/${id}/cancel`)).status, 200);
    assert.equal((await pageOf(checkout, session.token)).state, 'ready');
    started(await checkout.start(attemptOf(session.token, { attempt: 1 })));
  });
});

describe('the page', () => {
  it('has everything for the payer, and no whole phone', async () => {
    const session = await create({ customer: '+221771234567', success_url: 'https://shop.example/paid', locale: 'fr' });
    const page = await pageOf(checkout, session.token.toUpperCase());
    assert.deepEqual(
      page.methods.map(({ rail, available }) => [rail, available]),
      [
        ['sandbox', true],
        ['wallet', true],
      ],
    );
    assert.deepEqual([page.state, page.successUrl, page.maskedPhone], ['ready', null, '+221 •••• 67']);
    started(await checkout.start(attemptOf(session.token, { phone: null })));
    const after = await pageOf(checkout, session.token);
    assert.doesNotMatch(
      JSON.stringify(after, (_, v) => (typeof v === 'bigint' ? String(v) : v)),
      /1234567/,
    );
  });

  it('shows unknown and malformed addresses alike', async () => {
    for (const token of ['', 'x', '7'.repeat(26), '7'.repeat(13), '7'.repeat(40), '../../etc', 'ï'.repeat(26)])
      assert.equal(await checkout.read({ token, phone: null }), null);
  });
});

describe('the limits', () => {
  it('of a session: so many attempts', async () => {
    const few = checkoutOf(service, { ...unlimited, CHECKOUT_ATTEMPTS: '2' });
    const session = await create();
    for (const attempt of [0, 1]) {
      const id = started(await few.start(attemptOf(session.token, { attempt })));
      await answer(shop, id, 'decline');
    }
    assert.equal(reasonOf(await few.start(attemptOf(session.token, { attempt: 2 }))), 'attempts_used');
    assert.equal((await pageOf(few, session.token)).state, 'attempts_used');
  });

  const sessions = async (count: number) => Promise.all(Array.from({ length: count }, () => create()));
  const limitCases = [
    ['CHECKOUT_PROMPTS_PER_PHONE', { phone: phone('8801') }],
    ['CHECKOUT_PROMPTS_PER_PHONE_DAY', { phone: phone('8802') }],
    ['CHECKOUT_PROMPTS_PER_ADDRESS', { address: '198.51.100.7' }],
  ] as const;
  for (const [name, who] of limitCases)
    it(`${name} stops the next prompt and nothing else`, async () => {
      const limited = checkoutOf(service, { ...unlimited, [name]: '2' });
      const [one, two, three] = await sessions(3);
      const others = name === 'CHECKOUT_PROMPTS_PER_ADDRESS' ? [phone('8803'), phone('8804'), phone('8805')] : [];
      const start = (session: any, i: number, fields: object = who) =>
        limited.start(attemptOf(session.token, { ...(others[i] ? { phone: others[i] } : {}), ...fields }));
      started(await start(one, 0));
      started(await start(two, 1));
      const third = await start(three, 2);
      assert.equal(reasonOf(third), 'too_many_prompts');
      assert.ok((third as { retryAfterSeconds: number }).retryAfterSeconds > 0);
      // A refused attempt leaves no payment, and the session free for another phone from elsewhere.
      assert.equal((await read(three.id)).attempts, 0);
      started(
        await limited.start(attemptOf(three.token, { phone: phone('8899'), address: `203.0.113.${name.length}` })),
      );
    });

  it('of an address count an IPv6 subscriber once, whose /64 network has any number of addresses', async () => {
    const limited = checkoutOf(service, { ...unlimited, CHECKOUT_PROMPTS_PER_ADDRESS: '2' });
    const [code, ...tokens] = await Promise.all([
      shop.call('POST', '/links', { amount: 500, currency: 'XOF' }).then(({ body }) => tokenOf(body)),
      ...Array.from({ length: 4 }, async () => (await create()).token),
    ]);
    const addresses = ['2001:db8:0:7::1', '2001:db8:0:7::2', '2001:db8:0:7:ffff::3', '2001:db8:0:8::1'];
    const [attempts, openings]: string[][] = [[], []];
    for (const [i, address] of addresses.entries()) {
      const attempt = attemptOf(tokens[i]!, { address, phone: phone(`881${i}`) });
      attempts!.push(reasonOf(await limited.start(attempt)));
      openings!.push(reasonOf(await limited.open(openingOf(code!, { address }))));
    }
    assert.deepEqual(attempts, ['started', 'started', 'too_many_prompts', 'started']);
    assert.deepEqual(openings, ['opened', 'opened', 'too_many_sessions', 'opened']);
  });
});
