import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Database, openDatabase } from '../src/db/database.ts';
import { cloneDatabase, type TestDatabase } from './database.ts';
import { playModel } from './model-run.ts';
import { withStatements } from './world.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? 200);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

let database: TestDatabase;
let nodes: Database[];

describe(`the model against the database (SEED=${seed})`, () => {
  before(async () => {
    database = await cloneDatabase();
    nodes = [0, 1].map(() => openDatabase(database.url, { max: 6, role: 'rialto_service' }));
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  });

  it(`explains every answer and every balance, ${RUNS} times`, async () => {
    const details = await playModel(nodes, { numRuns: RUNS, seed });
    assert.ok(!details.failed, `${fc.defaultReportMessage(details)}\n${details.errorInstance}`);
  });

  it('control: a freeze that is not looked at is found', async () => {
    const blind = nodes.map((node) =>
      withStatements(node, ({ name, text }) => ({
        name: `blind ${name}`,
        text: text.replace('b.frozen, b.closed', 'false AS frozen, b.closed'),
      })),
    );
    const details = await playModel(blind, { numRuns: 200, seed, endOnFailure: true });
    assert.match(String(details.errorInstance), /no order of the round explains/);
  });
});
