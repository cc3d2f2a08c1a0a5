import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fixedRails } from '../../src/rails/rail.ts';
import { createListReader } from '../../src/statements/read-list.ts';
import { startWave, type WaveTest } from '../rails/wave-rail.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makeOperator } from '../support/operators.ts';
import type { TestPerson } from '../support/person.ts';
import { importFile, linesOf, reconcileRail } from '../support/statement-files.ts';

let service: TestService;
let operator: TestPerson;
let wave: WaveTest;
const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString().slice(0, 10);

/** Amounts as Wave shows them: money in has lost its fee, and the fee of a payout is beside its amount. */
const movements = [
  { type: 'api_checkout', id: 'T1', amount: '99', fee: '1' },
  { type: 'merchant_payment', id: 'T2', amount: '990', fee: '10' },
  { type: 'api_payout', id: 'pt-3', amount: '-500', fee: '5' },
  { type: 'api_payout_reversal', id: 'pt-4', amount: '500', fee: '-5' },
  { type: 'api_checkout_refund', id: 'T5', amount: '-99', fee: '1' },
  { type: 'api_checkout', id: 'T6', amount: '40', fee: '0' },
].map((movement, i) => ({
  ...movement,
  at: `${yesterday}T10:0${i}:00Z`,
  mobile: '+221761110000',
  reference: null,
}));

before(async () => {
  service = await startTestService();
  operator = await makeOperator(service, 'finance');
  wave = await startWave();
  await wave.counterpart.ask('POST', '/movements', { movements });
});
after(async () => {
  await service.stop();
  await wave.stop();
});

const add = async (slug: string) =>
  reconcileRail(service, { rail: slug, layout: 'wave-transactions', currency: 'XOF', zone: 'Africa/Dakar' });
const readList = async (slug: string) => {
  const onError = (error: unknown) => {
    throw error;
  };
  assert.equal(
    await createListReader({ db: service.db, rails: fixedRails({ [slug]: wave.rail }), onError, everyMs: 0 })(),
    1,
  );
};

/** The file has the fields of the list, and the balance after each row: the reader proves the amounts by it. */
async function importAsFile(slug: string) {
  const items = movements.map(({ at, type, id, amount, fee, mobile }) => [at, id, type, amount, fee, 'XOF', mobile]);
  let balance = 10_000;
  const rows = items.map((row, i) => {
    balance += moved[i]!;
    return [...row, balance].join();
  });
  const header = 'timestamp,transaction_id,transaction_type,amount,fee,currency,counterparty_mobile,balance';
  return importFile(operator, slug, `${slug}.csv`, [header, ...rows, ''].join('\n'));
}
/** The change of the wallet by each movement. */
const moved = [99, 990, -505, 505, -99, 40];
const lines = async (slug: string) =>
  (await linesOf(service, slug))
    .map(({ key, amount, fee, booked_on }) => `${key} ${amount} ${fee} ${booked_on === yesterday}`)
    .toSorted();
const expected = [
  'T1:in 100 1 true',
  'T2:in 990 0 true',
  'T5:out -99 0 true',
  'T6:in 40 0 true',
  'pt-3:out -500 5 true',
  'pt-4:fee 5 0 true',
  'pt-4:in 500 0 true',
].toSorted();

describe("Wave's list and Wave's file", () => {
  it('give one line for each movement, with the same amount and fee, list first', async () => {
    await add('wave-list');
    await readList('wave-list');
    assert.deepEqual(await lines('wave-list'), expected);
    const file = await importAsFile('wave-list');
    assert.deepEqual([file.status, file.lines, file.new_lines], ['imported', 7, 0], JSON.stringify(file.problems));
    assert.deepEqual(await lines('wave-list'), expected);
  });

  it('give the same lines, file first', async () => {
    await add('wave-file');
    const file = await importAsFile('wave-file');
    assert.deepEqual([file.status, file.new_lines], ['imported', 7], JSON.stringify(file.problems));
    await readList('wave-file');
    assert.deepEqual(await lines('wave-file'), expected);
  });
});
