import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'setup-'));
after(() => rmSync(directory, { recursive: true, force: true }));

/** Sets up a checkout where there is no npm, so nothing is ever installed. */
function setUp(checkout) {
  mkdirSync(join(checkout, 'scripts'), { recursive: true });
  for (const file of ['scripts/setup.mjs', 'scripts/build-dashboard.mjs', 'package.json', 'package-lock.json']) {
    copyFileSync(join(root, file), join(checkout, file));
  }
  const env = { PATH: '' };
  return spawnSync(process.execPath, ['scripts/setup.mjs'], { cwd: checkout, env, encoding: 'utf8' });
}

test('what a link called node_modules points to is not installed over', () => {
  const [mine, others] = [join(directory, 'mine'), join(directory, 'others')];
  mkdirSync(mine);
  mkdirSync(others);
  writeFileSync(join(others, 'kept'), '');
  symlinkSync(others, join(mine, 'node_modules'));
  const { status, stderr } = setUp(mine);
  assert.equal(status, 1);
  assert.match(stderr, /node_modules is a symbolic link to .*others.* Remove the link/);
  assert.doesNotMatch(stderr, /npm ci failed/);
  assert.ok(existsSync(join(others, 'kept')));
  assert.ok(!existsSync(join(mine, '.rialto-setup.lock')));
});

test('control: without the link npm is called', () => {
  const { status, stderr } = setUp(join(directory, 'plain'));
  assert.equal(status, 1);
  assert.match(stderr, /npm ci failed/);
});
