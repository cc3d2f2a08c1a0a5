import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CaseDraft, openCases } from '../../src/cases/open-cases.ts';
import { openUnknown } from '../../src/cases/open-unknown.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import { settlePortion } from '../../src/payouts/settle-portion.ts';
import { balance, eventsOf, openPayment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { actsOn, makeOperator, setByTwo } from '../support/operators.ts';
import { itemsOf, openPayout } from '../support/payout-flows.ts';
import type { TestPerson } from '../support/person.ts';

/** Has no workers: records stay as they are. */
let service: TestService;
let shop: TestMerchant;
let wallet: string;
let [maker, checker]: TestPerson[] = [];
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  wallet = await shop.wallet('XOF', 100_000n);
  [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  const fee = { merchant: shop.merchantId, livemode: false, currency: 'XOF', charged_on: 'payment' };
  await setByTwo(service, 'fees', { ...fee, basis_points: 0, fixed: 20 });
});
after(async () => {
  assert.deepEqual(await checkLedger(service.db), []);
  await service.stop();
});

const rail = 'mtn-ug';
const reason = 'as in the portal';
const DAY = 86_400_000;
const query = (text: string, ...values: unknown[]) => service.db.query<any>({ name: text, text }, values);
const read = async (id: string) => (await shop.call('GET', `/payments/${id}`)).body;
const available = async () => (await balance(shop, wallet))[0];

async function sentPayment(fields: object = {}): Promise<string> {
  const { id } = await openPayment(shop, { customer: phone('0008'), amount: 700, ...fields });
  const text = `
    UPDATE payments SET rail = $2, status = 'processing', sent_at = now(), due_at = now() + interval '1 hour'
    WHERE id = $1`;
  await query(text, id, rail);
  return id;
}

/** The case of a payment of 700 for which the provider received 500. */
async function wrongAmount(record: string, more: Partial<CaseDraft> = {}): Promise<string> {
  const facts = { wanted: '700', wanted_currency: 'XOF', payer: null };
  const money = { amount: 500n, currency: 'XOF', world: shop.world, livemode: false };
  const [opened] = await openCases(service.db, [{ kind: 'wrong_amount', rail, record, ...money, facts, ...more }]);
  return opened!.id;
}

const settle = (id: string, body: object, who = maker!) =>
  who.call('POST', `/operator/cases/${id}/settle`, { reason, ...body });
const approve = (id: string, who = checker!) => who.call('POST', `/operator/approvals/${id}/approve`);
let receipts = 0;
const paid = (amount?: 'asked' | 'reported') => ({
  outcome: 'succeeded',
  provider_reference: `RCT${++receipts}`,
  ...(amount ? { amount } : {}),
});

describe('a payment with a wrong amount', () => {
  it('stays open until a second operator approves, then has the amount that arrived', async () => {
    const [id, had] = [await sentPayment(), await available()];
    const found = await wrongAmount(id);
    const detail = (await maker!.call('GET', `/operator/cases/${found}`)).body;
    assert.deepEqual(detail.actions, ['comment', 'assign', 'ask_again', 'settle', 'close']);

    const body = paid('reported');
    const asked = await settle(found, body);
    assert.deepEqual([asked.status, asked.body.kind, asked.body.status], [202, 'settlement', 'pending'], asked.text);
    const money = { outcome: 'succeeded', amount: 500, currency: 'XOF' };
    const payload = { case: found, rail, record: id, ...money, provider_reference: body.provider_reference };
    assert.deepEqual(asked.body.payload, payload);
    assert.deepEqual(refusal(await approve(asked.body.id, maker)), [403, 'forbidden_account_type']);
    const support = await makeOperator(service, 'support');
    assert.deepEqual(refusal(await approve(asked.body.id, support)), [403, 'forbidden_account_type']);
    const bare = await service.person('operator', { role: 'finance' });
    assert.deepEqual(refusal(await approve(asked.body.id, bare)), [422, 'two_factor_required']);
    assert.deepEqual([(await read(id)).status, await available()], ['processing', had]);

    const answers = await Promise.all([approve(asked.body.id), approve(asked.body.id)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const { status, amount, fee, net, rail_reference } = await read(id);
    assert.deepEqual([status, amount, fee, net, rail_reference], ['succeeded', 500, 20, 480, body.provider_reference]);
    assert.equal(await available(), had + 480);
    assert.deepEqual(
      (await eventsOf(shop, id)).map(({ type, data }) => [type, data.object.amount]),
      [['payment.succeeded', 500]],
    );
    const closed = (await maker!.call('GET', `/operator/cases/${found}`)).body;
    assert.deepEqual(
      [closed.status, closed.closed_by, closed.resolution],
      ['closed', checker!.id, 'Settled by hand: succeeded.'],
    );
    const act = (await actsOn(service, found)).findLast(({ action }) => action === 'case.settled');
    assert.deepEqual(
      [act.actor.id, act.after],
      [checker!.id, { ...payload, approval: asked.body.id, requested_by: maker!.id }],
    );
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('may succeed with the asked amount', async () => {
    const [id, had] = [await sentPayment(), await available()];
    const asked = await settle(await wrongAmount(id), paid());
    assert.equal((await approve(asked.body.id)).status, 200);
    assert.deepEqual([(await read(id)).amount, await available()], [700, had + 680]);
  });

  it('keeps the fee that its payer bears, and what is left is its amount', async () => {
    const [id, had] = [await sentPayment({ fee_bearer: 'payer' }), await available()];
    const asked = await settle(await wrongAmount(id), paid('reported'));
    assert.equal((await approve(asked.body.id)).status, 200);
    const { amount, charged_amount, fee, net } = await read(id);
    assert.deepEqual([amount, charged_amount, fee, net, await available()], [480, 500, 20, 480, had + 480]);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('may fail, which moves no money', async () => {
    const [id, had] = [await sentPayment(), await available()];
    const asked = await settle(await wrongAmount(id), { outcome: 'failed' });
    assert.equal((await approve(asked.body.id)).status, 200);
    const { status, failure, amount } = await read(id);
    assert.deepEqual([status, failure.code, amount, await available()], ['failed', 'rail_error', 700, had]);
    assert.deepEqual(
      (await eventsOf(shop, id)).map(({ type }) => type),
      ['payment.failed'],
    );
  });

  it('that became final meanwhile is refused', async () => {
    const id = await sentPayment();
    const found = await wrongAmount(id);
    const asked = await settle(found, paid('reported'));
    const job = (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
    const answer = { state: 'succeeded', railReference: 'LATE' } as const;
    await settlePayments(service.db, [{ job, answer }], assert.ifError);
    const had = await available();
    assert.deepEqual(refusal(await approve(asked.body.id)), [409, 'case_record_not_open']);
    const { amount, rail_reference } = await read(id);
    assert.deepEqual([amount, rail_reference, await available()], [700, 'LATE', had]);
    assert.equal((await maker!.call('GET', `/operator/approvals/${asked.body.id}`)).body.status, 'pending');
    const detail = (await maker!.call('GET', `/operator/cases/${found}`)).body;
    assert.deepEqual([detail.status, detail.actions], ['open', ['comment', 'assign', 'close']]);
  });

  it('and an answer of its provider at the same time settle once', async () => {
    for (let n = 0; n < 10; n++) {
      const [id, had] = [await sentPayment(), await available()];
      const asked = await settle(await wrongAmount(id), paid('reported'));
      const job = (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
      const answer = { state: 'succeeded', railReference: `RACE${n}` } as const;
      const [byHand] = await Promise.all([
        approve(asked.body.id),
        settlePayments(service.db, [{ job, answer }], assert.ifError),
      ]);
      const { amount } = await read(id);
      assert.deepEqual([amount, await available()], byHand.status === 200 ? [500, had + 480] : [700, had + 680]);
      assert.equal((await eventsOf(shop, id)).length, 1);
    }
    assert.deepEqual(await checkLedger(service.db), []);
  });
});

describe('a settlement by hand', () => {
  it('needs a reference of the provider that no other payment has', async () => {
    const [first, second] = [await sentPayment(), await sentPayment()];
    const [one, two] = [await wrongAmount(first), await wrongAmount(second)];
    const missing = await settle(one, { outcome: 'succeeded' });
    assert.deepEqual([...refusal(missing), missing.body.error.param], [400, 'validation_failed', 'provider_reference']);
    const body = paid('reported');
    const [forOne, forTwo] = [await settle(one, body), await settle(two, body)];
    assert.equal((await approve(forOne.body.id)).status, 200);
    assert.deepEqual(refusal(await approve(forTwo.body.id)), [409, 'reference_already_used']);
    assert.equal((await read(second)).status, 'processing');
    const third = await wrongAmount(await sentPayment());
    assert.deepEqual(refusal(await settle(third, body)), [409, 'reference_already_used']);
  });

  it('gives a payment only an amount that covers its fee, in its currency', async () => {
    const small = await settle(await wrongAmount(await sentPayment(), { amount: 19n }), paid('reported'));
    assert.deepEqual([...refusal(small), small.body.error.param], [400, 'validation_failed', 'amount']);
    const nothing = await wrongAmount(await sentPayment({ fee_bearer: 'payer' }), { amount: 20n });
    assert.equal((await settle(nothing, paid('reported'))).body.error.details[0].reason, 'fee_takes_all');
    const other = await wrongAmount(await sentPayment(), { currency: 'USD' });
    assert.deepEqual(refusal(await settle(other, paid('reported'))), [422, 'currency_mismatch']);
    assert.equal((await settle(other, paid('asked'))).status, 202);
  });

  it('is refused without an open record, for other kinds, and for a closed case', async () => {
    const id = await sentPayment();
    const other = await wrongAmount(id, { kind: 'contradiction' });
    assert.deepEqual(refusal(await settle(other, paid())), [409, 'case_record_not_open']);
    const nobody = await wrongAmount('pay_z', { world: null });
    assert.deepEqual(refusal(await settle(nobody, paid())), [409, 'case_record_not_open']);
    const found = await wrongAmount(id);
    await query('UPDATE payments SET sent_at = NULL WHERE id = $1', id);
    assert.deepEqual(refusal(await settle(found, paid())), [409, 'case_record_not_open']);
    await maker!.call('POST', `/operator/cases/${found}/close`, { resolution: 'done' });
    assert.deepEqual(refusal(await settle(found, paid())), [409, 'case_closed']);
  });
});

describe('a record whose outcome is unknown for too long', () => {
  const caseOf = async (record: string) => {
    const opened = await openUnknown(service.db, DAY);
    return opened.find((one) => one.record === record)!.id;
  };

  it('of a payment or a refund is settled by hand', async () => {
    const id = await sentPayment();
    await query(`UPDATE payments SET sent_at = now() - interval '2 days' WHERE id = $1`, id);
    const asked = await settle(await caseOf(id), paid());
    assert.equal((await approve(asked.body.id)).status, 200);
    assert.equal((await read(id)).status, 'succeeded');

    for (const outcome of ['succeeded', 'failed'] as const) {
      const had = await available();
      const refund = (await shop.call('POST', '/refunds', { payment: id, amount: 100 })).body.id;
      await query(`UPDATE refunds SET sent_at = now() - interval '2 days' WHERE id = $1`, refund);
      const found = await settle(await caseOf(refund), outcome === 'failed' ? { outcome } : paid());
      assert.equal((await approve(found.body.id)).status, 200);
      assert.equal((await shop.call('GET', `/refunds/${refund}`)).body.status, outcome);
      assert.equal(await available(), outcome === 'failed' ? had : had - 100);
      assert.deepEqual(
        (await eventsOf(shop, refund)).map(({ type }) => type),
        ['refund.created', `refund.${outcome}`],
      );
    }
  });

  it('of a payout item is settled by hand, and completes its payout', async () => {
    const had = await available();
    const people = ['0008', '0018'].map((last) => ({ recipient: phone(last), amount: 300 }));
    const { id } = await openPayout(shop, people);
    const key = { world: shop.world, id, currency: 'XOF', livemode: false, merchant: shop.merchantId };
    await settlePortion(service.db, { ...key, rail: null, wallet_id: wallet, cursor: '' });
    const text = `UPDATE payout_items SET rail = $2, sent_at = now() - interval '2 days' WHERE payout_id = $1`;
    await query(text, id, rail);
    const opened = await openUnknown(service.db, DAY);
    const [first, second] = opened.filter(({ record }) => record!.startsWith('pit_'));
    const one = await settle(first!.id, paid());
    assert.equal((await approve(one.body.id)).status, 200);
    const two = await settle(second!.id, { outcome: 'failed' });
    assert.equal((await approve(two.body.id)).status, 200);
    const statusOf = new Map((await itemsOf(shop, id)).map((item: any) => [item.id, item.status]));
    assert.deepEqual([statusOf.get(first!.record), statusOf.get(second!.record)], ['succeeded', 'failed']);
    assert.equal((await shop.call('GET', `/payouts/${id}`)).body.status, 'completed');
    assert.equal(await available(), had - 300);
    assert.deepEqual(
      (await eventsOf(shop, id)).map(({ type }) => type),
      ['payout.completed'],
    );
  });
});
