import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createHolds } from '../../src/holds/create.ts';
import { decideHolds } from '../../src/holds/escrow/decide.ts';
import { findHold, type HoldRow } from '../../src/holds/store.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { command, makeCaller, perform, withStatements } from '../support/world.ts';
import { codeOf, openNode, openWallets, tomorrow } from './model-run.ts';

const RUNS = Number(process.env.RUNS ?? 300);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const CLIENTS = 32;
const NODES = 4;
const HELD = 200;

type Act = { readonly who: number; readonly do: 'release' | 'return' | 'expire' };
/** Mostly decisions of the two deciders, some of a stranger, and the worker that finds the hold over. */
const act: fc.Arbitrary<Act> = fc.record({
  who: fc.constantFrom(0, 0, 0, 1, 1, 1, 2),
  do: fc.constantFrom<Act['do'][]>('release', 'release', 'release', 'return', 'return', 'return', 'expire'),
});
const plans = fc.record({
  before: fc.array(act, { maxLength: 3 }),
  race: fc.array(act, { minLength: CLIENTS, maxLength: CLIENTS }),
});

let database: TestDatabase;
let nodes: Database[];

describe(`${CLIENTS} clients race the decisions and the expiry of an escrow (SEED=${seed})`, () => {
  before(async () => {
    database = await cloneDatabase();
    nodes = Array.from({ length: NODES }, () => openDatabase(database.url, { max: 4, role: 'rialto_service' }));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  it(`${RUNS} times: it ends once, as both decided, and the money follows`, async () => {
    const race = await openRace(nodes);
    for (const plan of fc.sample(plans, { numRuns: RUNS, seed })) await race(plan);
    assert.deepEqual(await checkLedger(nodes[0]!), []);
  });

  it('control: without the lock of the hold a race is lost', async () => {
    const unlocked = nodes.map((node) =>
      withStatements(node, ({ name, text }) => ({
        name: `unlocked ${name}`,
        text: name === 'wallet_holds_lock' ? text.replace('FOR UPDATE', '') : text,
      })),
    );
    const race = await openRace(unlocked);
    await assert.rejects(async () => {
      for (const plan of fc.sample(plans, { numRuns: 200, seed: 7 })) await race(plan);
    });
  });
});

/** @returns a function that holds money for the second decider, and lets all clients act on the escrow at once */
async function openRace(databases: readonly Database[]) {
  const servers = databases.map((db) => ({
    ...openNode(db),
    hold: perform(db, createHolds),
    decide: perform(db, decideHolds),
  }));
  const callers: Caller[] = [];
  for (let i = 0; i < 3; i++) callers.push(await makeCaller(nodes[0]!));
  const [holder] = callers as [Caller];
  return async ({ before: first, race }: { before: readonly Act[]; race: readonly Act[] }) => {
    const [wallet] = await openWallets(nodes[0]!, [holder], HELD);
    const [to] = await openWallets(nodes[0]!, [callers[1]!], 0);
    const fields = { wallet: wallet!, to: to!, amount: HELD, currency: 'XOF', expires_at: tomorrow() };
    const input = { ...fields, escrow: { deciders: [wallet!, to!] } };
    const { id } = JSON.parse((await servers[0]!.hold(command(holder, input, newId('req')))).body);
    const carryOut = async ({ who, do: what }: Act, client: number): Promise<string> => {
      const server = servers[client % servers.length]!;
      if (what === 'expire') return (await server.expire(holder.world, id)) ? 'expired' : 'nothing';
      return codeOf(await server.decide(command(callers[who]!, { id, decision: what }, newId('req'))));
    };
    for (const [i, one] of first.entries()) await carryOut(one, i);
    const answers = await Promise.all(race.map(carryOut));
    for (const [i, answer] of answers.entries()) {
      const stranger = race[i]!.do !== 'expire' && race[i]!.who === 2;
      const known = stranger ? ['not_found'] : ['ok', 'nothing', 'expired', 'hold_is_over'];
      assert.ok(known.includes(answer), answer);
    }
    assert.ok(answers.filter((answer) => answer === 'expired').length <= 1, 'it expires once');
    const row = (await nodes[0]!.find<HoldRow>(findHold, { world: holder.world, id }))!;
    const [one, other] = row.escrow!.map(({ decision }) => decision);
    const ends = { captured: ['release', 'release'], released: ['return', 'return'] } as const;
    if (row.status === 'captured' || row.status === 'released') assert.deepEqual([one, other], ends[row.status]);
    else assert.ok(one === null || other === null || (row.status === 'open' && one !== other), `${one} ${other}`);
    assert.equal(row.disputed, row.status === 'open' && one !== null && other !== null && one !== other);
    await checkMoney(wallet!, to!, row.status);
  };
}

async function checkMoney(wallet: string, to: string, status: string): Promise<void> {
  const text = 'SELECT posted, held FROM balances WHERE wallet_id = ANY ($1) ORDER BY array_position($1, wallet_id)';
  const rows = await nodes[0]!.query<{ posted: bigint; held: bigint }>({ name: 'escrow_balances', text }, [
    [wallet, to],
  ]);
  const paid = status === 'captured' ? HELD : 0;
  const found = rows.map(({ posted, held }) => [Number(posted), Number(held)]);
  assert.deepEqual(found, [
    [HELD - paid, status === 'open' ? HELD : 0],
    [paid, 0],
  ]);
}
