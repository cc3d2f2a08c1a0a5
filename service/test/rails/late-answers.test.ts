import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RailAnswer } from '../../src/core/payment.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { returnItem } from '../../src/payouts/return-item.ts';
import { balance, eventsOf, openPayment, paidPayment, payment, phone, refusal } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { itemsOf, paidOut } from '../support/payout-flows.ts';

let service: TestService;
let shop: TestMerchant;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
});
after(() => service.stop());

const succeeded: RailAnswer = { state: 'succeeded', railReference: 'late' };
const failure = { code: 'rail_error', message: 'The provider took the money back.', rail_code: 'REVERSED' } as const;
const reversed: RailAnswer = { state: 'reversed', failure };

const systemBalance = async (role: string): Promise<bigint> => {
  const text = `
    SELECT coalesce(sum(b.posted), 0)::bigint AS sum FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_type = 'system' AND w.owner_id = $1 AND w.currency = 'XOF'`;
  return (await service.db.query<{ sum: bigint }>({ name: 'system_balance', text }, [role]))[0]!.sum;
};
const casesOf = async (record: string) => {
  const text = 'SELECT kind, amount, status FROM cases WHERE record = $1';
  return service.db.query<{ kind: string; amount: bigint; status: string }>({ name: 'cases_of', text }, [record]);
};
const keyOf = ({ id }: { id: string }) => ({ world: shop.world, id });

describe('an answer about a payment that is final', () => {
  it('success after a failure goes to suspense once, with one case, and the payment stays failed', async () => {
    const { id } = await openPayment(shop, { customer: phone('0002'), amount: 700 });
    await shop.call('POST', '/test/clock/advance', { seconds: 5 });
    const failed = await payment(shop, id, 'failed');
    const before = await systemBalance('suspense:sandbox');
    const settled = await Promise.all([1, 2, 3].map(() => settleLate(service.db, keyOf(failed), succeeded)));
    assert.deepEqual(settled.toSorted(), ['late_success', 'nothing', 'nothing']);
    assert.equal((await systemBalance('suspense:sandbox')) - before, 700n);
    assert.deepEqual(await casesOf(id), [{ kind: 'late_success', amount: 700n, status: 'open' }]);
    assert.equal((await payment(shop, id, 'failed')).failure.code, 'customer_declined');

    assert.deepEqual(await checkLedger(service.db), []);
    // A closed case is still the mark that the money is posted.
    const close = `UPDATE cases SET status = 'closed', resolution = 'returned', closed_at = now() WHERE record = $1`;
    await service.db.query({ name: 'close_case', text: close }, [id]);
    assert.equal(await settleLate(service.db, keyOf(failed), succeeded), 'nothing');
    await service.db.query(
      {
        name: 'open_case',
        text: close.replace(
          /SET.*WHERE/s,
          `
      SET status = 'open', resolution = NULL, closed_at = NULL WHERE`,
        ),
      },
      [id],
    );
  });

  it('a reversal takes the money back from the wallet once, and refunds end', async () => {
    const paid = await paidPayment(shop, { amount: 5_000 });
    const [before] = await balance(shop, paid.wallet);
    const settled = await Promise.all([1, 2].map(() => settleLate(service.db, keyOf(paid), reversed)));
    assert.deepEqual(settled.toSorted(), ['nothing', 'reversed']);
    assert.equal((await balance(shop, paid.wallet))[0], before - 5_000);
    const after = (await shop.call('GET', `/payments/${paid.id}`)).body;
    assert.equal(after.status, 'succeeded');
    assert.ok(after.reversed_at);
    const [event] = (await eventsOf(shop, paid.id)).filter(({ type }) => type === 'payment.reversed');
    assert.equal(event.data.object.reversed_at, after.reversed_at);
    const refund = await shop.call('POST', '/refunds', { payment: paid.id });
    assert.deepEqual(refusal(refund), [409, 'payment_not_refundable']);
    assert.deepEqual(await casesOf(paid.id), []);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('the part of a reversal that the wallet does not cover is owed, with a case', async () => {
    const poor = await service.merchant();
    const paid = await paidPayment(poor, { amount: 5_000 });
    const away = await service.merchant();
    const to = await away.wallet('XOF');
    assert.equal((await poor.call('POST', '/wallets/transfer', { to, amount: 4_000, currency: 'XOF' })).status, 201);
    assert.equal(await settleLate(service.db, { world: poor.world, id: paid.id }, reversed), 'reversed');
    assert.deepEqual(await balance(poor, paid.wallet), [0, 0]);
    assert.equal(await systemBalance(`receivable:${poor.merchantId}`), -4_000n);
    assert.deepEqual(await casesOf(paid.id), [{ kind: 'uncovered_reversal', amount: 4_000n, status: 'open' }]);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('a failure after a success changes nothing and is a case', async () => {
    const paid = await paidPayment(shop, { amount: 300 });
    const [before] = await balance(shop, paid.wallet);
    assert.equal(await settleLate(service.db, keyOf(paid), { state: 'failed', failure }), 'contradiction');
    assert.equal((await balance(shop, paid.wallet))[0], before);
    assert.deepEqual(await casesOf(paid.id), [{ kind: 'contradiction', amount: 300n, status: 'open' }]);
  });

  it('an answer that repeats the outcome changes nothing', async () => {
    const paid = await paidPayment(shop, { amount: 300 });
    assert.equal(await settleLate(service.db, keyOf(paid), succeeded), 'nothing');
    assert.deepEqual(await casesOf(paid.id), []);
  });
});

describe('an answer about an item that is final', () => {
  it('an item that the provider took back goes back to the wallet once, and the totals name it', async () => {
    const wallet = await shop.wallet('XOF', 50_000n);
    const paid = await paidOut(shop, [
      { recipient: phone('1234'), amount: 2_000 },
      { recipient: phone('4321'), amount: 1_000 },
    ]);
    const [item] = await itemsOf(shop, paid.id);
    const [before] = await balance(shop, wallet);
    const key = { world: shop.world, payout_id: paid.id, id: item.id };
    const answers = [1, 2].map(() => returnItem(service.db, key, { state: 'returned', failure }));
    assert.deepEqual((await Promise.all(answers)).toSorted(), ['nothing', 'returned']);
    assert.equal((await balance(shop, wallet))[0], before + 2_000);
    const { totals, result, status, completed_at } = (await shop.call('GET', `/payouts/${paid.id}`)).body;
    assert.deepEqual([status, result, completed_at], ['completed', 'partial', paid.completed_at]);
    assert.deepEqual(
      [totals.succeeded_count, totals.succeeded_amount, totals.returned_count, totals.returned_amount],
      [1, 1_000, 1, 2_000],
    );
    const [returned] = await itemsOf(shop, paid.id);
    assert.deepEqual([returned.status, returned.failure.rail_code], ['returned', 'REVERSED']);
    assert.deepEqual(
      (await eventsOf(shop, item.id)).map(({ type }) => type),
      ['payout.item_returned'],
    );
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('a contradiction is a case and changes nothing', async () => {
    await shop.wallet('XOF', 50_000n);
    const paid = await paidOut(shop, [{ recipient: phone('1234'), amount: 2_000 }]);
    const [item] = await itemsOf(shop, paid.id);
    const key = { world: shop.world, payout_id: paid.id, id: item.id };
    assert.equal(await returnItem(service.db, key, { state: 'failed', failure }), 'contradiction');
    assert.deepEqual(await casesOf(item.id), [{ kind: 'contradiction', amount: 2_000n, status: 'open' }]);
    assert.equal((await itemsOf(shop, paid.id))[0].status, 'succeeded');
  });
});
