import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { findHold, type HoldRow } from '../../src/holds/store.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { command, makeCaller, withStatements } from '../support/world.ts';
import { codeOf, openNode, openWallets, playModel, tomorrow } from './model-run.ts';

const RUNS = Number(process.env.HOLD_RUNS ?? 80);
const RUNS_PER_DATABASE = 500;
const RACES = Number(process.env.HOLD_RACES ?? 25);
const CLIENTS = 32;
const NODES = 4;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let database: TestDatabase;
let nodes: Database[];
const openNodes = async () => {
  database = await cloneDatabase();
  nodes = Array.from({ length: NODES }, () => openDatabase(database.url, { max: 4, role: 'rialto_service' }));
};
const closeNodes = async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
};

/** Nodes that read holds without locking them. */
const unlocked = () =>
  nodes.map((node) =>
    withStatements(node, ({ name, text }) => ({
      name: `unlocked ${name}`,
      text: name === 'wallet_holds_lock' ? text.replace('FOR UPDATE', '') : text,
    })),
  );

describe(`the model of holds against the database (SEED=${seed})`, () => {
  before(openNodes);
  after(closeNodes);

  it(`explains every answer and every balance, ${RUNS} times`, async () => {
    for (let done = 0; done < RUNS; done += RUNS_PER_DATABASE) {
      const details = await playModel(nodes.slice(0, 2), {
        numRuns: Math.min(RUNS_PER_DATABASE, RUNS - done),
        seed: seed + done,
      });
      assert.ok(!details.failed, `${fc.defaultReportMessage(details)}\n${details.errorInstance}`);
      assert.deepEqual(await checkLedger(nodes[0]!), []);
      await closeNodes();
      await openNodes();
    }
  });

  it('control: holds that are read without a lock are found', async () => {
    const details = await playModel(unlocked().slice(0, 2), { numRuns: 500, seed: 7, endOnFailure: true });
    assert.ok(details.failed);
  });
});

describe(`${CLIENTS} clients race captures, releases and expiries of one hold (SEED=${seed})`, () => {
  before(openNodes);
  after(closeNodes);

  it(`${RACES} times: the parts sum to what left the wallet, and it ends once`, async () => {
    const race = await openRace(nodes);
    for (const plan of fc.sample(plans, { numRuns: RACES, seed })) await race(plan);
    assert.deepEqual(await checkLedger(nodes[0]!), []);
  });

  it('control: without the lock of the hold the race is lost', async () => {
    const race = await openRace(unlocked());
    const lost = async () => {
      for (const plan of fc.sample(plans, { numRuns: 200, seed: 7 })) await race(plan);
    };
    await assert.rejects(lost());
  });
});

type Act = { readonly do: 'capture' | 'final' | 'release' | 'expire'; readonly amount: number };
const plans = fc.array(
  fc.record({
    do: fc.constantFrom<Act['do'][]>(
      'capture',
      'capture',
      'capture',
      'capture',
      'capture',
      'final',
      'release',
      'expire',
    ),
    amount: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: CLIENTS, maxLength: CLIENTS },
);

/** @returns a function that holds 200, and lets all clients act on the hold at once */
async function openRace(databases: readonly Database[]): Promise<(plan: readonly Act[]) => Promise<void>> {
  const HELD = 200;
  const caller: Caller = await makeCaller(databases[0]!);
  const servers = databases.map(openNode);
  return async (plan) => {
    const [wallet, to] = await openWallets(nodes[0]!, [caller, caller], HELD);
    const input = { wallet: wallet!, to: to!, amount: HELD, currency: 'XOF', expires_at: tomorrow() };
    const { id } = JSON.parse((await servers[0]!.hold(command(caller, input, newId('req')))).body);
    const answers = await Promise.all(
      plan.map(async ({ do: what, amount }, client) => {
        const server = servers[client % servers.length]!;
        if (what === 'expire') return (await server.expire(caller.world, id)) ? 'ok' : 'nothing';
        if (what === 'release') return codeOf(await server.release(command(caller, { id }, newId('req'))));
        const capture = { id, amount, final: what === 'final' };
        return codeOf(await server.capture(command(caller, capture, newId('req'))));
      }),
    );
    const known = ['ok', 'nothing', 'hold_is_over', 'capture_exceeds_remaining'];
    for (const answer of answers) assert.ok(known.includes(answer), answer);
    const row = (await nodes[0]!.find<HoldRow>(findHold, { world: caller.world, id }))!;
    const taken = plan.reduce(
      (sum, { do: what, amount }, i) =>
        answers[i] === 'ok' && (what === 'capture' || what === 'final') ? sum + amount : sum,
      0,
    );
    assert.deepEqual([Number(row.captured), row.captures.reduce((sum, part) => sum + part.amount, 0)], [taken, taken]);
    const counted = (...acts: Act['do'][]) =>
      plan.filter((act, i) => answers[i] === 'ok' && acts.includes(act.do)).length;
    assert.ok(counted('final') <= 1 && counted('expire') <= 1, 'one end');
    assert.ok(counted('final') + counted('expire') + Math.sign(counted('release')) <= 1, 'one kind of end');
    assert.deepEqual(await balancesOf(wallet!, to!), [
      [HELD - taken, HELD - taken - Number(row.released)],
      [HELD + taken, 0],
    ]);
  };
}

async function balancesOf(...wallets: string[]): Promise<number[][]> {
  const text = 'SELECT posted, held FROM balances WHERE wallet_id = ANY ($1) ORDER BY array_position($1, wallet_id)';
  const rows = await nodes[0]!.query<{ posted: bigint; held: bigint }>({ name: 'race_balances', text }, [wallets]);
  return rows.map(({ posted, held }) => [Number(posted), Number(held)]);
}
