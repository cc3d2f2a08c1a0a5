import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleEach } from './settle-each.ts';

const alike = () => 0;

test('an item that cannot be settled does not block the others', async () => {
  const failed: number[] = [];
  const portions: number[][] = [];
  const settle = async (portion: number[]) => {
    portions.push(portion);
    if (portion.includes(2)) throw new Error('poisoned');
    return portion;
  };
  assert.deepEqual(await settleEach([1, 2, 3], settle, (_error, item) => void failed.push(item), alike), [1, 3]);
  assert.deepEqual(portions, [[1, 2, 3], [1], [2], [3]]);
  assert.deepEqual(failed, [2]);
});

test('an item that cannot be settled costs another world one transaction, whatever its size', async () => {
  const portions: number[][] = [];
  const settle = async (portion: number[]) => {
    portions.push(portion);
    if (portion.includes(2)) throw new Error('poisoned');
    return portion;
  };
  const worldOf = (item: number) => (item < 10 ? 'mine' : 'another');
  const others = [11, 12, 13, 14];
  assert.deepEqual(await settleEach([1, 2, ...others], settle, () => {}, worldOf), [1, ...others]);
  assert.deepEqual(portions, [[1, 2, ...others], [1, 2], [1], [2], others]);
});

test('items without a failure are settled together', async () => {
  const portions: number[][] = [];
  const settle = async (portion: number[]) => {
    portions.push(portion);
    return portion;
  };
  await settleEach([1, 2, 3], settle, () => assert.fail(), alike);
  assert.deepEqual(portions, [[1, 2, 3]]);
});

test('an item that ends its connection each time does not block the others', async () => {
  const settle = async (portion: number[]) => {
    if (portion.includes(1)) throw new Error('Connection terminated unexpectedly');
    return portion;
  };
  const errors: unknown[] = [];
  assert.deepEqual(await settleEach([1, 2, 3], settle, (error) => void errors.push(error), alike), [2, 3]);
  assert.equal(errors.length, 1);
});

test('when the database is unreachable, items do not each wait for it: the rest is left to its lease', async () => {
  let asked = 0;
  const settle = async () => {
    asked++;
    throw new Error('timeout exceeded when trying to connect');
  };
  const errors: unknown[] = [];
  const portion = Array.from({ length: 500 }, (_, i) => i);
  assert.deepEqual(await settleEach(portion, settle, (error) => void errors.push(error), alike), []);
  assert.equal(asked, 3);
  assert.equal(errors.length, 2);
});
