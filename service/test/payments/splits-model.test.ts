import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { randomFrom } from '../reliability/movements-world.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { withStatements } from '../support/world.ts';
import { act, compareReports, openWorld } from './splits-world.ts';

const RUNS = Number(process.env.SPLIT_RUNS ?? 100);
const RUNS_PER_WORLD = 50;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let database: TestDatabase;
let db: Database;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 4, role: 'rialto_service' });
});
after(async () => {
  await db.close();
  await database.drop();
});

/** Plays runs, each from its own seed. */
async function play(on: Database, runs: number, from: number): Promise<void> {
  let world = await openWorld(on);
  for (let run = 0; run < runs; run++) {
    try {
      if (run > 0 && run % RUNS_PER_WORLD === 0) {
        await compareReports(world);
        world = await openWorld(on);
      }
      await act(world, randomFrom(from + run));
    } catch (error) {
      throw new Error(`run ${run} of SEED=${from}: ${(error as Error).message}`, { cause: error });
    }
    if (run % 1_000 === 999) assert.deepEqual(await checkLedger(db), []);
  }
  await compareReports(world);
}

const editing = (of: string, edit: (text: string) => string) =>
  withStatements(db, ({ name, text }) => (name === of ? { name: `edited ${name}`, text: edit(text) } : { name, text }));

describe(`shares, refunds and short wallets against a model (SEED=${seed})`, () => {
  it(`explains every answer, balance, hold and debt, ${RUNS} times`, async () => {
    await play(db, RUNS, seed);
    assert.deepEqual(await checkLedger(db), []);
  });

  it('control: a debt that is not written is found', async () => {
    const blind = editing('split_partners_update_states', (text) => text.replace('WHERE', 'WHERE false AND'));
    await assert.rejects(play(blind, 200, 7), /run \d+ of SEED=7: wallet/);
  });

  it('control: a reserve that forgets what refunds drew is found', async () => {
    const blind = editing('split_partners_update_states', (text) => text.replace('drawn = n.drawn', 'drawn = 0'));
    await assert.rejects(play(blind, 400, 7), /run \d+ of SEED=7/);
  });

  it('control: days that end twice are found', async () => {
    const blind = editing('reserve_days_end', (text) =>
      text.replace('DELETE FROM', 'UPDATE').replace('WHERE', 'SET amount = amount WHERE'),
    );
    await assert.rejects(play(blind, 400, 7), /run \d+ of SEED=7/);
  });

  it('control: returns that are not recorded are found in the reports', async () => {
    const blind = editing('split_entries_insert', (text) => `${text} WHERE n.taken = 0`);
    await assert.rejects(play(blind, 60, 7), /report of a seller/);
  });

  it('control: a returned fee that is not counted is found, because the next refund returns it again', async () => {
    const blind = editing('payments_update_refunded', (text) => text.replace('= n.fee_returned', '= p.fee_returned'));
    await assert.rejects(play(blind, 200, 7), /run \d+ of SEED=7/);
  });

  it('control: shares that are not written are found, because later refunds take them back again', async () => {
    const blind = editing('payments_update_split', (text) => text.replace('WHERE', 'WHERE false AND'));
    await assert.rejects(play(blind, 200, 7), /run \d+ of SEED=7/);
  });
});
