import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Checkout } from '../../src/checkout/open.ts';
import { endMissed } from '../../src/checkout/worker.ts';
import type { RailAnswer } from '../../src/core/payment.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { correctAmount } from '../../src/payments/correct-store.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { settleLate } from '../../src/payments/settle-late.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import { eventsOf, payment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { answer, attemptOf, checkoutOf, started, tokenOf, unlimited } from './support.ts';

// Money that reaches a session without paying it is a record, an event and a case, and the session stays as it is.

let service: TestService;
let shop: TestMerchant;
let checkout: Checkout;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  checkout = checkoutOf(service, unlimited);
});
after(() => service.stop());

const succeeded: RailAnswer = { state: 'succeeded', railReference: 'late' };
const create = async () => {
  const { body } = await shop.call('POST', '/checkout/sessions', { amount: 5_000, currency: 'XOF' });
  return { ...body, token: tokenOf(body) };
};
const read = async (id: string) => (await shop.call('GET', `/checkout/sessions/${id}`)).body;
const unexpected = async (id: string) =>
  (await shop.call('GET', `/checkout/unexpected_payments?checkout_session=${id}`)).body.data;
const casesOf = (record: string) => {
  const text = 'SELECT kind, amount, facts FROM cases WHERE record = $1';
  return service.db.query<{ kind: string; amount: bigint; facts: any }>({ name: 'cases_of', text }, [record]);
};

async function failedAttempt(session: { token: string }, attempt = 0): Promise<string> {
  const id = started(await checkout.start(attemptOf(session.token, { attempt })));
  await answer(shop, id, 'decline');
  return id;
}

async function arrivesLate(session: { id: string }, id: string, status: string): Promise<void> {
  const before = await read(session.id);
  const settled = await Promise.all([1, 2, 3].map(() => settleLate(service.db, { world: shop.world, id }, succeeded)));
  assert.deepEqual(settled.toSorted(), ['late_success', 'nothing', 'nothing']);
  assert.deepEqual(await read(session.id), before);
  assert.equal(before.status, status);
  const records = await unexpected(session.id);
  assert.deepEqual(
    records.map(({ payment: of, reason, amount, session_status }: any) => [of, reason, amount, session_status]),
    [[id, 'late', 5_000, status]],
  );
  const events = await eventsOf(shop, records[0].id);
  assert.deepEqual(
    events.map(({ type, data }) => [type, data.object]),
    [['checkout.unexpected_payment', records[0]]],
  );
  const [found] = await casesOf(id);
  assert.deepEqual([found!.kind, found!.amount, found!.facts.checkout_session], ['late_success', 5_000n, session.id]);
  assert.match(found!.facts.proposal, /return the money/);
}

it('a second success after a contradicted failure leaves the completed session untouched', async () => {
  const session = await create();
  const first = await failedAttempt(session);
  const second = started(await checkout.start(attemptOf(session.token, { attempt: 1 })));
  await answer(shop, second, 'approve');
  await arrivesLate(session, first, 'completed');
  assert.equal((await read(session.id)).payment, second);
});

it('late money for an expired session does not complete it', async () => {
  const session = await create();
  const id = await failedAttempt(session);
  await shop.call('POST', `/checkout/sessions/${session.id}/expire`);
  await arrivesLate(session, id, 'expired');
});

it('late money for an open session does not complete it', async () => {
  const session = await create();
  await arrivesLate(session, await failedAttempt(session), 'open');
});

it('another amount does not pay the session', async () => {
  const session = await create();
  const id = started(await checkout.start(attemptOf(session.token)));
  await payment(shop, id, 'requires_action');
  const row = (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
  const job = { ...row, amount: 4_000n, fee: 0n };
  const raise = (error: unknown) => {
    throw error;
  };
  await transaction(service.db, async (tx) => {
    correctAmount(tx, job);
    await settlePayments(tx, [{ job, answer: succeeded }], raise, { onFailed: raise });
  });
  const { status, attempts } = await read(session.id);
  assert.deepEqual([status, attempts], ['open', 1]);
  const [record] = await unexpected(session.id);
  assert.deepEqual([record.reason, record.amount, record.expected_amount], ['other_amount', 4_000, 5_000]);
  assert.equal((await eventsOf(shop, record.id)).length, 1);
  const [found] = await casesOf(id);
  assert.match(found!.facts.proposal, /refund the payment/);
  const next = started(await checkout.start(attemptOf(session.token, { attempt: 1 })));
  await answer(shop, next, 'approve');
  assert.equal((await read(session.id)).payment, next);
  assert.deepEqual(await checkLedger(service.db), []);
});

it('a session whose payment ended without it is ended by the worker, once', async () => {
  const session = await create();
  const id = started(await checkout.start(attemptOf(session.token)));
  await answer(shop, id, 'approve');
  // As a node of an older version leaves it.
  const text = `
    UPDATE checkout_sessions SET status = 'open', paying = true, completed_at = NULL WHERE world = $1 AND id = $2`;
  await service.db.query({ name: 'test_missed', text }, [shop.world, session.id]);
  await Promise.all([endMissed(service.db), endMissed(service.db)]);
  assert.equal((await read(session.id)).status, 'completed');
  assert.equal(await endMissed(service.db), 0);
  const kinds = (await eventsOf(shop, session.id)).map(({ type }) => type);
  assert.deepEqual(kinds, ['checkout.completed', 'checkout.completed'], 'the payment, then the worker');
});
