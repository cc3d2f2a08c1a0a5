import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAll, findLongFunctions, lower, readLimits, readSources, tidyErrors, tooHigh } from './tidy.mjs';

const none = { clauseFirst: 0, unnests: 0, longFunctions: [], longLines: {} };
const errors = (text, { path = 'service/src/db/a.ts', limits = none, long = [] } = {}) =>
  tidyErrors([{ path, text }], long, limits).map((line) => line.slice(0, 60));

test('a plain file has no errors', () => {
  assert.deepEqual(errors('/** Adds. */\nexport const add = (a: number, b: number) => a + b;\n'), []);
});

test('a file has at most 400 lines', () => {
  assert.deepEqual(errors('x;\n'.repeat(400)), []);
  assert.match(errors('x;\n'.repeat(402))[0], /has 403 lines/);
  assert.deepEqual(errors('x;\n'.repeat(402), { path: 'service/schema.sql' }), []);
});

test('a file is named by its purpose', () => {
  for (const path of ['service/src/utils.ts', 'service/src/helpers/a.ts', 'sdk/src/index.ts'])
    assert.match(errors('', { path })[0], /choose a name/);
});

test('a barrel and a comment about later are errors', () => {
  assert.match(errors("export * from './b.ts';\n")[0], /barrel/);
  assert.match(errors(`// ${'TO'}${'DO'}: more\n`)[0], /TODO/);
});

test('a line has at most 120 characters, also in comments and strings', () => {
  for (const line of [`// ${'x'.repeat(117)}`, `const a = '${'x'.repeat(107)}';`]) {
    assert.deepEqual(errors(line), []);
    assert.match(errors(`${line}x`)[0], /1 lines are longer than 120/);
  }
});

test('the published texts of the contract may be longer, and a listed file as often as the list says', () => {
  const line = `// ${'x'.repeat(118)}\n`;
  assert.deepEqual(errors(line, { path: 'contract/src/a.ts' }), []);
  const limits = { ...none, longLines: { 'service/src/db/a.ts': 1 } };
  assert.deepEqual(errors(line, { limits }), []);
  assert.match(errors(line + line, { limits })[0], /2 lines are longer than 120/);
});

test('a long function is an error unless it is listed', () => {
  const long = ['service/src/db/a.ts:add'];
  assert.match(errors('', { long })[0], /a\.ts:add: the function is too long/);
  assert.deepEqual(errors('', { long, limits: { ...none, longFunctions: long } }), []);
});

test('two files of the service do not export the same name', () => {
  const twice = (path, text) =>
    tidyErrors(
      [
        { path: 'service/src/a.ts', text: 'export type Load = 1;' },
        { path, text },
      ],
      [],
      none,
    );
  assert.match(
    twice('service/src/b.ts', 'export async function Load() {}')[0],
    /a\.ts and service\/src\/b\.ts export the same name: Load/,
  );
  assert.deepEqual(twice('service/src/b.ts', 'const Load = 1;'), []);
  assert.deepEqual(twice('dashboard/src/b.ts', 'export const Load = 1;'), []);
});

test('a sentence of a comment does not begin with a clause', () => {
  const sentences = [
    '// What fails is retried.',
    '/** Sends. Of a batch, one is taken. */',
    '/**\n * Whoever asks waits.\n */',
    '// It ends; So many are left.',
  ];
  for (const text of sentences) {
    assert.match(errors(text)[0], /1 comment sentences begin with/);
    assert.deepEqual(errors(text, { limits: { ...none, clauseFirst: 1 } }), []);
  }
  for (const text of ['// What is this?', '// The rest of it.', "const a = 'What fails';"])
    assert.deepEqual(errors(text), []);
  assert.deepEqual(errors('-- What fails is retried.', { path: 'service/migrations/1.sql' }), []);
});

test('arrays in SQL are not taken apart by hand', () => {
  const text = "const sql = 'SELECT unnest($1::int[]), unnest($2::int[])';";
  assert.match(errors(text)[0], /service\/src has 2 handwritten "unnest\("/);
  assert.deepEqual(errors(text, { limits: { ...none, unnests: 2 } }), []);
  assert.deepEqual(errors(text, { path: 'service/test/a.ts' }), []);
});

test('lowering a limit never raises one', () => {
  const limits = { clauseFirst: 3, unnests: 1, longFunctions: ['a:x', 'b:y'], longLines: { a: 2, b: 1 } };
  const counts = { clauseFirst: 5, unnests: 0, longFunctions: ['b:y', 'c:z'], longLines: { a: 1, c: 4 } };
  assert.deepEqual(lower(limits, counts), { clauseFirst: 3, unnests: 0, longFunctions: ['b:y'], longLines: { a: 1 } });
});

test('a limit that is too high is named', () => {
  const limits = { clauseFirst: 3, unnests: 1, longFunctions: ['a:x', 'b:y'], longLines: { a: 2, b: 1, c: 1 } };
  const counts = { clauseFirst: 2, unnests: 0, longFunctions: ['b:y'], longLines: { a: 1, c: 1 } };
  assert.deepEqual(tooHigh(limits, counts), ['clauseFirst: 2', 'unnests: 0', 'a:x', 'a: 1', 'b: 0']);
  assert.deepEqual(tooHigh(limits, limits), []);
});

test('no limit is too high (after an improvement: node scripts/tidy.mjs --lower)', () => {
  assert.deepEqual(tooHigh(readLimits(), countAll(readSources(), findLongFunctions())), []);
});
