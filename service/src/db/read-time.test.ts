import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import pg from 'pg';
import { readTime } from './read-time.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const byDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => Date;

it(`reads a time as the driver does, and writes it as a Date does (SEED=${seed})`, () => {
  const time = fc.tuple(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.integer({ min: 0, max: 999_999 }),
    fc.constantFrom('+00', '+00', '+02', '-03:30'),
  );
  fc.assert(
    fc.property(time, ([date, micros, zone]) => {
      const fraction = micros === 0 ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;
      const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}${zone}`;
      const expected = byDriver(text);
      assert.equal(readTime(text).getTime(), expected.getTime(), text);
      assert.equal(readTime(text).toISOString(), expected.toISOString(), text);
      assert.equal(JSON.stringify(readTime(text)), JSON.stringify(expected), text);
    }),
    { seed, numRuns: 2_000 },
  );
  assert.deepEqual(
    ['infinity', '0044-03-15 12:00:00+00 BC'].map(readTime),
    ['infinity', '0044-03-15 12:00:00+00 BC'].map(byDriver),
  );
});
