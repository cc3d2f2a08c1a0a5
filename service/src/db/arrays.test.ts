import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts';
import { bools, byteas, int2s, int4s, int8s, jsonbs, jsons, texts, times } from './arrays.ts';
import { type Database, openDatabase } from './database.ts';

/** PostgreSQL reads the values that were written, for every type. */
let clone: TestDatabase;
let db: Database;
before(async () => {
  clone = await cloneDatabase();
  db = openDatabase(clone.url, { max: 2 });
});
after(async () => {
  await db.close();
  await clone.drop();
});

// PostgreSQL's text has no NUL. Every string of a request is checked for NUL and lone surrogates.
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
const time = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const int = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });

const kinds = [
  { type: 'int2', write: int2s, one: int(16) },
  { type: 'int4', write: int4s, one: fc.option(int(32)) },
  { type: 'int8', write: int8s, one: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
  { type: 'bool', write: bools, one: fc.boolean() },
  { type: 'timestamptz', write: times, one: fc.option(time) },
  { type: 'text', write: texts, one: fc.option(text) },
  ...[
    { type: 'json', pack: jsons },
    { type: 'jsonb', pack: jsonbs },
  ].map(({ type, pack }) => ({
    type,
    write: (values: readonly unknown[]) => pack(values.map((value) => (value === null ? null : JSON.stringify(value)))),
    one: fc.option(fc.dictionary(text, text, { noNullPrototype: true })),
  })),
  { type: 'bytea', write: byteas, one: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
] as { type: string; write: (values: readonly unknown[]) => Buffer; one: fc.Arbitrary<unknown> }[];

for (const { type, write, one } of kinds) {
  test(`an array of ${type}`, async () => {
    const statement = { name: `echo_${type}`, text: `SELECT value FROM unnest($1::${type}[]) AS n (value)` };
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 20 }), async (values) => {
        const rows = await db.query<{ value: unknown }>(statement, [write(values)]);
        assert.deepEqual(
          // A time is read as an instance of a subclass of Date.
          rows.map(({ value }) => (value instanceof Date ? new Date(value) : value)),
          values,
        );
      }),
      { numRuns: 50 },
    );
  });
}

test('a number that does not fit is refused, not truncated', () => {
  const tooMuch = [
    () => int2s([2 ** 15]),
    () => int2s([-(2 ** 15) - 1]),
    () => int4s([2 ** 31]),
    () => int4s([0.5]),
    () => int8s([2n ** 63n]),
    () => int8s([-(2n ** 63n) - 1n]),
  ];
  for (const write of tooMuch) assert.throws(write, RangeError, `${write}`);
});
