import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { copyDocuments } from './take.ts';

/** Deletes every second document as soon as the copy has begun, as the sweep does with documents nobody submitted. */
const sweep = `
  const { existsSync, readdirSync, rmSync } = require('node:fs');
  const [from, to] = process.argv.slice(1);
  const doomed = readdirSync(from).filter((name) => name.startsWith('doomed'));
  process.stdout.write('ready');
  while (!existsSync(to));
  for (const name of doomed) rmSync(from + '/' + name);`;

it('a copy of the documents has every document that stays, even if others are deleted meanwhile', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const [from, to] = [join(directory, 'from'), join(directory, 'to')];
  mkdirSync(from);
  for (let i = 0; i < 1_000; i++) for (const kind of ['kept', 'doomed']) writeFileSync(join(from, `${kind}${i}`), kind);
  writeFileSync(join(from, 'kept.tmp'), 'unfinished');
  const sweeper = spawn(process.execPath, ['-e', sweep, from, to], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(sweeper.stdout, 'data');
  const copied = copyDocuments(from, to);
  if (sweeper.exitCode === null) await once(sweeper, 'exit');
  const names = readdirSync(to);
  assert.equal(names.filter((name) => name.startsWith('kept')).length, 1_000);
  assert.equal(copied, names.length);
  t.diagnostic(`${2_000 - copied} were deleted before they were copied`);
});

it('a deployment without documents copies none', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'documents-'));
  t.after(() => rmSync(directory, { recursive: true }));
  assert.equal(copyDocuments(null, join(directory, 's3')), 0);
  assert.equal(copyDocuments(join(directory, 'never made'), join(directory, 'local')), 0);
});
