import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { People } from '../../src/accounts/people.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type Tx, transaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { lockWallets } from '../../src/ledger/store.ts';
import { approvePayments } from '../../src/payments/approve.ts';
import { findPayment, lockPayments, type PaymentRow, pollPaymentNow } from '../../src/payments/store.ts';
import type { ClaimedItem } from '../../src/payouts/item-store.ts';
import { settleAnswers } from '../../src/payouts/settle-answers.ts';
import { settlePortion } from '../../src/payouts/settle-portion.ts';
import { lockPayouts } from '../../src/payouts/store.ts';
import { advanceClocks } from '../../src/test-helpers/clock.ts';
import { continueClock } from '../../src/test-helpers/clock-slice.ts';
import { judgeCode } from '../../src/two-factor/use-code.ts';
import { selectWaiting } from '../support/database.ts';
import { openPayment, phone } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';
import { openPayout } from '../support/payout-flows.ts';
import { payerWith } from '../support/wallet-payments.ts';
import { command, makeCaller } from '../support/world.ts';

/** Accepts requests and has no workers of its own. */
let service: TestService;
/** Its clock reads many open records as PostgreSQL does, in their physical order. */
let db: Database;
let caller: Caller;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  const url = new URL(service.url);
  url.searchParams.set('options', '-c enable_indexscan=off');
  db = openDatabase(url.href, { max: 2, role: 'rialto_service', service: true });
  caller = await makeCaller(service.db);
});
after(async () => {
  await db.close();
  await service.stop();
});

const someWait = async (count = 1) =>
  (await service.db.query({ name: 'waiting', text: selectWaiting })).length >= count;
/** Runs an advance to its end: after a wait its first transaction leaves the rest to others. */
async function advance(world: number): Promise<(string | Refusal)[]> {
  const answers = await transaction(db, (tx) => advanceClocks(tx, [command({ ...caller, world }, { seconds: 1 })]));
  while (await continueClock(db, world));
  return answers;
}
const run = (tx: { query: Tx['query'] }, text: string, ...values: unknown[]) => tx.query({ name: text, text }, values);

async function loadPayment(shop: TestMerchant): Promise<PaymentRow> {
  const { id } = await openPayment(shop, { customer: phone('1234') });
  return (await service.db.find<PaymentRow>(findPayment, { world: shop.world, id }))!;
}

/** Items of a payout whose rail has not answered. */
async function askedItems(shop: TestMerchant, count: number): Promise<ClaimedItem[]> {
  const wallet_id = await shop.wallet('XOF', BigInt(count));
  const items = Array.from({ length: count }, () => ({ recipient: phone('0008'), amount: 1 }));
  const { id } = await openPayout(shop, items);
  const payout = { world: shop.world, id, currency: 'XOF', livemode: false, wallet_id };
  await settlePortion(service.db, { ...payout, merchant: shop.merchantId, rail: null, cursor: '' });
  return (await run(service.db, 'SELECT * FROM payout_items WHERE payout_id = $1 ORDER BY id', id)) as ClaimedItem[];
}
const lockItem = (item: ClaimedItem) => (tx: Tx) =>
  run(tx, 'SELECT FROM payout_items WHERE id = $1 FOR UPDATE', item.id);

describe('the test clock locks in the common lock order', () => {
  /**
   * Advances the world between two locks that somebody takes in the common order. In another order they would deadlock.
   */
  async function between(world: number, first: (tx: Tx) => Promise<unknown>, second: (tx: Tx) => Promise<unknown>) {
    let advancing: Promise<(string | Refusal)[]> = Promise.resolve([]);
    await transaction(service.db, async (tx) => {
      await first(tx);
      advancing = advance(world);
      advancing.catch(() => {});
      await until(someWait);
      await second(tx);
    });
    return (await advancing).map((answer) => JSON.parse(String(answer)).advanced_seconds);
  }

  it('payments, in any physical order', async () => {
    const shop = await service.merchant();
    const [first, second] = [await loadPayment(shop), await loadPayment(shop)];
    // An update moves it physically behind the other.
    await service.db.query(pollPaymentNow, [shop.world, first.id]);
    await between(
      shop.world,
      (tx) => lockPayments(tx, [first]),
      async (tx) => {
        await lockPayments(tx, [second]);
        await tx.query(pollPaymentNow, [shop.world, first.id]);
      },
    );
    for (const { id, expires_at } of [first, second]) {
      const now = (await shop.call('GET', `/payments/${id}`)).body;
      assert.deepEqual([Date.parse(now.expires_at), now.version], [expires_at.getTime() - 1_000, 2]);
    }
  });

  it('payouts, in any physical order', async () => {
    const shop = await service.merchant();
    await shop.wallet('XOF', 2n);
    const item = { recipient: phone('1234'), amount: 1 };
    const [first, second] = [await openPayout(shop, [item]), await openPayout(shop, [item])];
    await run(service.db, 'UPDATE payouts SET due_at = now() WHERE id = $1', first.id);
    const { world } = shop;
    await between(
      world,
      (tx) => lockPayouts(tx, [{ world, id: first.id }]),
      (tx) => lockPayouts(tx, [{ world, id: second.id }]),
    );
  });

  it('items of payouts, in any physical order', async () => {
    const shop = await service.merchant();
    const [first, second] = (await askedItems(shop, 2)) as [ClaimedItem, ClaimedItem];
    await run(service.db, 'UPDATE payout_items SET due_at = now() WHERE id = $1', first.id);
    await between(shop.world, lockItem(first), lockItem(second));
  });

  it('deliveries, in any physical order, and their endpoint before them', async () => {
    const shop = await service.merchant();
    const endpoint = (await shop.call('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] })).body;
    for (let i = 0; i < 2; i++) await shop.call('POST', '/test/events', { type: 'transfer.succeeded' });
    await run(service.db, 'UPDATE webhook_endpoints SET failing_since = now() WHERE id = $1', endpoint.id);
    const text = 'SELECT id FROM deliveries WHERE endpoint_id = $1 ORDER BY id';
    const [first, second] = (await run(service.db, text, endpoint.id)) as { id: string }[];
    await run(service.db, 'UPDATE deliveries SET next_attempt_at = now() WHERE id = $1', first!.id);
    const lock = (id: string) => (tx: Tx) => run(tx, 'SELECT FROM deliveries WHERE id = $1 FOR UPDATE', id);
    await between(shop.world, lock(first!.id), lock(second!.id));
    const ofEndpoint = (tx: Tx) =>
      run(tx, 'SELECT FROM webhook_endpoints WHERE id = $1 FOR NO KEY UPDATE', endpoint.id);
    await between(shop.world, ofEndpoint, lock(first!.id));
  });

  it('login codes, in any physical order', async () => {
    const ids = [newId('ch'), newId('ch')];
    const text = `INSERT INTO challenges (id, sent_to, livemode, purpose, method, expires_at)
      VALUES ($1, '+221771239876', false, 'register', 'sms', now() + interval '1 h')`;
    for (const id of ids) await run(service.db, text, id);
    await run(service.db, `UPDATE challenges SET expires_at = now() + interval '2 h' WHERE id = $1`, ids[0]!);
    const lock = (id: string) => (tx: Tx) => run(tx, 'SELECT FROM challenges WHERE id = $1 FOR UPDATE', id);
    await between(caller.world, lock(ids[0]!), lock(ids[1]!));
  });
});

it('a payment made while the test clock waits keeps its code for its approver, whom a payout waits for', async () => {
  const shop = await service.merchant();
  await shop.wallet('XOF', 1n);
  const payer = await payerWith(service, 1_000n);
  const payout = await openPayout(shop, [{ recipient: payer.wallet, amount: 1 }]);
  const early = await loadPayment(shop);
  const people = { db: service.db, secrets: testSecrets } as People;
  const customer = {
    ...(await makeCaller(service.db)),
    kind: 'customer',
    id: payer.id,
    owner: { type: 'customer', id: payer.id },
    person: { id: payer.id, type: 'customer', session: payer.session, identifier: payer.identifier, role: null },
  } as Caller;
  const make = async () => {
    const fields = { amount: 100, currency: 'XOF', customer: payer.identifier, rail: 'wallet' };
    const { id } = (await shop.call('POST', '/payments', fields)).body;
    const { challenge } = (await payer.call('POST', `/payments/${id}/challenge`)).body;
    const proof = await judgeCode(people, { challenge, code: '000000' }, { purposes: ['approve'], account: payer.id });
    return command(customer, { id, proof }, undefined, id);
  };

  let advancing: Promise<(string | Refusal)[]> = Promise.resolve([]);
  let approving: Promise<(string | Refusal)[]> = Promise.resolve([]);
  let approved = false;
  await transaction(service.db, async (settling) => {
    await lockPayouts(settling, [{ world: shop.world, id: payout.id }]);
    const approve = await transaction(service.db, async (tx) => {
      await lockPayments(tx, [early]);
      advancing = advance(shop.world);
      advancing.catch(() => {});
      await until(someWait);
      return make();
    });
    // The clock has continued from the payments to the payout.
    await until(someWait);
    approving = transaction(service.db, (tx) => approvePayments(tx, [approve], { people, codeFrom: new Map() }));
    approving.then(
      () => (approved = true),
      () => {},
    );
    await until(async () => approved || (await someWait(2)));
    await lockWallets(settling, [payer.wallet]);
  });
  await advancing;
  const [answer] = await approving;
  assert.ok(!(answer instanceof Refusal));
  assert.equal(JSON.parse(answer!).status, 'succeeded');
});

it('items of a silent rail are postponed in the common lock order', async () => {
  const [first, second] = (await askedItems(await service.merchant(), 2)) as [ClaimedItem, ClaimedItem];
  let settling: Promise<unknown> = Promise.resolve();
  await transaction(service.db, async (tx) => {
    await lockItem(first)(tx);
    const answers = [second, first].map((item) => ({ job: item, answer: { state: 'pending' } as const }));
    settling = settleAnswers(service.db, answers, assert.ifError);
    settling.catch(() => {});
    await until(someWait);
    await lockItem(second)(tx);
  });
  await settling;
});
