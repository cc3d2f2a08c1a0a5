import assert from 'node:assert/strict';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { putDocuments } from './restore.ts';

it('documents that root restores are of whose data directory it is', { skip: process.geteuid?.() !== 0 }, (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const [backup, dataDir] = [join(directory, 'backup'), join(directory, 'data')];
  for (const made of [backup, dataDir]) mkdirSync(made);
  writeFileSync(join(backup, 'doc_1'), 'sealed', { mode: 0o600 });
  chownSync(dataDir, 12_345, 12_346);
  const documents = join(dataDir, 'documents');
  putDocuments(backup, documents);
  for (const path of [documents, join(documents, 'doc_1')]) {
    const { uid, gid } = statSync(path);
    assert.deepEqual([uid, gid], [12_345, 12_346], path);
  }
  assert.equal(readFileSync(join(documents, 'doc_1'), 'utf8'), 'sealed');
});
