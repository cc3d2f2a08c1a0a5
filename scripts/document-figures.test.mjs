import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongFigures } from './document-figures.mjs';

const sources = [
  { path: 'service/src/idempotency/once.ts', text: 'const MAX_BATCH = 500;\nconst SHARED_LOCK_MS = 80;\n' },
  { path: 'service/src/db/find.ts', text: 'export const MAX_BATCH = 100;\nexport const LEASE_S = 60;\n' },
  { path: 'service/src/http/mount.ts', text: 'export const BODY_LIMIT = 64 * 1024;\nconst MOST_READ = 50_000;\n' },
];
const wrong = (text) => wrongFigures('ARCHITECTURE.md', text, sources);

test('a figure after a constant is the one in the code', () => {
  assert.deepEqual(wrong('`SHARED_LOCK_MS` (80), `MOST_READ` (50 000) and `MOST_READ` (50,000)'), []);
  assert.deepEqual(wrong('`SHARED_LOCK_MS` (90)'), ['ARCHITECTURE.md: SHARED_LOCK_MS is 80, not 90']);
});

test('a figure may have a unit', () => {
  assert.deepEqual(wrong('`SHARED_LOCK_MS` (80 ms), `LEASE_S` (60 s), `LEASE_S` (1 min), `BODY_LIMIT` (64 KiB)'), []);
  assert.deepEqual(wrong('`SHARED_LOCK_MS` (80 s)'), ['ARCHITECTURE.md: SHARED_LOCK_MS is 80, not 80 s']);
});

test('a path chooses between constants of one name', () => {
  assert.deepEqual(wrong('`MAX_BATCH` (100), `idempotency/once.ts:MAX_BATCH` (500)'), []);
  assert.deepEqual(wrong('`db/find.ts:MAX_BATCH` (500)'), ['ARCHITECTURE.md: db/find.ts:MAX_BATCH is 100, not 500']);
});

test('a constant that does not exist is an error; a name without a figure is not looked at', () => {
  assert.deepEqual(wrong('`LOST` (5)'), ['ARCHITECTURE.md: no constant is named LOST']);
  assert.deepEqual(wrong('`LOST` (see below) and `LOST`'), []);
});
