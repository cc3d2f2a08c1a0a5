import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { createTransfers, loadTransfers } from '../../src/transfers/create.ts';
import { createWallets } from '../../src/wallets/create.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { command, makeCaller, perform, withStatements } from '../support/world.ts';
import { playModel } from './model-run.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const RUNS_PER_DATABASE = 100;
const DRAINS = Number(process.env.DRAINS ?? 80);
const CLIENTS = 64;
const NODES = 4;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** For the controls: the seed decides how many runs it takes to find the error, 2 or 200. */
const FINDS = Number(process.env.SEED ?? 7);

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

describe(`the model against the database (SEED=${seed})`, () => {
  before(openNodes);
  after(closeNodes);

  it(`explains every answer and every balance, ${RUNS} times`, async () => {
    // The whole ledger is checked after each run, so each database serves a limited number.
    for (let done = 0; done < RUNS; done += RUNS_PER_DATABASE) {
      const details = await playModel(nodes.slice(0, 2), {
        numRuns: Math.min(RUNS_PER_DATABASE, RUNS - done),
        seed: seed + done,
      });
      assert.ok(!details.failed, `${fc.defaultReportMessage(details)}\n${details.errorInstance}`);
      await closeNodes();
      await openNodes();
    }
  });

  it('control: a freeze that is ignored is found', async () => {
    const blind = nodes.slice(0, 2).map((node) =>
      withStatements(node, ({ name, text }) => ({
        name: `blind ${name}`,
        text: text.replace('b.frozen, b.closed', 'false AS frozen, b.closed'),
      })),
    );
    const details = await playModel(blind, { numRuns: 200, seed: FINDS, endOnFailure: true });
    assert.match(String(details.errorInstance), /no order of the round explains/);
  });

  it('control: a tier that is not updated is found', async () => {
    const blind = nodes.slice(0, 2).map((node) =>
      withStatements(node, ({ name, text }) => ({
        name: `tierless ${name}`,
        text: text.replace('b.tier, b.spent_on', '(b.tier * 0)::smallint AS tier, b.spent_on'),
      })),
    );
    const details = await playModel(blind, { numRuns: 1_000, seed: FINDS, endOnFailure: true });
    assert.match(String(details.errorInstance), /no order of the round explains/);
  });
});

describe(`${CLIENTS} clients drain one wallet (SEED=${seed})`, () => {
  before(openNodes);
  after(closeNodes);

  it(`${DRAINS} times: exactly as often as it holds enough`, async () => {
    const drain = await openDrain(nodes);
    for (const times of fc.sample(fc.nat(CLIENTS), { numRuns: DRAINS, seed })) {
      assert.equal(await drain(times), times);
    }
    assert.deepEqual(await checkLedger(nodes[0]!), []);
  });

  it('control: without the row lock and the CHECK it is overdrawn, and the test detects it', async () => {
    const owner = openDatabase(database.url, { max: 1 });
    const drop = 'ALTER TABLE balances DROP CONSTRAINT balances_never_overdrawn';
    await owner.query({ name: 'drop_check', text: drop });
    await owner.close();
    const unlocked = nodes.map((node) =>
      withStatements(node, ({ name, text }) => ({
        name: `unlocked ${name}`,
        text: name === 'ledger_lock' ? text.replace('FOR UPDATE OF b', '') : text,
      })),
    );
    const drain = await openDrain(unlocked);
    let surplus = 0;
    for (let round = 0; surplus === 0 && round < DRAINS; round++) surplus = (await drain(CLIENTS / 2)) - CLIENTS / 2;
    assert.ok(surplus > 0, 'more was taken than there was');
    assert.notDeepEqual(await checkLedger(nodes[0]!), []);
  });
});

/** Puts enough for this many into an empty wallet and lets each client take once. @returns the number of successes */
async function openDrain(databases: readonly Database[]): Promise<(times: number) => Promise<number>> {
  const AMOUNT = 7;
  const db = databases[0]!;
  const caller = await makeCaller(db);
  const open = command(caller, { currency: 'XOF' });
  const [from, to] = (await transaction(db, (tx) => createWallets(tx, [open, open]))).map(
    (wallet) => JSON.parse(wallet as string).id as string,
  );
  const transfers = databases.map((node) => perform(node, createTransfers, { load: loadTransfers }));
  return async (times) => {
    const funding = { wallet: from!, amount: BigInt(times * AMOUNT), source: newId('req') };
    if (times > 0) await transaction(db, (tx) => fundWallets(tx, [funding]));
    const input = { from: from!, to: to!, amount: AMOUNT, currency: 'XOF' };
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        transfers[client % transfers.length]!(command(caller, input, newId('req'))),
      ),
    );
    for (const { status } of answers) assert.ok(status === 201 || status === 402, `answered ${status}`);
    return answers.filter(({ status }) => status === 201).length;
  };
}
