import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movementRows } from './close-movements.ts';

const side = (opening: bigint, closing: bigint, ...movements: [string, number, bigint, bigint][]) => ({
  opening,
  closing,
  movements: movements.map(([kind, count, sum, fees]) => ({ kind, count, sum, fees })),
});

test('movements of both sides share rows, and each side adds up to its closing balance', () => {
  const close = {
    there: side(50n, 690n, ['collection', 3, 900n, 0n], ['payout', 2, -250n, 7n], ['fee', 1, -3n, 0n]),
    here: side(50n, 640n, ['payment', 3, 850n, 0n], ['payout', 2, -250n, 0n], ['provider_fee', 2, -10n, 0n]),
  };
  const rows = movementRows(close);
  assert.deepEqual(
    rows.map(({ id, there, here }) => [id, there, here]),
    [
      ['collection', 900n, 850n],
      ['payout', -250n, -250n],
      ['fee', -10n, -10n],
    ],
  );
  for (const name of ['there', 'here'] as const)
    assert.equal(close[name].opening + rows.reduce((sum, row) => sum + row[name], 0n), close[name].closing);
});

test('an unknown kind of posting is in the last row', () => {
  const close = { there: side(0n, 0n), here: side(0n, 5n, ['adjustment', 1, 5n, 0n]) };
  assert.deepEqual(movementRows(close), [{ id: 'other', there: 0n, here: 5n, countThere: 0, countHere: 1 }]);
});
