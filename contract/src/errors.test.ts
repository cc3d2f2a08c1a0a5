import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { catalogue } from './errors.ts';

/** A line for each code. Clients decide by these, so a line changes only with a new version of the interface. */
const golden = JSON.parse(readFileSync(new URL('./errors.golden.json', import.meta.url), 'utf8'));

test('every code keeps its status, its type and its place in the catalogue', () => {
  const lines = Object.entries(catalogue).map(([code, { status, type }]) => `${code}: ${status} ${type}`);
  assert.deepEqual(lines, golden);
});
