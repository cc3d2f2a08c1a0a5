import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { putDocuments } from './restore.ts';

it('documents restored by root belong to root, and never go to a directory of another user', {
  skip: process.geteuid?.() !== 0,
}, (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const [backup, dataDir] = [join(directory, 'backup'), join(directory, 'data')];
  mkdirSync(backup);
  writeFileSync(join(backup, 'doc_1'), 'sealed', { mode: 0o600 });
  const documents = join(dataDir, 'documents');
  putDocuments(backup, documents);
  for (const path of [dataDir, documents, join(documents, 'doc_1')]) {
    const { uid, gid } = statSync(path);
    assert.deepEqual([uid, gid], [0, 0], path);
  }
  assert.equal(readFileSync(join(documents, 'doc_1'), 'utf8'), 'sealed');
  const theirs = join(directory, 'theirs');
  mkdirSync(theirs);
  chownSync(theirs, 12_345, 12_346);
  assert.throws(() => putDocuments(backup, join(theirs, 'documents')), /belongs to uid 12345/);
  assert.equal(existsSync(join(theirs, 'documents')), false);
});
