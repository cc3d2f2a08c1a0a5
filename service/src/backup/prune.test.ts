import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { files } from './description.ts';
import { pruneBackups } from './prune.ts';

test('the newest backup and its WAL are kept, even if the clock jumped between backups', () => {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-prune-'));
  const wal = join(directory, 'wal');
  mkdirSync(wal);
  // The second was made while the clock was years ahead, the last after the clock had been set back by an hour.
  const names = ['2026-11-20T02', '2031-01-01T02', '2026-11-21T02', '2026-11-21T01'].map((at) => `${at}-00-00.000Z`);
  const segmentOf = (i: number) => `00000001${'0'.repeat(14)}0${i}`;
  names.forEach((name, i) => {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, files.description), JSON.stringify({ first_segment: segmentOf(i) }));
    writeFileSync(join(wal, `${segmentOf(i)}.gz`), '');
  });
  const [first, ahead, third, last] = names.map((name) => join(directory, name)) as [string, string, string, string];
  const kept = () => readdirSync(wal).sort();
  assert.deepEqual(pruneBackups(directory, wal, 2, last), [first, third]);
  // The remaining backups need all WAL from the first of them on.
  assert.deepEqual(
    kept(),
    [1, 2, 3].map((i) => `${segmentOf(i)}.gz`),
  );
  assert.deepEqual(pruneBackups(directory, wal, 1, last), [ahead]);
  assert.deepEqual(kept(), [`${segmentOf(3)}.gz`]);
  assert.deepEqual(pruneBackups(directory, wal, 1, last), []);
});
