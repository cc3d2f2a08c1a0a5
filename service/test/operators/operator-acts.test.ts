import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyAudit } from '../../src/audit/verify.ts';
import { eventsOf, paidPayment, phone, refusal, takenPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { actsOn, makeOperator, setByTwo } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
let shop: TestMerchant;
let support: TestPerson;
let compliance: TestPerson;
let admin: TestPerson;
before(async () => {
  service = await startTestService();
  node = await startTestService({}, service);
  shop = await service.merchant();
  const roles = ['support', 'compliance', 'admin'] as const;
  [support, compliance, admin] = (await Promise.all(roles.map((role) => service.person('operator', { role })))) as [
    TestPerson,
    TestPerson,
    TestPerson,
    TestPerson,
  ];
});
after(async () => {
  assert.ok((await verifyAudit(service.db)).whole);
  await node.stop();
  await service.stop();
});

const password = 'a good password';
const logIn = (phone: string, given = password) =>
  service.request('POST', '/api/v1/auth/login', { body: { phone, password: given } });
/** Ends a freeze for fraud: one operator requests it, another approves. */
async function unfreeze(wallet: string): Promise<void> {
  const [maker, checker] = [await makeOperator(service, 'compliance'), await makeOperator(service, 'compliance')];
  const requested = await maker.call('POST', `/operator/wallets/${wallet}/unfreeze`, { reason: 'cleared' });
  assert.equal(requested.status, 202, requested.text);
  assert.equal((await checker.call('POST', `/operator/approvals/${requested.body.id}/approve`)).status, 200);
}
const me = (key: string, at = service) => at.request('GET', '/api/v1/me', { key });
/** Less than the time for which a node trusts a session without a lookup: only a notification can be this quick. */
const NOTIFIED_S = 5;

describe('an account', () => {
  it('is found by phone, by e-mail address, by type and by id', async () => {
    const awa = await service.person('customer', { identifier: '+221771234567' });
    const dev = await service.person('developer', { identifier: 'dev@shop.example' });
    const find = async (query: string) =>
      (await support.call('GET', `/operator/accounts?${query}`)).body.data.map((one: any) => one.id);
    assert.deepEqual(await find(`phone=${encodeURIComponent('+221 77 123 45 67')}`), [awa.id]);
    assert.deepEqual(await find('email=Dev@Shop.example'), [dev.id]);
    assert.deepEqual(await find('email=dev@shop.example&type=operator'), []);
    assert.ok((await find('type=operator')).includes(admin.id));
    assert.ok((await find('')).includes(awa.id) && !(await find('')).includes(dev.id));
    const { body } = await support.call('GET', `/operator/accounts/${awa.id}`);
    assert.deepEqual([body.phone, body.email, body.suspended, body.role], ['+221771234567', null, null, null]);
    for (const query of ['phone=12345', `phone=%2B221771234567&email=a@b.example`])
      assert.deepEqual(refusal(await support.call('GET', `/operator/accounts?${query}`)), [400, 'validation_failed']);
  });

  it('that is suspended loses access on every node at once, cannot log in, and is restored', async () => {
    for (let round = 0; round < 5; round++) {
      const ali = await service.person('customer', { password });
      assert.deepEqual([(await me(ali.token)).status, (await me(ali.token, node)).status], [200, 200]);
      const { body } = await compliance.call('POST', `/operator/accounts/${ali.id}/suspend`, { reason: 'stolen' });
      assert.equal(body.suspended.reason, 'stolen');
      for (const at of [service, node]) await until(async () => (await me(ali.token, at)).status !== 200, NOTIFIED_S);
      assert.deepEqual(refusal(await logIn(ali.identifier)), [403, 'account_suspended']);
      const renewed = await service.request('POST', '/api/v1/auth/refresh', {
        body: { refresh_token: ali.refreshToken },
      });
      assert.ok([401, 403].includes(renewed.status), renewed.text);
      await compliance.call('POST', `/operator/accounts/${ali.id}/suspend`, { reason: 'again' });
      const back = await compliance.call('POST', `/operator/accounts/${ali.id}/unsuspend`);
      assert.equal(back.body.suspended, null);
      assert.equal((await me(ali.token)).status, 401, 'ended sessions stay ended');
      assert.equal((await logIn(ali.identifier)).status, 200);
      assert.deepEqual(
        (await actsOn(service, ali.id)).map(({ action, actor, reason }) => [action, actor.id, reason]),
        [
          ['account.suspended', compliance.id, 'stolen'],
          ['account.unsuspended', compliance.id, null],
        ],
      );
    }
  });

  it('of an operator can be changed by an admin only, and never by themselves', async () => {
    const other = await service.person('operator', { role: 'support' });
    const suspend = (who: TestPerson, id: string) =>
      who.call('POST', `/operator/accounts/${id}/suspend`, { reason: 'left' });
    assert.deepEqual(refusal(await suspend(compliance, other.id)), [403, 'forbidden_account_type']);
    assert.deepEqual(refusal(await suspend(admin, admin.id)), [403, 'forbidden_account_type']);
    const unblock = await support.call('POST', `/operator/accounts/${admin.id}/unblock`);
    assert.deepEqual(refusal(unblock), [403, 'forbidden_account_type']);
    assert.equal((await suspend(admin, other.id)).status, 200);
    await until(async () => (await me(other.token)).status !== 200, NOTIFIED_S);
    assert.deepEqual(await actsOn(service, admin.id), []);
  });

  it('that guessed too often need not wait once it is unblocked', async () => {
    const ali = await service.person('customer', { password });
    await service.db.pool.query('UPDATE accounts SET code_failures = 20, code_failed_at = now() WHERE id = $1', [
      ali.id,
    ]);
    for (let i = 0; i < 5; i++) await logIn(ali.identifier, 'a wrong password');
    assert.deepEqual(refusal(await logIn(ali.identifier)), [429, 'too_many_attempts']);
    const { body } = await support.call('POST', `/operator/accounts/${ali.id}/unblock`);
    assert.equal(body.code_failures, 0);
    assert.equal((await logIn(ali.identifier)).status, 200);
    const [act] = await actsOn(service, ali.id);
    assert.deepEqual([act.action, act.before], ['account.unblocked', { code_failures: 20 }]);
  });
});

describe('a wallet', () => {
  it('of a customer is frozen, and merchants who took a payment from them learn it, without its balance', async () => {
    const awa = await service.person('customer', { currencies: ['XOF'] });
    await takenPayment(shop, { customer: awa.identifier });
    await shop.wallet('USD', 70n);
    const label = 'For the roof';
    const opened = await awa.call('POST', '/wallets', { currency: 'USD', label, metadata: { roof: 'tin' } });
    const wallet = opened.body.id;
    await shop.call('POST', '/wallets/transfer', { to: wallet, amount: 70, currency: 'USD' });
    const { body } = await compliance.call('POST', `/operator/wallets/${wallet}/freeze`, { reason: 'fraud' });
    assert.deepEqual([body.status, body.balance.total, body.label], ['frozen', 70, label]);
    await unfreeze(wallet);
    const sent = (await eventsOf(shop, wallet)).filter(({ type }) => type.startsWith('wallet.'));
    assert.deepEqual(
      sent.map(({ type, data }) => [type, data.object.status, data.object.owner.id]),
      [
        ['wallet.frozen', 'frozen', awa.id],
        ['wallet.unfrozen', 'active', awa.id],
      ],
    );
    for (const { data } of sent) {
      const { balance, label, metadata } = data.object;
      assert.deepEqual({ balance, label, metadata }, { balance: null, label: null, metadata: {} });
    }
  });

  it('is frozen and unfrozen, with its events and audit entries, each change once', async () => {
    await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
    const wallet = await shop.wallet('XOF', 10n);
    const freeze = (reason: string) => compliance.call('POST', `/operator/wallets/${wallet}/freeze`, { reason });
    const { frozen } = (await freeze('kyc')).body;
    assert.equal(frozen.reason, 'kyc');
    const graver = (await freeze('fraud')).body;
    assert.equal(graver.frozen.reason, 'fraud');
    assert.deepEqual((await freeze('kyc')).body, graver, 'verifying the customer does not unfreeze the wallet');
    const transfer = await shop.call('POST', '/wallets/transfer', { to: wallet, amount: 1, currency: 'XOF' });
    assert.ok([409, 422].includes(transfer.status));
    assert.equal((await support.call('GET', `/operator/wallets/${wallet}`)).body.status, 'frozen');
    await unfreeze(wallet);
    const thawed = await support.call('GET', `/operator/wallets/${wallet}`);
    assert.deepEqual([thawed.body.status, thawed.body.frozen], ['active', null]);
    const events = await eventsOf(shop, wallet);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['wallet.frozen', 'wallet.frozen', 'wallet.unfrozen'],
    );
    assert.deepEqual(events[1].data.previous_attributes, { frozen });
    assert.deepEqual(
      (await actsOn(service, wallet)).map(({ action, before, after }) => [action, before?.frozen, after?.frozen]),
      [
        ['wallet.frozen', null, 'kyc'],
        ['wallet.frozen', 'kyc', 'fraud'],
        ['wallet.read', undefined, undefined],
        ['wallet.unfrozen', 'fraud', null],
        ['wallet.read', undefined, undefined],
      ],
    );
  });

  it('is frozen once by concurrent operators', async () => {
    const wallet = await shop.wallet('HTG');
    const freeze = (at: TestService) =>
      at.request('POST', `/api/v1/operator/wallets/${wallet}/freeze`, {
        key: compliance.token,
        body: { reason: 'kyc' },
      });
    const answers = await Promise.all([service, node, service, node].map(freeze));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal((await actsOn(service, wallet)).length, 1);
  });
});

describe('a fee', () => {
  const fee = () => ({
    merchant: shop.merchantId,
    livemode: false,
    currency: 'KES',
    charged_on: 'payment',
    basis_points: 150,
    fixed: 5,
  });

  const shown = (of: ReturnType<typeof fee>) => {
    const { basis_points, fixed } = of;
    const tiers = [{ from: 1, basis_points, fixed, minimum: null, maximum: null }];
    return { object: 'fee', ...of, rail: null, tiers, tax_basis_points: 0, fee_on_refund: 'kept', next: null };
  };

  it('is set, read, and recorded with its previous value', async () => {
    await setByTwo(service, 'fees', fee());
    await setByTwo(service, 'fees', { ...fee(), basis_points: 0, fixed: 999_999_999_999 });
    const { charged_on: _, ...onPayouts } = fee();
    await setByTwo(service, 'fees', { ...onPayouts, charged_on: 'payout', basis_points: 7 });
    const { body } = await support.call('GET', `/operator/fees?merchant=${shop.merchantId}`);
    assert.deepEqual(body.data, [
      shown({ ...fee(), basis_points: 0, fixed: 999_999_999_999 }),
      shown({ ...fee(), charged_on: 'payout', basis_points: 7 }),
    ]);
    const acts = await actsOn(service, shop.merchantId);
    assert.deepEqual(
      acts.map(({ before, after }) => [before?.basis_points ?? null, after.basis_points]),
      [
        [null, 150],
        [150, 0],
        [null, 7],
      ],
    );
  });

  it('is shown to its payer, in its mode alone, and applies to payments and items from then on', async () => {
    const [payer, stranger] = [await service.merchant(), await service.merchant()];
    assert.deepEqual((await payer.call('GET', '/fees')).body.data, []);
    const rates = [
      { charged_on: 'payment', basis_points: 125, fixed: 3 },
      { charged_on: 'payout', basis_points: 50, fixed: 7 },
    ].map((rate) => ({ merchant: payer.merchantId, livemode: false, currency: 'XOF', ...rate }));
    for (const rate of [...rates, { ...rates[0]!, livemode: true, fixed: 9 }]) await setByTwo(service, 'fees', rate);
    const { body } = await payer.call('GET', '/fees');
    assert.deepEqual([body.data, body.has_more], [rates.map((rate) => shown(rate as ReturnType<typeof fee>)), false]);
    assert.deepEqual((await stranger.call('GET', '/fees')).body.data, []);
    const { fee: taken } = await paidPayment(payer, { amount: 1_000 });
    assert.equal(taken, 16, '12.5 and 3');
    const sent = { currency: 'XOF', items: [{ recipient: phone('1234'), amount: 500 }] };
    const { id } = (await payer.call('POST', '/payouts', sent)).body;
    const paid = await until(async () => {
      const { status, totals } = (await payer.call('GET', `/payouts/${id}`)).body;
      return status === 'completed' && totals;
    });
    assert.equal(paid.fee, 10, '2.5 and 7');
  });

  it('of an unknown merchant is 404', async () => {
    const merchant = `mer_${'0'.repeat(26)}`;
    const maker = await makeOperator(service, 'finance');
    const requested = await maker.call('POST', '/operator/fees', { ...fee(), merchant, reason: 'as agreed' });
    assert.deepEqual(refusal(requested), [404, 'not_found']);
  });
});

describe('the audit log', () => {
  it('is read by page, by record, by actor and by action', async () => {
    const read = async (query: string) => (await compliance.call('GET', `/operator/audit?${query}`)).body;
    const first = await read('limit=2');
    assert.equal(first.has_more, true);
    const next = await read(`limit=2&starting_after=${first.data[1].id}`);
    const places = [...first.data, ...next.data].map(({ id }) => Number(id.slice(4)));
    assert.deepEqual(
      places,
      [0, 1, 2, 3].map((i) => places[0]! - i),
    );
    const back = await read(`limit=2&ending_before=${next.data[0].id}`);
    assert.deepEqual(back.data, first.data);
    const frozen = await read(`action=wallet.frozen&actor=${compliance.id}`);
    assert.ok(frozen.data.length > 0 && frozen.data.every((one: any) => one.action === 'wallet.frozen'));
    assert.deepEqual((await read(`actor=${support.id}&action=wallet.frozen`)).data, []);
  });
});
