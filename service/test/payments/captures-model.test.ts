import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { feeOn } from '../../src/core/fee.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { findHold, type HoldRow } from '../../src/holds/store.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { capturePayments } from '../../src/payments/capture/capture.ts';
import { endHeldPayments } from '../../src/payments/capture/expire.ts';
import { releaseHeldPayments } from '../../src/payments/capture/release.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import { freezeWallets } from '../../src/wallets/freeze.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { makePayments } from '../support/operations.ts';
import { command, makeCaller, perform, withStatements } from '../support/world.ts';

const RUNS = Number(process.env.CAPTURE_RUNS ?? 25);
const RUNS_PER_DATABASE = 500;
const RACES = Number(process.env.CAPTURE_RACES ?? 5);
const CLIENTS = 32;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const RATE = { basisPoints: 250, fixed: 3n };

let database: TestDatabase;
let databases: Database[];
const openNodes = async () => {
  database = await cloneDatabase();
  databases = Array.from({ length: 4 }, () => openDatabase(database.url, { max: 4, role: 'rialto_service' }));
};
const closeNodes = async () => {
  await Promise.all(databases.map((db) => db.close()));
  await database.drop();
};

/** The operations as one process of the service has them, with separate batches. */
function openNode(db: Database) {
  return {
    capture: perform(db, capturePayments),
    release: perform(db, releaseHeldPayments),
    /** As the worker that finds the hold due. @returns whether it ended the payment */
    expire: async (world: number, id: string): Promise<boolean> => {
      const row = await db.find<HoldRow>(findHold, { world, id });
      if (!row?.due_at) return false;
      const due = [{ world, id, due_at: row.due_at, over: true }];
      return (await transaction(db, (tx) => endHeldPayments(tx, due))).length > 0;
    },
  };
}
type Node = ReturnType<typeof openNode>;
const codeOf = ({ status, body }: { status: number; body: string }): string =>
  status < 300 ? 'ok' : JSON.parse(body).error.code;

/** A payment of the sandbox whose money is held, of a merchant with a fee. */
async function holdPayment(db: Database, caller: Caller, amount: number): Promise<PaymentRow> {
  const input = { amount, currency: 'XOF', customer: '+50937000007', capture: 'manual' as const };
  const [made] = await transaction(db, (tx) => makePayments(tx, [command(caller, input)]));
  const key = { world: caller.world, id: JSON.parse(made as string).id };
  const job = (await db.find<PaymentRow>(findPayment, key))!;
  await settlePayments(db, [{ job, answer: { state: 'succeeded', railReference: 'paid' } }], assert.ifError);
  return (await db.find<PaymentRow>(findPayment, key))!;
}
async function makeShop(db: Database): Promise<Caller> {
  const caller = await makeCaller(db);
  const text = `
    INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed) VALUES ($1, false, 'XOF', $2, $3)`;
  await db.query({ name: 'captures_fee', text }, [caller.owner.id, RATE.basisPoints, RATE.fixed]);
  return caller;
}

type Act =
  | { readonly do: 'capture'; readonly amount: number | null; readonly final: boolean }
  | { readonly do: 'release' | 'expire' }
  | { readonly do: 'freeze'; readonly frozen: boolean };
type Model = { left: number; captured: number; frozen: boolean; status: string; released: boolean };

/** The required behaviour in a few lines. @returns the answer */
function apply(model: Model, act: Act): string {
  const end = () => {
    model.status = model.captured > 0 ? 'succeeded' : 'failed';
    model.left = 0;
  };
  switch (act.do) {
    case 'freeze':
      model.frozen = act.frozen;
      return 'ok';
    case 'capture': {
      if (model.status !== 'requires_capture') return 'payment_not_capturable';
      const amount = act.amount ?? model.left;
      if (amount > model.left) return 'capture_exceeds_remaining';
      if (model.frozen) return 'wallet_frozen';
      model.captured += amount;
      model.left -= amount;
      if (model.left === 0 || act.final) end();
      return 'ok';
    }
    case 'release':
      if (model.released) return 'ok';
      if (model.status !== 'requires_capture') return 'payment_not_capturable';
      model.released = true;
      end();
      return 'ok';
    case 'expire':
      if (model.status !== 'requires_capture') return 'nothing';
      end();
      return 'ok';
  }
}

async function carryOut(db: Database, node: Node, caller: Caller, { id, wallet_id }: PaymentRow, act: Act) {
  switch (act.do) {
    case 'freeze': {
      const change = { wallet: wallet_id, reason: act.frozen ? ('fraud' as const) : null };
      await transaction(db, (tx) => freezeWallets(tx, [change]));
      return 'ok';
    }
    case 'capture': {
      const { amount, final } = act;
      const input = { id, final, ...(amount === null ? {} : { amount }) };
      return codeOf(await node.capture(command(caller, input, newId('req'))));
    }
    case 'release':
      return codeOf(await node.release(command(caller, { id }, newId('req'))));
    case 'expire':
      return (await node.expire(caller.world, id)) ? 'ok' : 'nothing';
  }
}

const observeStatement = {
  name: 'captures_observe',
  text: `
    SELECT p.status, p.amount, p.captured, p.fee, h.captured AS taken, h.released, s.remaining, b.posted, b.frozen,
           coalesce((SELECT sum(amount) FROM postings WHERE source = p.id AND kind = 'payment'), 0)::bigint AS parts,
           coalesce((SELECT sum(amount) FROM postings WHERE source = p.id AND kind = 'fee'), 0)::bigint AS fees
    FROM payments p JOIN wallet_holds h ON h.world = p.world AND h.id = p.id
    JOIN holds s ON s.source = p.id JOIN balances b ON b.wallet_id = p.wallet_id
    WHERE p.world = $1 AND p.id = $2`,
};

/** The state of the database. The rules that always hold are checked without the model. */
async function observe(db: Database, { world, id, authorized }: PaymentRow) {
  const [row] = await db.query<Record<string, bigint> & { status: string; frozen: boolean }>(observeStatement, [
    world,
    id,
  ]);
  const { captured, taken, parts, fees, remaining, released, posted, status, amount, fee } = row!;
  assert.ok(parts! <= authorized!, 'the parts are never above the hold');
  assert.deepEqual([captured, taken, parts], [parts, parts, parts]);
  assert.equal(remaining, authorized! - parts! - released!);
  assert.equal(fees, parts === 0n ? 0n : feeOn(parts!, RATE), 'the fee is that on the sum, to the unit');
  assert.equal(posted, parts! - fees!, 'money is conserved');
  if (status === 'succeeded') assert.deepEqual([amount, fee], [parts, fees]);
  return row!;
}

const amount = fc.integer({ min: 1, max: 60 });
const as = <Word extends string>(word: Word) => fc.constant(word);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: as('capture'), amount: fc.option(amount, { freq: 8 }), final: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: as('release') }) },
  { weight: 1, arbitrary: fc.record({ do: as('expire') }) },
  { weight: 2, arbitrary: fc.record({ do: as('freeze'), frozen: fc.boolean() }) },
);
/** Rounds of up to three concurrent commands: few enough to try all orders. */
const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}

function playModel(on: readonly Database[], settings: { numRuns: number; seed: number; endOnFailure?: boolean }) {
  const nodes = on.map(openNode);
  const play = async (played: readonly (readonly Act[])[]) => {
    const caller = await makeShop(databases[0]!);
    const payment = await holdPayment(databases[0]!, caller, 120);
    let model: Model = { left: 120, captured: 0, frozen: false, status: 'requires_capture', released: false };
    for (const round of played) {
      const answers = await Promise.all(
        round.map((one, i) => carryOut(databases[0]!, nodes[i % nodes.length]!, caller, payment, one)),
      );
      const seen = await observe(databases[0]!, payment);
      const after = permutations(round.map((_, i) => i)).flatMap((order) => {
        const next = { ...model };
        const fits = order.every((i) => apply(next, round[i]!) === answers[i]);
        const isSeen = next.status === seen.status && BigInt(next.captured) === seen.captured;
        return fits && isSeen && next.frozen === seen.frozen ? [next] : [];
      });
      assert.ok(after[0], `no order of the round explains ${JSON.stringify({ model, round, answers })}`);
      model = after[0];
    }
  };
  return fc.check(fc.asyncProperty(rounds, play), settings);
}

/** Nodes that read payments and holds without locking them. */
const unlocked = () =>
  databases.map((db) =>
    withStatements(db, ({ name, text }) => ({
      name: `unlocked ${name}`,
      text: name === 'payments_lock' || name === 'wallet_holds_lock' ? text.replace('FOR UPDATE', '') : text,
    })),
  );

describe(`the model of captures of payments against the database (SEED=${seed})`, () => {
  before(openNodes);
  after(closeNodes);

  it(`explains every answer and every balance, ${RUNS} times`, async () => {
    for (let done = 0; done < RUNS; done += RUNS_PER_DATABASE) {
      const numRuns = Math.min(RUNS_PER_DATABASE, RUNS - done);
      const details = await playModel(databases.slice(0, 2), { numRuns, seed: seed + done });
      assert.ok(!details.failed, `${fc.defaultReportMessage(details)}\n${details.errorInstance}`);
      assert.deepEqual(await checkLedger(databases[0]!), []);
      await closeNodes();
      await openNodes();
    }
  });

  it('control: payments that are read without a lock are found', async () => {
    const details = await playModel(unlocked().slice(0, 2), { numRuns: 500, seed: 7, endOnFailure: true });
    assert.ok(details.failed);
  });
});

describe(`${CLIENTS} clients race captures, releases and expiries of one payment (SEED=${seed})`, () => {
  before(openNodes);
  after(closeNodes);

  it(`${RACES} times: the parts sum to what left the hold, and it ends once`, async () => {
    const race = await openRace(databases);
    for (const plan of fc.sample(plans, { numRuns: RACES, seed })) await race(plan);
    assert.deepEqual(await checkLedger(databases[0]!), []);
  });
});

const plans = fc.array(
  fc.oneof<fc.Arbitrary<Act>[]>(
    fc.record({ do: as('capture'), amount: fc.integer({ min: 1, max: 20 }), final: fc.constant(false) }),
    fc.record({ do: as('capture'), amount: fc.integer({ min: 1, max: 20 }), final: fc.constant(false) }),
    fc.record({ do: as('capture'), amount: fc.integer({ min: 1, max: 20 }), final: fc.nat(7).map((n) => n === 0) }),
    fc.nat(3).map((n): Act => (n > 0 ? { do: 'capture', amount: 3, final: false } : { do: 'release' })),
    fc.nat(3).map((n): Act => (n > 0 ? { do: 'capture', amount: 5, final: false } : { do: 'expire' })),
  ),
  { minLength: CLIENTS, maxLength: CLIENTS },
);

/** @returns a function that holds 200, and lets all clients act on the payment at once */
async function openRace(on: readonly Database[]): Promise<(plan: readonly Act[]) => Promise<void>> {
  const nodes = on.map(openNode);
  return async (plan) => {
    const caller = await makeShop(databases[0]!);
    const payment = await holdPayment(databases[0]!, caller, 200);
    const answers = await Promise.all(
      plan.map((one, client) => carryOut(databases[0]!, nodes[client % nodes.length]!, caller, payment, one)),
    );
    const known = ['ok', 'nothing', 'payment_not_capturable', 'capture_exceeds_remaining'];
    for (const answer of answers) assert.ok(known.includes(answer), answer);
    const taken = plan.reduce(
      (sum, one, i) => (answers[i] === 'ok' && one.do === 'capture' ? sum + one.amount! : sum),
      0,
    );
    const seen = await observe(databases[0]!, payment);
    assert.equal(seen.captured, BigInt(taken));
    const ends = (kind: Act['do'], final = true) =>
      plan.filter((one, i) => answers[i] === 'ok' && one.do === kind && (one.do !== 'capture' || one.final === final));
    const ended = ends('capture').length + ends('expire').length + Math.sign(ends('release').length);
    assert.ok(ended <= 1, 'it ends once');
  };
}
