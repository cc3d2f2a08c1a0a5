import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ApprovalKind, deciders } from '../../../contract/src/approvals.ts';
import { operatorRoles } from '../../../contract/src/route.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { closeWallet } from '../../src/operators/close-wallet.ts';
import { balance, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { importOf } from '../support/openings.ts';
import { actsOn, makeOperator, setByTwo } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';

/** Fees, limits and the end of a freeze for fraud need two operators; a correction passes a freeze. */
let service: TestService;
let shop: TestMerchant;
let maker: TestPerson;
let checker: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  [maker, checker] = [await makeOperator(service, 'admin'), await makeOperator(service, 'admin')];
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const reason = 'as agreed';
const fee = () => ({
  merchant: shop.merchantId,
  livemode: false,
  currency: 'XOF',
  charged_on: 'payment' as const,
  basis_points: 150,
  fixed: 5,
});
const limit = { livemode: false, currency: 'USD', tier: 1, single: 500, day: null, month: 9_000, balance: 0 };
const approve = (who: TestPerson, id: string) => who.call('POST', `/operator/approvals/${id}/approve`);
const feesNow = async () => (await maker.call('GET', `/operator/fees?merchant=${shop.merchantId}`)).body.data;
const limitsNow = async () => (await maker.call('GET', '/operator/limits')).body.data;
const statusOf = async (wallet: string) => (await maker.call('GET', `/operator/wallets/${wallet}`)).body.status;

async function frozen(why: 'fraud' | 'kyc', currency = 'XOF', amount = 0): Promise<string> {
  const { id } = (await shop.call('POST', '/wallets', { currency })).body;
  if (amount > 0) await shop.call('POST', `/test/wallets/${id}/fund`, { amount });
  const answer = await maker.call('POST', `/operator/wallets/${id}/freeze`, { reason: why });
  assert.equal(answer.body.frozen.reason, why, answer.text);
  return id;
}

/** One operator's request, by kind. */
/** `test/rails/` and `test/reconciliation/` cover the kinds about rails, `people.test.ts` those about people. */
type Rule = Exclude<
  ApprovalKind,
  'float' | 'suspense' | 'settlement' | 'reconciliation' | 'person_export' | 'person_erasure'
>;
const requests: Record<Rule, (who: TestPerson) => ReturnType<TestPerson['call']>> = {
  cash_in: async (who) =>
    who.call('POST', '/operator/cash_ins', { wallet: await shop.wallet('XOF'), amount: 1, reason }),
  adjustment: async (who) =>
    who.call('POST', '/operator/adjustments', {
      wallet: await shop.wallet('XOF'),
      amount: 1,
      direction: 'credit',
      reason,
    }),
  operator: (who) =>
    who.call('POST', '/operator/operators', {
      email: `${Math.random()}@pay.example`,
      name: 'A',
      role: 'support',
      reason,
    }),
  fee: (who) => who.call('POST', '/operator/fees', { ...fee(), reason }),
  limit: (who) => who.call('POST', '/operator/limits', { ...limit, reason }),
  unfreeze: async (who) => who.call('POST', `/operator/wallets/${await frozen('fraud')}/unfreeze`, { reason }),
  rail: (who) => {
    const keys = { subscription_key: 'a', api_user: 'b', api_key: 'c' };
    const credentials = { target_environment: 'mtnghana', collection: keys };
    const connection = { provider: 'mtn-momo', country: 'GH', currency: 'GHS', livemode: true, credentials };
    return who.call('POST', '/operator/rail_settings', { slug: `mtn-gh-${++made}`, ...connection, reason });
  },
  opening: async (who) =>
    importOf(who, [{ wallet: await shop.wallet('XOF'), amount: 1, currency: 'XOF', reference: `old-${++made}` }]),
};
let made = 0;

describe('an act that needs two operators', () => {
  for (const kind of Object.keys(requests) as Rule[]) {
    it(`${kind}: is never approved by its requester, nor by a role without the right`, async () => {
      const { body, status } = await requests[kind](maker);
      assert.deepEqual([status, body.kind, body.status], [202, kind, 'pending']);
      assert.deepEqual(refusal(await approve(maker, body.id)), [403, 'forbidden_account_type']);
      for (const role of operatorRoles.filter((one) => !deciders[kind].includes(one)))
        assert.deepEqual(refusal(await approve(await makeOperator(service, role), body.id)), [
          403,
          'forbidden_account_type',
        ]);
      assert.equal((await maker.call('GET', `/operator/approvals/${body.id}`)).body.status, 'pending');
      assert.equal((await approve(await makeOperator(service, deciders[kind][0]!), body.id)).body.status, 'approved');
    });

    it(`${kind}: requires an authenticator of the requester`, async () => {
      const bare = await service.person('operator', { role: 'admin' });
      assert.deepEqual(refusal(await requests[kind](bare)), [422, 'two_factor_required']);
    });
  }
});

describe('a fee', () => {
  it('is set when the second approves, not before, and both are in the audit log', async () => {
    const wanted = { ...fee(), currency: 'KES', basis_points: 90 };
    const { body } = await maker.call('POST', '/operator/fees', { ...wanted, reason });
    assert.deepEqual(body.payload, wanted);
    assert.equal(
      (await feesNow()).find((one: any) => one.currency === 'KES'),
      undefined,
    );
    assert.equal((await approve(checker, body.id)).status, 200);
    assert.equal((await feesNow()).find((one: any) => one.currency === 'KES').basis_points, 90);
    const act = (await actsOn(service, shop.merchantId)).findLast(({ action }) => action === 'fee.set');
    assert.deepEqual([act.actor.id, act.after.approval, act.after.requested_by], [checker.id, body.id, maker.id]);
  });

  it('that is rejected is not set', async () => {
    const { body } = await maker.call('POST', '/operator/fees', { ...fee(), currency: 'GHS', reason });
    const rejected = await checker.call('POST', `/operator/approvals/${body.id}/reject`, { reason: 'too much' });
    assert.equal(rejected.body.status, 'rejected');
    assert.equal(
      (await feesNow()).find((one: any) => one.currency === 'GHS'),
      undefined,
    );
  });
});

describe('a limit', () => {
  it('is set when the second approves, not before', async () => {
    const wanted = { ...limit, currency: 'NGN' };
    const { body } = await maker.call('POST', '/operator/limits', { ...wanted, reason });
    assert.deepEqual([body.livemode, body.payload], [false, wanted]);
    assert.equal(
      (await limitsNow()).find((one: any) => one.currency === 'NGN'),
      undefined,
    );
    assert.equal((await approve(checker, body.id)).status, 200);
    const { object: _, ...now } = (await limitsNow()).find((one: any) => one.currency === 'NGN');
    assert.deepEqual(now, wanted);
  });

  it('is in the audit log with the values before and after, and is refused with every invalid field', async () => {
    const which = { livemode: false, currency: 'HTG', tier: 2 };
    const rest = { day: null, month: null, balance: 0 };
    await setByTwo(service, 'limits', { ...which, ...rest, single: 400 });
    const { id: approval, requested_by } = await setByTwo(service, 'limits', { ...which, ...rest, single: 500 });
    const [act] = (await actsOn(service, 'limit%20test%20HTG%202')).filter(({ before }) => before !== null);
    const after = { ...rest, single: 500, approval, requested_by };
    assert.deepEqual([act.before, act.after], [{ ...rest, single: 400 }, after]);
    const wrong = await maker.call('POST', '/operator/limits', { ...which, ...rest, single: -1, tier: 3, reason });
    assert.deepEqual(
      wrong.body.error.details.map((detail: any) => detail.param),
      ['tier', 'single'],
    );
  });
});

describe('the end of a freeze', () => {
  it('for fraud waits for a second operator, and needs a reason', async () => {
    const wallet = await frozen('fraud');
    const path = `/operator/wallets/${wallet}/unfreeze`;
    const without = await maker.call('POST', path);
    assert.deepEqual([...refusal(without), without.body.error.param], [400, 'validation_failed', 'reason']);
    const requested = await maker.call('POST', path, { reason });
    assert.deepEqual([requested.status, requested.body.payload], [202, { wallet }]);
    assert.equal(await statusOf(wallet), 'frozen');
    assert.equal((await approve(checker, requested.body.id)).status, 200);
    assert.equal(await statusOf(wallet), 'active');
    const act = (await actsOn(service, wallet)).findLast(({ action }) => action === 'wallet.unfrozen');
    assert.deepEqual(
      [act.before.frozen, act.after.approval, act.after.requested_by],
      ['fraud', requested.body.id, maker.id],
    );
  });

  it('for KYC takes one operator, and so does a repetition: the control', async () => {
    const wallet = await frozen('kyc');
    const headers = { 'idempotency-key': `unfreeze-${wallet}` };
    for (let i = 0; i < 2; i++) {
      const answer = await maker.call('POST', `/operator/wallets/${wallet}/unfreeze`, undefined, headers);
      assert.deepEqual([answer.status, answer.body.object, answer.body.status], [200, 'wallet', 'active']);
    }
  });

  it('that was requested has one answer for its key, 202', async () => {
    const wallet = await frozen('fraud');
    const headers = { 'idempotency-key': `unfreeze-${wallet}` };
    const ask = () => maker.call('POST', `/operator/wallets/${wallet}/unfreeze`, { reason }, headers);
    const [one, two] = [await ask(), await ask()];
    assert.deepEqual([two.status, two.text, two.headers.get('idempotent-replayed')], [202, one.text, 'true']);
  });

  it('that is requested while the wallet is being frozen for fraud never slips through', async () => {
    for (let round = 0; round < 10; round++) {
      const wallet = await frozen('kyc');
      const [graver] = await Promise.all([
        maker.call('POST', `/operator/wallets/${wallet}/freeze`, { reason: 'fraud' }),
        checker.call('POST', `/operator/wallets/${wallet}/unfreeze`, { reason }),
      ]);
      assert.equal(graver.status, 200);
      assert.equal(await statusOf(wallet), 'frozen');
    }
  });
});

describe('an adjustment that two operators approved', () => {
  const adjust = async (wallet: string, direction: 'credit' | 'debit', amount: number) => {
    const requested = await maker.call('POST', '/operator/adjustments', { wallet, direction, amount, reason });
    return approve(checker, requested.body.id);
  };

  it('passes a freeze in both directions: stolen money is taken back while the wallets are frozen', async () => {
    for (const why of ['fraud', 'kyc'] as const) {
      const wallet = await frozen(why, 'USD', 900);
      assert.equal((await adjust(wallet, 'debit', 600)).status, 200);
      assert.equal((await adjust(wallet, 'credit', 50)).status, 200);
      assert.deepEqual(await balance(shop, wallet), [350, 0]);
      assert.equal(await statusOf(wallet), 'frozen');
    }
  });

  it('is the only movement that does: cash-ins and transfers wait, the control', async () => {
    const wallet = await frozen('fraud', 'USD', 900);
    const requested = await maker.call('POST', '/operator/cash_ins', { wallet, amount: 5, reason });
    assert.deepEqual(refusal(await approve(checker, requested.body.id)), [409, 'wallet_frozen']);
    const to = await shop.wallet('USD');
    const sent = await shop.call('POST', '/wallets/transfer', { from: wallet, to, amount: 5, currency: 'USD' });
    assert.deepEqual(refusal(sent), [409, 'wallet_frozen']);
  });

  it('does not pass a closed wallet', async () => {
    const { id: wallet } = (await shop.call('POST', '/wallets', { currency: 'TND' })).body;
    const requested = await maker.call('POST', '/operator/adjustments', {
      wallet,
      direction: 'credit',
      amount: 5,
      reason,
    });
    await transaction(service.db, (tx) => closeWallet(tx, { wallet, by: { actor: { type: 'admin', id: 'test' } } }));
    assert.deepEqual(refusal(await approve(checker, requested.body.id)), [409, 'wallet_closed']);
    assert.deepEqual(refusal(await adjust2(wallet)), [409, 'wallet_closed']);
  });
  const adjust2 = (wallet: string) =>
    maker.call('POST', '/operator/adjustments', { wallet, direction: 'debit', amount: 5, reason });
});
