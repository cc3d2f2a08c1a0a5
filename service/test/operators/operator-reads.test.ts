import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { verifyAudit } from '../../src/audit/verify.ts';
import { walkAudit } from '../../src/audit/walk.ts';
import { singleFlight } from '../../src/db/single-flight.ts';
import { watchRails } from '../../src/rails/calls.ts';
import { readRails } from '../../src/rails/health.ts';
import { fixedRails, type PayOutAnswer, type Rail } from '../../src/rails/rail.ts';
import { openPayment, paidPayment, payment, phone, refundWith, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { submitted } from '../support/kyc-flows.ts';
import { makeOperator, setByTwo } from '../support/operators.ts';
import { newWallet, paidOut } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';

let service: TestService;
let shop: TestMerchant;
let admin: TestPerson;
let finance: TestPerson;
let wallet: string;
before(async () => {
  service = await startTestService({ RATE_LIMIT: 'off' });
  shop = await service.merchant('Marché 100%');
  wallet = await shop.wallet('XOF', 100_000n);
  admin = await makeOperator(service, 'admin');
  finance = await makeOperator(service, 'finance');
  await setByTwo(service, 'fees', {
    merchant: shop.merchantId,
    livemode: false,
    currency: 'XOF',
    basis_points: 150,
    fixed: 0,
  });
});
after(() => service.stop());

const read = async (path: string, who = admin) => {
  const answer = await who.call('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
/** As a superuser without restrictions. */
async function asOwner(...statements: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: service.url });
  await owner.connect();
  try {
    for (const statement of statements) await owner.query(statement);
  } finally {
    await owner.end();
  }
}

describe('names', () => {
  it('stand for ids, and those of people are in the audit log', async () => {
    const customer = await service.person('customer');
    const [own] = (await read(`/operator/wallets?owner=${customer.id}`)).data;
    const ids = [shop.merchantId, wallet, own.id, customer.id, admin.id, shop.integrationId];
    const { data } = await read(`/operator/names?ids=${ids.join(',')},mer_01kf0q1x5hf2br8m0tq6wz3cye`);
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      ids,
      'an unknown id is left out',
    );
    const named = new Map<string, any>(data.map((one: { id: string }) => [one.id, one]));
    assert.equal(named.get(shop.merchantId).name, 'Marché 100%');
    const { owner } = named.get(wallet).wallet;
    assert.deepEqual(owner, { type: 'merchant', id: shop.merchantId, name: 'Marché 100%' });
    assert.equal(named.get(own.id).wallet.owner.name, named.get(customer.id).name);
    const [act] = (await read(`/operator/audit?action=account.named&actor=${admin.id}`)).data;
    assert.deepEqual(act.after, { accounts: [customer.id] });
    // Names of merchants and staff are no personal data of customers.
    await read(`/operator/names?ids=${shop.merchantId},${admin.id}`);
    assert.equal((await read(`/operator/audit?action=account.named&actor=${admin.id}`)).data.length, 1);
    for (const wrong of ['', 'pay_01kf0q1x5hf2br8m0tq6wz3cye', 'mer_1', `${shop.merchantId},`])
      assert.deepEqual(refusal(await admin.call('GET', `/operator/names?ids=${wrong}`)), [400, 'validation_failed']);
  });
});

describe('the counts of what waits', () => {
  it('are of what the operator may decide', async () => {
    const before = await read('/operator/waiting');
    const customer = await service.person('customer');
    await submitted(customer);
    const asked = { wallet, direction: 'credit', amount: 7, reason: 'lost' };
    const { id } = (await finance.call('POST', '/operator/adjustments', asked)).body;
    const now = await read('/operator/waiting');
    assert.deepEqual([now.kyc, now.approvals, now.cases], [before.kyc + 1, before.approvals + 1, before.cases]);
    // The one who asked cannot decide. Finance has no part in identity checks, and support in nothing.
    const own = await read('/operator/waiting', finance);
    assert.deepEqual([own.kyc, own.approvals], [null, before.approvals]);
    const support = await read('/operator/waiting', await makeOperator(service, 'support'));
    assert.deepEqual([support.kyc, support.approvals, support.cases], [null, null, null]);
    await admin.call('POST', `/operator/approvals/${id}/reject`, { reason: 'found' });
    assert.equal((await read('/operator/waiting')).approvals, before.approvals);
  });
});

describe('the trial balance', () => {
  it('balances in every currency and mode, and states the difference', async () => {
    await paidPayment(shop);
    await shop.wallet('USD', 700n);
    const { balanced, ledgers } = await read('/operator/ledger/trial_balance');
    assert.equal(balanced, true);
    const usd = ledgers.find((ledger: any) => ledger.currency === 'USD' && !ledger.livemode);
    assert.deepEqual([usd.debits, usd.credits, usd.balanced], [700, 700, true]);
    const xof = ledgers.find((ledger: any) => ledger.currency === 'XOF');
    assert.equal(xof.debits, xof.credits);
  });

  it('control: one unit from nowhere shows', async () => {
    await asOwner(`UPDATE balances SET posted = posted + 1 WHERE wallet_id = '${wallet}'`);
    const { balanced, ledgers } = await read('/operator/ledger/trial_balance', finance);
    const wrong = ledgers.filter((ledger: any) => !ledger.balanced);
    assert.deepEqual([balanced, wrong.length, wrong[0].credits - wrong[0].debits], [false, 1, 1]);
    await asOwner(`UPDATE balances SET posted = posted - 1 WHERE wallet_id = '${wallet}'`);
  });

  it('is computed once for any number of concurrent requests', async () => {
    let runs = 0;
    const compute = singleFlight(async () => ++runs);
    assert.deepEqual(await Promise.all([compute(), compute(), compute()]), [1, 1, 1]);
    assert.equal(await compute(), 2);
  });
});

it('system wallets are listed with their roles, and their statements can be read', async () => {
  const { data } = await read('/operator/ledger/wallets?currency=XOF&mode=test');
  const roles = data.map(({ role }: any) => role);
  for (const role of ['clearing:sandbox', 'fees', 'funding']) assert.ok(roles.includes(role), role);
  const clearing = data.find(({ role }: any) => role === 'clearing:sandbox');
  assert.ok(clearing.balance < 0);
  const entries = await read(`/operator/wallets/${clearing.id}/entries`);
  assert.equal(entries.data[0].balance_after, clearing.balance);
  assert.deepEqual((await read('/operator/ledger/wallets?mode=live')).data, []);
});

describe('the history of a posting', () => {
  const storyOf = async (source: string, kind: string) => {
    const { data } = await read(`/operator/wallets/${wallet}/entries?limit=100`);
    const entry = data.find((one: any) => one.source === source && one.kind === kind);
    assert.ok(entry, `${source} ${kind}`);
    const story = await read(`/operator/postings/${entry.id}`, finance);
    assert.equal([story.debit, story.credit].find((side) => side.wallet === wallet).balance_after, entry.balance_after);
    return story;
  };
  const typesOf = ({ events }: any) => events.map(({ type }: any) => type);

  it('names both wallets, the payment that caused it, its fee and its event', async () => {
    const paid = await paidPayment(shop, { reference: 'order-7' });
    const story = await storyOf(paid.id, 'payment');
    assert.deepEqual([story.debit.owner.id, story.credit.owner.id], ['clearing:sandbox', shop.merchantId]);
    const { object, id, status, reference, merchant, integration } = story.cause;
    assert.deepEqual(
      [object, id, status, reference, merchant],
      ['payment', paid.id, 'succeeded', 'order-7', shop.merchantId],
    );
    assert.match(integration, /^int_/);
    assert.equal(typesOf(story).at(-1), 'payment.succeeded');
    const [fee] = story.related;
    const ofFee = await read(`/operator/postings/${fee}`);
    assert.deepEqual([ofFee.kind, ofFee.credit.owner.id, ofFee.related], ['fee', 'fees', [story.id]]);
  });

  it('covers refunds, transfers, payout items, cash-ins, adjustments and test money', async () => {
    const paid = await paidPayment(shop);
    const { id } = (await shop.call('POST', '/refunds', { payment: paid.id, amount: 10 })).body;
    await refundWith(shop, id, 'succeeded');
    const refund = await storyOf(id, 'refund');
    assert.deepEqual([refund.cause.object, refund.cause.payment], ['refund', paid.id]);
    assert.equal(typesOf(refund).at(-1), 'refund.succeeded');

    const to = await newWallet(shop);
    const transfer = (await shop.call('POST', '/wallets/transfer', { from: wallet, to, amount: 5, currency: 'XOF' }))
      .body;
    assert.equal((await storyOf(transfer.id, 'transfer')).cause.status, 'succeeded');

    const payout = await paidOut(shop, [{ recipient: to, amount: 7, reference: 'emp-1' }]);
    const [item] = (await shop.call('GET', `/payouts/${payout.id}/items`)).body.data;
    const { cause, events } = await storyOf(item.id, 'payout');
    assert.deepEqual([cause.object, cause.payout, cause.reference], ['payout_item', payout.id, 'emp-1']);
    assert.deepEqual(typesOf({ events }), ['payout.completed']);

    for (const [path, more] of [
      ['cash_ins', {}],
      ['adjustments', { direction: 'debit' }],
    ] as const) {
      const requested = await finance.call('POST', `/operator/${path}`, {
        wallet,
        amount: 3,
        reason: 'a slip',
        ...more,
      });
      await admin.call('POST', `/operator/approvals/${requested.body.id}/approve`);
      const story = await storyOf(requested.body.id, path === 'cash_ins' ? 'funding' : 'adjustment');
      const { object, requested_by, decided_by } = story.cause;
      assert.deepEqual([object, requested_by, decided_by], ['approval', finance.id, admin.id]);
    }
    const { data } = await read(`/operator/wallets/${wallet}/entries?order=asc&limit=1`);
    assert.equal((await read(`/operator/postings/${data[0].id}`)).cause.object, 'request');
  });

  it('covers a transfer by a customer', async () => {
    const customer = await service.person('customer');
    const from = (await customer.call('GET', '/wallets/me')).body.id;
    await shop.call('POST', '/wallets/transfer', { from: wallet, to: from, amount: 50, currency: 'XOF' });
    const sent = { to: wallet, amount: 20, currency: 'XOF' };
    const { body } = await customer.call('POST', '/wallets/transfer', sent);
    const { cause, debit } = await storyOf(body.id, 'transfer');
    assert.deepEqual([cause.id, cause.integration, debit.owner.id], [body.id, null, customer.id]);
  });

  it('is 404 for an id that was made up', async () => {
    const { data } = await read(`/operator/wallets/${wallet}/entries?limit=1`);
    const wrong = `${data[0].id.slice(0, -1)}${data[0].id.endsWith('0') ? '1' : '0'}`;
    assert.deepEqual(refusal(await admin.call('GET', `/operator/postings/${wrong}`)), [404, 'not_found']);
  });
});

describe('the health of rails', () => {
  it('counts requests and answers, and waiting items', async () => {
    await openPayment(shop, { customer: phone('0001') });
    const rail = await until(async () => {
      const found = (await read('/operator/rails')).data.find(({ name }: any) => name === 'sandbox');
      return found.last_day.declined > 0 && found;
    });
    assert.ok(rail.last_day.attempts > rail.last_day.declined && rail.last_success_at);
    assert.deepEqual([rail.last_day.failures, rail.last_failure_at], [0, null]);
    assert.deepEqual(rail.last_hour, rail.last_day);
    await paidOut(shop, [{ recipient: await newWallet(shop), amount: 1 }]);
    await shop.call('POST', '/payouts', { currency: 'XOF', items: [{ recipient: phone('0008'), amount: 1 }] });
    const waiting = await until(async () => {
      const { data } = await read('/operator/rails');
      const [sandbox] = data.filter(({ name }: any) => name === 'sandbox');
      return sandbox.waiting.payout_items === 1 && sandbox.waiting;
    });
    assert.ok(waiting.oldest_at);
  });

  it('shows a rail that throws, and passes the error on', async () => {
    const dead = { name: 'dead', check: async () => Promise.reject(new Error('timeout')) } as unknown as Rail;
    const rails = fixedRails({ dead });
    const monitored = watchRails(service.db, rails, assert.ifError);
    for (let i = 0; i < 3; i++) await assert.rejects(monitored.rails.get('dead')!.check!({} as never), /timeout/);
    await monitored.stop();
    const [health] = (await readRails(service.db, rails)).map((text) => JSON.parse(text));
    assert.deepEqual(health.last_hour, { attempts: 3, failures: 3, declined: 0 });
    assert.deepEqual([health.last_success_at, Boolean(health.last_failure_at)], [null, true]);
  });

  it('counts the items of a call for many, the call once, and nothing that the provider was not asked', async () => {
    const unasked = { state: 'not_taken', unasked: true } as const;
    const away = { state: 'not_taken' } as const;
    const answers: PayOutAnswer[][] = [
      [{ state: 'pending' }, away, unasked],
      [away, away],
      [unasked, unasked],
    ];
    const many = {
      name: 'many',
      payOut: async () => unasked,
      payOutMany: async () => answers.shift() ?? assert.fail('away'),
    } as unknown as Rail;
    const rails = fixedRails({ many });
    const heard: string[] = [];
    const onCall = (_rail: string, operation: string, outcome: string) => void heard.push(`${operation} ${outcome}`);
    const monitored = watchRails(service.db, rails, assert.ifError, { onCall });
    const { payOut, payOutMany } = monitored.rails.get('many')!;
    await payOut!({} as never);
    for (let left = answers.length; left > 0; left--) await payOutMany!([]);
    await assert.rejects(payOutMany!([{}, {}] as never), /away/);
    await monitored.stop();
    assert.deepEqual(heard, ['pay_out answered', 'pay_out failed', 'pay_out failed']);
    const [health] = (await readRails(service.db, rails)).map((text) => JSON.parse(text));
    assert.deepEqual(health.last_hour, { attempts: 6, failures: 5, declined: 0 });
  });

  it('shows the items of a rail that no longer exists: they wait', async () => {
    const { id } = await openPayment(shop, { customer: phone('0008') });
    const waiting = () =>
      read('/operator/rails').then(({ data }) => data.find(({ name }: any) => name === 'gone')?.waiting.payments);
    await payment(shop, id, 'processing');
    assert.equal(await waiting(), undefined);
    await asOwner(`UPDATE payments SET rail = 'gone' WHERE id = '${id}'`);
    assert.equal(await until(waiting), 1);
  });
});

it('the backlog of webhooks is shown by integration: due, held, dead, and failing endpoints', async () => {
  const other = await service.merchant();
  const { id } = (await other.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body;
  await other.wallet('XOF', 100n);
  const to = await newWallet(other);
  await other.call('POST', '/wallets/transfer', { to, amount: 1, currency: 'XOF' });
  const mine = async () => {
    const all = await read('/operator/webhooks/backlog', finance);
    const found = all.integrations.find(({ merchant }: any) => merchant === other.merchantId);
    assert.ok(!found || all.waiting + all.due >= found.waiting + found.due);
    return found;
  };
  await until(async () => (await mine())?.waiting > 0 && (await mine()).failing_endpoints === 1);
  await asOwner(
    `UPDATE deliveries_open SET next_attempt_at = now() - interval '1 s', leased_until = now() + interval '30 s' WHERE endpoint_id = '${id}'`,
  );
  await until(async () => (await mine()).due > 0 || (await mine()).waiting > 0);
  await other.call('PATCH', `/webhooks/${id}`, { status: 'disabled' });
  await until(async () => (await mine()).disabled_endpoints === 1);
  assert.ok((await mine()).held > 0);
  // A delivery that was being written while the endpoint was disabled.
  await asOwner(
    `UPDATE deliveries_open SET status = 'pending', next_attempt_at = now() - interval '1 h' WHERE endpoint_id = '${id}'`,
  );
  const { due, oldest_due_at, held } = await mine();
  assert.deepEqual([due, oldest_due_at, held > 0], [0, null, true]);
  await other.call('DELETE', `/webhooks/${id}`);
  assert.equal(await mine(), undefined, 'deliveries of a deleted endpoint cannot be sent');
});

describe('the chain of the audit log', () => {
  it('is verified in portions, and its state is shown', async () => {
    await until(async () => (await walkAudit(service.db)) !== null);
    const verdict = await verifyAudit(service.db);
    assert.ok(verdict.whole);
    const state = await read('/operator/audit/chain');
    assert.deepEqual([state.whole, state.first_break], [true, null]);
    assert.ok(state.length >= state.verified.to && state.verified.to > 0 && state.head.startsWith(`${state.length}:`));
    const support = await makeOperator(service, 'support');
    assert.deepEqual(refusal(await support.call('GET', '/operator/audit/chain')), [403, 'forbidden_account_type']);
  });

  it('shows where it breaks, and a tail that was cut since the last verification', async () => {
    const triggers = (what: string) => `ALTER TABLE audit_log ${what} TRIGGER USER`;
    await asOwner(
      triggers('DISABLE'),
      'CREATE TABLE kept AS TABLE audit_log',
      `UPDATE audit_log SET reason = 'x' WHERE seq = 2`,
    );
    await walkAudit(service.db);
    const broken = await read('/operator/audit/chain');
    assert.deepEqual([broken.whole, broken.first_break.seq, broken.first_break.fault], [false, 2, 'it was changed']);
    const restore = ['TRUNCATE audit_log', 'INSERT INTO audit_log SELECT * FROM kept'];
    await asOwner(...restore, 'DELETE FROM audit_log WHERE seq > 3');
    await walkAudit(service.db);
    assert.match((await read('/operator/audit/chain')).first_break.fault, /cut/);
    await asOwner(...restore, triggers('ENABLE'));
    await walkAudit(service.db);
    assert.equal((await read('/operator/audit/chain')).whole, true);
  });
});

describe('search', () => {
  it('finds merchants and people by id, phone, e-mail address and the beginnings of their names', async () => {
    const merchant = await service.person('merchant', { merchantId: shop.merchantId });
    const customer = await service.person('customer');
    await asOwner(`UPDATE users SET name = 'Awa 50% Diop' WHERE id = '${customer.id}'`);
    const merchants = async (text: string) =>
      (await read(`/operator/merchants?search=${encodeURIComponent(text)}`)).data.map(({ id }: any) => id);
    for (const text of [shop.merchantId, merchant.identifier, 'marché 100%'])
      assert.deepEqual(await merchants(text), [shop.merchantId], text);
    assert.deepEqual(await merchants('marché 2'), []);
    const accounts = async (text: string) =>
      (await read(`/operator/accounts?search=${encodeURIComponent(text)}`)).data.map(({ id }: any) => id);
    for (const text of [customer.id, customer.identifier, 'AWA 50%'])
      assert.deepEqual(await accounts(text), [customer.id], text);
    assert.deepEqual(await accounts(admin.identifier), [admin.id]);
    assert.deepEqual(await accounts('%%'), []);
    const both = await admin.call('GET', '/operator/accounts?search=awa&phone=%2B22177100');
    assert.deepEqual(refusal(both), [400, 'validation_failed']);
  });

  it('lists the wallets of any owner', async () => {
    const { data } = await read(`/operator/wallets?owner=${shop.merchantId}&currency=USD&mode=test`);
    assert.deepEqual([data.length, data[0].currency], [1, 'USD']);
    const none = await admin.call('GET', '/operator/wallets');
    assert.deepEqual(refusal(none), [400, 'validation_failed']);
  });
});
