import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failed, type RailAnswer } from '../../src/core/payment.ts';
import { transaction } from '../../src/db/transaction.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { type AskedPayment, settlePayments } from '../../src/payments/settle.ts';
import { claimPayments, findPayment, lockPayments, type PaymentRow, pollPaymentNow } from '../../src/payments/store.ts';
import { selectWaiting } from '../support/database.ts';
import { eventsOf, openPayment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { withStatements } from '../support/world.ts';

/** Creates payments and has no workers of its own. */
let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());

const prompted: RailAnswer = {
  state: 'requires_action',
  nextAction: { type: 'prompt', expires_at: '2030-01-01T00:00:00.000Z', instructions: 'Say yes.', redirect_url: null },
};
const paid: RailAnswer = { state: 'succeeded', railReference: 'paid' };

/** A payment as a worker reads it before it asks the rail. */
async function loadPayment(shop: TestMerchant): Promise<PaymentRow> {
  const { id } = await openPayment(shop, { customer: phone('1234') });
  return (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
}
const claim = () => service.db.query<PaymentRow>(claimPayments, [['sandbox'], [500]]);
const jobOf = async (id: string) => {
  const text = 'SELECT due_at > now() AS leased, asked FROM payments WHERE id = $1';
  return (await service.db.query<{ leased: boolean; asked: number }>({ name: 'job_of', text }, [id]))[0]!;
};
const someoneWaits = async () => (await service.db.query({ name: 'waiting', text: selectWaiting })).length > 0;
const settle = (
  answers: readonly AskedPayment[],
  db = service.db,
  onError: (error: unknown) => void = assert.ifError,
) => settlePayments(db, answers, onError);
const postingsOf = async (ids: readonly string[]) => {
  const text = 'SELECT count(*)::int AS count FROM postings WHERE source = ANY ($1)';
  return (await service.db.query<{ count: number }>({ name: 'postings_of_many', text }, [ids]))[0]!.count;
};

describe("a rail's answer about a payment that was read, unlocked, before the request", () => {
  it("is decided by the payment's current state", async () => {
    const shop = await service.merchant();
    const loaded = await loadPayment(shop);
    const other = await loadPayment(shop);
    await settle([{ job: loaded, answer: prompted }]);
    // A second payment that has not changed since it was read.
    const final = await settle([
      { job: loaded, answer: paid },
      { job: other, answer: paid },
    ]);
    assert.deepEqual(
      new Set(final.map(({ id, version }) => `${id} ${version}`)),
      new Set([`${loaded.id} 3`, `${other.id} 2`]),
    );
    assert.equal(await postingsOf([loaded.id, other.id]), 2);
    const changes = (await eventsOf(shop, loaded.id)).map(({ type, data }) => [type, data.previous_attributes.status]);
    assert.deepEqual(changes, [
      ['payment.requires_action', 'pending'],
      ['payment.succeeded', 'requires_action'],
    ]);
  });

  it('does not undo a later change of the payment', async () => {
    const shop = await service.merchant();
    const loaded = await loadPayment(shop);
    await settle([{ job: loaded, answer: { state: 'succeeded', railReference: null } }]);
    assert.deepEqual(await settle([{ job: loaded, answer: prompted }]), []);
    const { status, version } = (await shop.call('GET', `/payments/${loaded.id}`)).body;
    assert.deepEqual([status, version], ['succeeded', 2]);
  });

  it('is decided again where the test clock has moved the payment’s deadline', async () => {
    const shop = await service.merchant();
    const loaded = await loadPayment(shop);
    const { body } = await shop.call('POST', '/test/clock/advance', { seconds: 60 });
    assert.equal(body.advanced_seconds, 60);
    await settle([{ job: loaded, answer: prompted }]);
    const now = (await shop.call('GET', `/payments/${loaded.id}`)).body;
    assert.equal(Date.parse(now.expires_at), loaded.expires_at.getTime() - 60_000);
    assert.equal(now.version, loaded.version + 2);
    const [event] = await eventsOf(shop, loaded.id);
    assert.equal(event.data.object.expires_at, now.expires_at);
  });

  it('leaves the count of rail requests to the worker that has claimed it since', async () => {
    const shop = await service.merchant();
    const loaded = await loadPayment(shop);
    await claim();
    await settle([{ job: loaded, answer: { state: 'processing' } }]);
    assert.deepEqual(await jobOf(loaded.id), { leased: true, asked: loaded.asked + 1 });
  });

  it('does not postpone a poll that was requested in the meantime', async () => {
    const shop = await service.merchant();
    const { id } = await loadPayment(shop);
    const loaded = (await claim()).find((row) => row.id === id)!;
    assert.deepEqual(await jobOf(id), { leased: true, asked: 1 });
    await service.db.query(pollPaymentNow, [shop.world, id]);
    await settle([{ job: loaded, answer: { state: 'processing' } }]);
    assert.deepEqual(await jobOf(id), { leased: false, asked: 1 });
  });

  it('does not postpone it where it was requested while the write waited for another payment', async () => {
    const shop = await service.merchant();
    const ids = [(await loadPayment(shop)).id, (await loadPayment(shop)).id];
    const claimed = await claim();
    const [first, second] = ids.map((id) => claimed.find((row) => row.id === id)!) as [PaymentRow, PaymentRow];
    let settling: Promise<unknown> = Promise.resolve();
    await transaction(service.db, async (tx) => {
      await lockPayments(tx, [first]);
      settling = settle([first, second].map((payment) => ({ job: payment, answer: { state: 'processing' } })));
      await until(someoneWaits);
      await service.db.query(pollPaymentNow, [shop.world, second.id]);
    });
    await settling;
    assert.deepEqual(await jobOf(first.id), { leased: true, asked: 1 });
    assert.deepEqual(await jobOf(second.id), { leased: false, asked: 1 });
  });

  it('is written in the common lock order of payments, whatever order the answers came in', async () => {
    const shop = await service.merchant();
    const [first, second] = [await loadPayment(shop), await loadPayment(shop)];
    let settling: Promise<PaymentRow[]> = Promise.resolve([]);
    await transaction(service.db, async (tx) => {
      await lockPayments(tx, [first]);
      settling = settle([second, first].map((payment) => ({ job: payment, answer: paid })));
      await until(someoneWaits);
      await lockPayments(tx, [second]);
    });
    assert.equal((await settling).length, 2);
  });

  it('waits for no lock while it holds locks that others need', async () => {
    const shop = await service.merchant();
    const [first, second] = [await loadPayment(shop), await loadPayment(shop)];
    await settle([{ job: first, answer: { state: 'processing' } }]);
    let settling: Promise<PaymentRow[]> = Promise.resolve([]);
    // In the order of their ids, as all code locks them.
    await transaction(service.db, async (tx) => {
      await lockPayments(tx, [first]);
      settling = settle([first, second].map((payment) => ({ job: payment, answer: paid })));
      await until(someoneWaits);
      await lockPayments(tx, [second]);
    });
    assert.deepEqual(new Set((await settling).map(({ id }) => id)), new Set([first.id, second.id]));
    assert.equal(await postingsOf([first.id, second.id]), 2);
  });

  const AT_ONCE = 20;
  /** All answers arrive twice at once, each time in another order: a success and a refusal, or two successes. */
  const meet = async (db = service.db) => {
    const shop = await service.merchant();
    const loaded = await Promise.all(Array.from({ length: AT_ONCE }, () => loadPayment(shop)));
    const answersOf = (answerOf: (i: number) => RailAnswer) =>
      loaded.map((payment, i) => ({ job: payment, answer: answerOf(i) }));
    const no = failed('rail_error', 'no');
    const contradicted: unknown[] = [];
    const final = await Promise.all([
      settle(
        answersOf(() => paid),
        db,
        (error) => contradicted.push(error),
      ),
      settle(answersOf((i) => (i % 2 ? paid : no)).reverse(), db, (error) => contradicted.push(error)),
    ]);
    return { shop, ids: loaded.map(({ id }) => id), ended: final.flat().length, contradicted: contradicted.length };
  };

  it('settles once when it comes twice at once, and a contradiction is reported', async () => {
    const { shop, ids, ended, contradicted } = await meet();
    assert.equal(ended, AT_ONCE);
    assert.equal(contradicted, AT_ONCE / 2);
    const { body } = await shop.call('GET', '/payments?status=succeeded&limit=100');
    assert.equal(await postingsOf(ids), body.data.length);
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('control: written without a check of its current state, it is settled twice', async () => {
    const unlocked = withStatements(service.db, ({ name, text }) => ({
      name: `careless ${name}`,
      text: text.replace('AND (n.seen_version IS NULL OR p.version = n.seen_version AND p.asked = n.seen_asked)', ''),
    }));
    const { ended } = await meet(unlocked);
    assert.equal(ended, 2 * AT_ONCE);
    assert.notDeepEqual(await checkLedger(service.db), []);
  });
});
