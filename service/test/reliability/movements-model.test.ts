import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { withStatements } from '../support/world.ts';
import { playRound } from './movements-run.ts';
import { openWorld, randomFrom } from './movements-world.ts';

const RUNS = Number(process.env.MOVEMENT_RUNS ?? 300);
/** A world serves this many runs: its balances stay small enough for refusals. */
const RUNS_PER_WORLD = 50;
/** The whole ledger is checked after this many. */
const RUNS_PER_CHECK = 500;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let database: TestDatabase;
let nodes: Database[];
before(async () => {
  database = await cloneDatabase();
  nodes = Array.from({ length: 2 }, () => openDatabase(database.url, { max: 6, role: 'rialto_service' }));
});
after(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

/** Plays runs, each from its own seed. @returns how many requests succeeded */
async function play(on: readonly Database[], runs: number, from: number): Promise<number> {
  let succeeded = 0;
  let world = await openWorld(on);
  for (let run = 0; run < runs; run++) {
    if (run > 0 && run % RUNS_PER_WORLD === 0) world = await openWorld(on);
    try {
      succeeded += await playRound(world, randomFrom(from + run));
    } catch (error) {
      throw new Error(`run ${run} of SEED=${from}: ${(error as Error).message}`, { cause: error });
    }
    if (run % RUNS_PER_CHECK === RUNS_PER_CHECK - 1) assert.deepEqual(await checkLedger(nodes[0]!), []);
  }
  return succeeded;
}

const editing = (edit: (text: string, name: string) => string) =>
  nodes.map((node) =>
    withStatements(node, ({ name, text }) => {
      const edited = edit(text, name);
      return edited === text ? { name, text } : { name: `edited ${name}`, text: edited };
    }),
  );

describe(`movements and reversals against a model (SEED=${seed})`, () => {
  it(`explains every answer and every balance, ${RUNS} times`, async () => {
    const succeeded = await play(nodes, RUNS, seed);
    assert.ok(succeeded > RUNS / 3, `only ${succeeded} succeeded`);
    assert.deepEqual(await checkLedger(nodes[0]!), []);
  });

  it('control: a freeze that is ignored is found', async () => {
    const blind = editing((text) => text.replace('b.frozen, b.closed', 'false AS frozen, b.closed'));
    await assert.rejects(play(blind, 300, 7), /run \d+ of SEED=7/);
  });

  it('control: a balance that is not written is found', async () => {
    const blind = editing((text, name) =>
      name === 'ledger_write_balances' ? text.replace('WHERE', 'WHERE b.posted < n.posted AND') : text,
    );
    await assert.rejects(play(blind, 300, 7), /the balance of/);
  });

  it('control: a reversal that is not counted is found', async () => {
    const blind = editing((text, name) =>
      name === 'movements_raise_reversed' ? text.replace('reversed_amount + $3', 'reversed_amount + $3 * 0') : text,
    );
    await assert.rejects(play(blind, 300, 7), /what is left of/);
  });
});
