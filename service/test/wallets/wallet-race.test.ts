import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { People } from '../../src/accounts/people.ts';
import { approvalExpired } from '../../src/core/payment.ts';
import type { Database } from '../../src/db/database.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { withDeps } from '../../src/kernel/operation.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { approvePayments } from '../../src/payments/approve.ts';
import { declinePayments } from '../../src/payments/decline.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import { randomOf } from '../http/bad-requests.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { askToPay, availableTo, type Payer, payerWith, setFee } from '../support/wallet-payments.ts';
import { command, perform, withStatements } from '../support/world.ts';

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 100);
const AT_ONCE = 10;
const AMOUNT = 100;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let service: TestService;
/** A second node on the same database. */
let node: TestService;
before(async () => {
  service = await startTestService();
  node = await startTestService({}, service);
});
after(async () => {
  await node.stop();
  await service.stop();
});

const actors = ['expire', 'approve', 'approve', 'decline', 'cancel'] as const;
type Actor = (typeof actors)[number];

/** The actors whose answer says that they ended the payment; `first` begins. */
async function race(shop: TestMerchant, payer: Payer, id: string, first: Actor, choose: ReturnType<typeof randomOf>) {
  const row = await service.db.find<PaymentRow>(findPayment, { world: shop.world, id: id });
  const ask = async (path: string, key: string) => {
    const options = { key, headers: { 'idempotency-key': newId('req') } };
    const { status } = await choose([service, node]).request('POST', `/api/v1/payments/${id}/${path}`, options);
    assert.ok([200, 402, 409].includes(status), `${path}: ${status}`);
    return status === 200;
  };
  const acts: Record<Actor, () => Promise<boolean>> = {
    approve: () => ask('approve', payer.token),
    decline: () => ask('decline', payer.token),
    cancel: () => ask('cancel', shop.key),
    // As the worker that finds the payment expired.
    expire: async () =>
      (await settlePayments(choose([service, node]).db, [{ job: row!, answer: approvalExpired }], assert.ifError))
        .length > 0,
  };
  // The others follow at once, soon, or when the first is done. An expiry needs no HTTP and no batch: when it too
  // started after 0 ms it won 165 of 200 rounds, and a cancellation sometimes none. One actor needs no money, because
  // approvals alone may all be refused.
  const others = actors
    .toSpliced(actors.indexOf(first), 1)
    .filter((actor) => actor === 'decline' || choose([true, true, false]));
  const followers = others.map((actor) => ({
    actor,
    delay: choose(actor === 'expire' ? ([2, 10, 'after'] as const) : ([0, 0, 2, 10, 'after'] as const)),
  }));
  const leading = acts[first]();
  const outcomes = await Promise.all([
    leading.then((won) => [first, won] as const),
    ...followers.map(async ({ actor, delay }) => {
      await (delay === 'after' ? leading : new Promise((resolve) => setTimeout(resolve, delay)));
      return [actor, await acts[actor]()] as const;
    }),
  ]);
  return outcomes.filter(([, won]) => won).map(([actor]) => actor);
}

describe(`approve, decline, cancel and expire at once (SEED=${seed})`, () => {
  it(`${ROUNDS} times: exactly one of them ends the payment, and the money agrees`, async () => {
    const shop = await service.merchant();
    await setFee(service, shop);
    // Not enough for all rounds: some approvals are refused.
    const payer = await payerWith(service, BigInt(ROUNDS * AMOUNT) / 4n);
    const funds = await availableTo(payer);
    const choose = randomOf(seed);
    const wins: Partial<Record<Actor, number>> = {};
    for (let done = 0; done < ROUNDS; done += AT_ONCE) {
      const requested = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          askToPay(shop, payer, { amount: AMOUNT, metadata: { round: `${done}` } }),
        ),
      );
      const winners = await Promise.all(
        requested.map(({ id }, i) => race(shop, payer, id, actors[(done + i) % actors.length]!, choose)),
      );
      for (const [i, winner] of winners.entries()) {
        assert.equal(winner.length, 1, `${requested[i].id} was ended by ${winner.join(' and ')}`);
        wins[winner[0]!] = (wins[winner[0]!] ?? 0) + 1;
      }
    }
    assert.deepEqual(Object.keys(wins).sort(), ['approve', 'cancel', 'decline', 'expire']);
    assert.equal(await availableTo(payer), funds - AMOUNT * wins.approve!);
    assert.deepEqual(await finalEvents(), {
      'payment.failed': ROUNDS - wins.approve!,
      'payment.succeeded': wins.approve,
    });
    assert.deepEqual(await checkLedger(service.db), []);
  });

  it('control: without the lock on the payment it ends twice, and the test notices it', async () => {
    const shop = await service.merchant();
    const payer = await payerWith(service, 100_000n);
    const caller = await callerOf(payer);
    const unlocked = [service, node].map(({ db }) =>
      withStatements(db, ({ name, text }) => ({
        name: `unlocked ${name}`,
        text: name === 'payments_lock_requests' ? text.replace('FOR UPDATE OF p', '') : text,
      })),
    );
    const options = { people: {} as People, codeFrom: new Map() };
    const ends = unlocked.flatMap((db: Database) => [
      perform(db, withDeps(approvePayments, options)),
      perform(db, withDeps(declinePayments, new Map())),
    ]);
    let surplus = 0;
    for (let round = 0; surplus === 0 && round < ROUNDS; round++) {
      const { id } = await askToPay(shop, payer, { amount: AMOUNT });
      const answers = await Promise.all(ends.map((end) => end(command(caller, { id, proof: null }))));
      surplus = answers.filter(({ status }) => status < 300).length - 1;
    }
    assert.ok(surplus > 0, 'more than one ended it');
    assert.notDeepEqual(await checkLedger(service.db), []);
  });
});

async function finalEvents(): Promise<Record<string, number>> {
  const text = `SELECT type, count(*)::int AS count FROM events WHERE type IN ('payment.succeeded', 'payment.failed') GROUP BY type`;
  const rows = await service.db.query<{ type: string; count: number }>({ name: 'race_events', text });
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

async function callerOf({ id, identifier, session }: Payer): Promise<Caller> {
  const text = 'SELECT id FROM worlds WHERE account_id = $1';
  const [world] = await service.db.query<{ id: number }>({ name: 'race_world', text }, [id]);
  return {
    kind: 'customer',
    id,
    world: world!.id,
    livemode: false,
    owner: { type: 'customer', id },
    scopes: new Set(),
    person: { id, type: 'customer', session, identifier, role: null },
  };
}
