import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { collectionOf, itemOf, kenyan, movementsOf, openDaraja, refundOf, until } from './open-daraja.ts';

const open = await openDaraja({ success_after_ms: 100 });
const { collect, settled } = open;
const control = open.counterpart.ask;
after(() => open.stop());

describe('a payout item', () => {
  test('is paid once, and its charge is known', async () => {
    const item = itemOf(open);
    await until(item, () => open.rail.payOut!(item), 'pending');
    const paid = await until(item, () => open.rail.checkPayOut!(item), 'succeeded', 'failed');
    assert(paid.state === 'succeeded');
    assert.equal(paid.fee, 500n);
    const entries = await movementsOf(open, item.id);
    assert.deepEqual(
      entries.map(({ kind, amount }) => [kind, amount]),
      [
        ['payout', '-15000'],
        ['fee', '-500'],
      ],
    );
    assert.equal(entries[0]?.operation, paid.railReference);
  });

  test('of an unknown or full account fails with the code of the provider', async () => {
    for (const [digits, code, railCode] of [
      ['0011', 'recipient_not_found', '2040'],
      ['0012', 'recipient_cannot_receive', '8'],
    ] as const) {
      const item = itemOf(open, { recipient: kenyan(digits) });
      await until(item, () => open.rail.payOut!(item), 'pending');
      const end = await until(item, () => open.rail.checkPayOut!(item), 'succeeded', 'failed');
      assert(end.state === 'failed');
      assert.equal(end.failure.code, code);
      assert.equal(end.failure.rail_code, railCode);
    }
  });

  for (const mode of ['never', 'opposite', 'other_amount', 'forged', 'twice', 'early'] as const)
    test(`is settled by a status question if its callback is of the kind ${mode}`, async () => {
      const item = itemOf(open);
      const refused = itemOf(open, { recipient: kenyan('0011') });
      for (const one of [item, refused]) {
        await control('POST', '/callbacks', { mode, reference: one.id });
        await until(one, () => open.rail.payOut!(one), 'pending');
      }
      await open.advance(21_000);
      const paid = await until(item, () => open.rail.checkPayOut!(item), 'succeeded', 'failed');
      assert.equal(paid.state, 'succeeded');
      await open.advance(120_000);
      const end = await until(refused, () => open.rail.checkPayOut!(refused), 'succeeded', 'failed');
      assert.equal(end.state, 'failed');
      assert.equal((await movementsOf(open, item.id)).length, 2);
    });

  test('whose answer was lost is not sent again: the provider knows its id', async () => {
    const item = itemOf(open);
    await control('POST', '/trouble', { kind: 'taken_then_cut', operation: 'payout', reference: item.id, next: 1 });
    assert.equal((await open.rail.payOut!(item)).state, 'pending');
    const again = await open.rail.payOut!(Object.assign(itemOf(open), { id: item.id, callbackUrl: item.callbackUrl }));
    assert.equal(again.state, 'pending');
    assert.equal((await until(item, () => open.rail.checkPayOut!(item), 'succeeded')).state, 'succeeded');
    assert.equal((await movementsOf(open, item.id)).filter(({ kind }) => kind === 'payout').length, 1);
  });

  test('that never arrived is not found, but only after two late questions', async () => {
    const item = itemOf(open);
    await control('POST', '/trouble', { kind: 'cut', operation: 'payout', reference: item.id, next: 1 });
    await until(item, () => open.rail.payOut!(item), 'pending');
    const asks = () => open.bodies.get(item.id)?.length ?? 0;
    const states: string[] = [];
    for (let minute = 0; minute < 9; minute++) {
      await open.advance(61_000);
      const before = asks();
      await until(item, () => open.rail.checkPayOut!(item), 'pending', 'not_found');
      const end = performance.now() + 5_000;
      while (asks() === before && performance.now() < end && !states.includes('not_found')) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      states.push((await until(item, () => open.rail.checkPayOut!(item), 'pending', 'not_found')).state);
    }
    assert(
      states.slice(0, 5).every((state) => state === 'pending'),
      states.join(),
    );
    assert.equal(states.at(-1), 'not_found', states.join());
  });

  test('waits while the float is empty, and is paid by a new attempt', async () => {
    const balance = (await control('GET', '/ledger')).balances.KES;
    await control('POST', '/topup', { amount: `-${balance}`, currency: 'KES' });
    const item = itemOf(open);
    await until(item, () => open.rail.payOut!(item), 'pending');
    const held = await until(item, () => open.rail.checkPayOut!(item), 'not_taken', 'failed', 'succeeded');
    assert(held.state === 'not_taken' && held.fault === 'float');
    await control('POST', '/topup', { amount: balance, currency: 'KES' });
    Object.assign(item, { handle: null });
    await until(item, () => open.rail.payOut!(item), 'pending');
    await until(item, () => open.rail.checkPayOut!(item), 'succeeded');
    assert.equal((await movementsOf(open, item.id)).filter(({ kind }) => kind === 'payout').length, 1);
  });

  test('whose request waited too long in the queue is asked for', async () => {
    await control('POST', '/settings', { queue_timeouts: 1 });
    const item = itemOf(open);
    await until(item, () => open.rail.payOut!(item), 'pending');
    await control('POST', '/clock', { advance_ms: 1_000 });
    assert.deepEqual(open.receivedOf(item.id), []);
    await open.advance(21_000);
    await until(item, () => open.rail.checkPayOut!(item), 'succeeded');
    assert.equal((await movementsOf(open, item.id)).filter(({ kind }) => kind === 'payout').length, 1);
  });

  test('waits while the password of the API user is wrong', async () => {
    const rail = open.connect({ initiator_password: 'Canary-password' });
    const item = itemOf(open);
    await until(item, () => rail.payOut!(item), 'pending');
    const held = await until(item, () => rail.checkPayOut!(item), 'not_taken', 'failed', 'succeeded');
    assert(held.state === 'not_taken' && held.fault === 'credentials');
  });
});

describe('a refund', () => {
  const pay = async (digits?: string) => {
    const payment = collectionOf(open, { customer: kenyan(digits) });
    await collect(payment);
    const paid = await settled(payment);
    assert(paid.state === 'succeeded');
    return { payment, receipt: paid.railReference };
  };

  test('reverses the payment by its receipt', async () => {
    const { payment, receipt } = await pay();
    const refund = refundOf(open, payment, receipt);
    await until(refund, () => open.rail.refund!(refund), 'pending');
    const done = await until(refund, () => open.rail.checkRefund!(refund), 'succeeded', 'failed');
    assert(done.state === 'succeeded');
    const [entry] = await movementsOf(open, refund.id);
    assert.deepEqual([entry?.kind, entry?.amount, entry?.operation], ['refund', '-15000', done.railReference]);
  });

  test('finds a receipt that was not known in the pull list', async () => {
    const { payment } = await pay();
    const refund = refundOf(open, payment, null);
    await until(refund, () => open.rail.refund!(refund), 'pending');
    await until(refund, () => open.rail.checkRefund!(refund), 'succeeded');
  });

  test('of a part is refused, and one that the provider refuses fails with its code', async () => {
    const { payment, receipt } = await pay('0010');
    const part = refundOf(open, payment, receipt);
    assert.equal((await open.rail.refund!(Object.assign(part, { amount: 100n }))).state, 'failed');
    const refund = refundOf(open, payment, receipt);
    await until(refund, () => open.rail.refund!(refund), 'pending');
    const end = await until(refund, () => open.rail.checkRefund!(refund), 'succeeded', 'failed');
    assert(end.state === 'failed');
    assert.equal(end.failure.rail_code, 'R000002');
  });

  test('whose answers were all lost is sent again, and moves money once', async () => {
    const { payment, receipt } = await pay();
    const refund = refundOf(open, payment, receipt);
    await control('POST', '/trouble', { kind: 'taken_then_cut', operation: 'refund', reference: refund.id, next: 1 });
    await control('POST', '/callbacks', { mode: 'never', reference: refund.id });
    await until(refund, () => open.rail.refund!(refund), 'pending');
    assert.equal((await open.rail.checkRefund!(refund)).state, 'pending');
    await open.advance(10 * 60_000);
    assert.equal((await open.rail.checkRefund!(refund)).state, 'not_found');
    await control('DELETE', '/callbacks');
    Object.assign(refund, { handle: null });
    await until(refund, () => open.rail.refund!(refund), 'pending');
    await until(refund, () => open.rail.checkRefund!(refund), 'succeeded');
    assert.equal((await movementsOf(open, refund.id)).length, 1);
  });
});
