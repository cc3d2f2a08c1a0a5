import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const directory = mkdtempSync(join(tmpdir(), 'setup-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const setpriv = spawnSync('setpriv', ['--version']).status === 0;

/** Names the packages as npm does, and writes what it was asked for beside itself. */
const fakeNpm = `
  const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
  const [command, ...flags] = process.argv.slice(2);
  appendFileSync(__dirname + '/asked', [process.cwd().replace(/.*(dashboard|node)$/, '$1'), command, ...flags].join(' ') + '\\n');
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const installed = Object.entries(packages).filter(
    ([path, { dev, optional }]) => path && !optional && !(dev && flags.includes('--omit=dev')),
  );
  for (const [path] of installed) {
    mkdirSync(path, { recursive: true });
    writeFileSync(path + '/package.json', '{}');
    writeFileSync(path + '/index.js.map', '');
  }
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));`;

const copied = [
  'package.json',
  'package-lock.json',
  'dashboard/package.json',
  'dashboard/package-lock.json',
  'dashboard/index.html',
  'dashboard/icon.svg',
  'dashboard/vite.config.ts',
  'contract/src/csv-dialect.ts',
  'contract/src/reference-again.ts',
  'service/src/core/fee.ts',
  'scripts/node/package.json',
  'scripts/node/package-lock.json',
  'scripts/build-dashboard.mjs',
  'scripts/setup.mjs',
  'scripts/setup',
];

function prepare(checkout) {
  mkdirSync(join(checkout, 'dashboard/src'), { recursive: true });
  for (const path of copied) cpSync(join(root, path), join(checkout, path), { recursive: true });
}

/** A checkout beside a fake npm. @returns what npm was asked for since the last call, sorted, and sets up once more */
function prepareWithNpm(name) {
  const checkout = join(directory, name);
  mkdirSync(checkout, { recursive: true });
  const npm = join(directory, `${name}-npm/npm-cli.js`);
  mkdirSync(dirname(npm));
  writeFileSync(npm, fakeNpm);
  const asked = join(dirname(npm), 'asked');
  return {
    checkout,
    run(args = [], env = {}) {
      rmSync(asked, { force: true });
      const ran = spawnSync(process.execPath, ['scripts/setup.mjs', ...args], {
        cwd: checkout,
        env: { PATH: '', npm_execpath: npm, ...env },
        encoding: 'utf8',
      });
      const lines = existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : [];
      return {
        ...ran,
        asked: lines.map((line) => line.replace(checkout, 'service').replace(/ --loglevel.*/, '')).sort(),
      };
    },
  };
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

test('a start installs the packages for production and those that the dashboard is built of, whatever npm would omit', () => {
  const { checkout, run } = prepareWithNpm('start');
  prepare(checkout);
  const env = { NODE_ENV: 'production', npm_config_omit: 'optional' };
  const { status, stderr, asked } = run([], env);
  assert.deepEqual(asked, [
    'dashboard ci --include=dev --include=optional',
    'service ci --omit=dev --include=optional',
  ]);
  assert.match(stderr, /installing \d+ packages\n.*installed \d+ packages, \d+ MB, in \d+ s\n/s);
  // There is no Vite, and the service starts all the same.
  assert.match(stderr, /the dashboard was not built: .*vite/s);
  assert.equal(status, 0, stderr);
  assert.ok(existsSync(join(checkout, 'node_modules/fastify')));
  for (const path of ['node_modules/typescript', 'dashboard/node_modules/react/index.js.map'])
    assert.ok(!existsSync(join(checkout, path)), path);
  assert.ok(existsSync(join(checkout, 'node_modules/.bin/node')));
  assert.deepEqual(run([], env).asked, []);
});

test('tests add what they need to what is there, and a later start keeps it', () => {
  const { checkout, run } = prepareWithNpm('everything');
  prepare(checkout);
  assert.equal(run().asked.length, 2);
  assert.deepEqual(run(['--everything']).asked, ['service install --no-save --include=dev --include=optional']);
  assert.ok(existsSync(join(checkout, 'node_modules/typescript')));
  assert.deepEqual([run().asked, run(['--everything']).asked], [[], []]);
});

test('a release has its dashboard, and installs nothing to build it', () => {
  const { checkout, run } = prepareWithNpm('release');
  prepare(checkout);
  rmSync(join(checkout, 'dashboard'), { recursive: true });
  const { status, stderr, asked } = run();
  assert.deepEqual([status, asked], [0, ['service ci --omit=dev --include=optional']], stderr);
  assert.doesNotMatch(stderr, /dashboard/);
});

test('another lock file is another install', () => {
  const { checkout, run } = prepareWithNpm('changed');
  prepare(checkout);
  run();
  const file = join(checkout, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  lock.packages['node_modules/fastify'].version = '6.0.0';
  writeFileSync(file, JSON.stringify(lock));
  assert.deepEqual(run().asked, ['service ci --omit=dev --include=optional']);
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
  writeFileSync(join(checkout, 'node_modules/.rialto-setup'), `${stamp} production`);
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
