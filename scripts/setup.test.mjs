import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'setup-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const setpriv = spawnSync('setpriv', ['--version']).status === 0;

function prepare(checkout) {
  for (const path of ['scripts', 'dashboard', 'contract/src']) mkdirSync(join(checkout, path), { recursive: true });
  for (const file of ['scripts/setup.mjs', 'scripts/build-dashboard.mjs', 'package.json', 'package-lock.json']) {
    copyFileSync(join(root, file), join(checkout, file));
  }
}

/** Root may write to what is closed. */
function runAsOther(checkout) {
  const command = [process.execPath, 'scripts/setup.mjs'];
  const other = ['--reuid=65534', '--regid=65534', '--clear-groups', '--'];
  const [file, ...args] = process.getuid?.() === 0 ? ['setpriv', ...other, ...command] : command;
  return spawnSync(file, args, { cwd: checkout, encoding: 'utf8' });
}

/** Sets up a checkout where there is no npm, so nothing is ever installed. */
function setUp(checkout, env = {}) {
  prepare(checkout);
  return spawnSync(process.execPath, ['scripts/setup.mjs'], {
    cwd: checkout,
    env: { PATH: '', ...env },
    encoding: 'utf8',
  });
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

test('what the dashboard is built of is installed in production too', () => {
  const npm = join(directory, 'npm-cli.js');
  writeFileSync(
    npm,
    "require('node:fs').writeFileSync(__dirname + '/asked', process.argv.slice(2).join(' ')); process.exit(1)",
  );
  setUp(join(directory, 'production'), { NODE_ENV: 'production', npm_config_omit: 'optional', npm_execpath: npm });
  assert.match(readFileSync(join(directory, 'asked'), 'utf8'), /^ci .*--include=dev --include=optional$/);
});

test('a checkout that may not be written to is said to be so, and keeps nobody from starting who has all it takes', (t) => {
  if (process.getuid?.() === 0 && !setpriv) return t.skip('root may write anywhere, and there is no setpriv');
  const checkout = join(directory, 'closed');
  prepare(checkout);
  chmodSync(directory, 0o755);
  chmodSync(checkout, 0o555);
  const bare = runAsOther(checkout);
  assert.deepEqual(
    [bare.status, /may not write to .*run node scripts\/setup\.mjs there/.test(bare.stderr)],
    [1, true],
    bare.stderr,
  );
  chmodSync(checkout, 0o755);
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stamp = createHash('sha256').update(`${process.platform} ${process.arch} ${lock}`).digest('hex');
  mkdirSync(join(checkout, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(checkout, 'node_modules/.rialto-setup'), stamp);
  writeFileSync(join(checkout, 'node_modules/.bin/node'), '');
  chmodSync(checkout, 0o555);
  const installed = runAsOther(checkout);
  assert.deepEqual(
    [installed.status, /the dashboard was not built: this user may not/.test(installed.stderr)],
    [0, true],
    installed.stderr,
  );
  chmodSync(checkout, 0o755);
});
