// Runs the tests on their own PostgreSQL. `npm test -- path/to/one.test.ts` runs one file. Flags are passed to `node
// --test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPostmaster, stopPostmaster } from '../service/src/postgres/postmaster.ts';
import { startBrowser } from './browser.ts';
import { startTestDatabase } from './test-database.mjs';

/** Files per process. Loading the service and warming it up costs each process 1.5 s of CPU. */
const TOGETHER = 12;

const { files, flags } = parse(process.argv.slice(2));
const directory = mkdtempSync(join(tmpdir(), 'rialto-test-'));
const scratch = join(directory, 'tmp');
mkdirSync(scratch);
// When root runs the tests, PostgreSQL runs as another user, who must be able to reach its directory.
chmodSync(directory, 0o755);
const stopped = Promise.withResolvers();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopped.resolve(signal));

let embedded;
let browser;
try {
  embedded = await startTestDatabase(directory);
  if (files.some((file) => file.startsWith('dashboard/test/'))) browser = await startBrowser();
  process.exitCode = await runTests({
    RIALTO_TEST_DATABASE: embedded.url,
    ...(browser ? { RIALTO_TEST_BROWSER: browser.wsEndpoint() } : {}),
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  await embedded?.stop();
  await stopLeftovers();
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

function parse(args) {
  const long = args.includes('--long');
  const flags = args.filter((arg) => arg.startsWith('-') && arg !== '--long');
  const named = args.filter((arg) => !arg.startsWith('-'));
  const everywhere = [
    '{contract,service,sdk,cli,counterparts,examples,test}/**/*.test.ts',
    'dashboard/{src,test}/**/*.test.ts',
    'scripts/*.test.mjs',
  ];
  const patterns = named.length > 0 ? named : everywhere;
  const files = globSync(patterns, { exclude: ['**/node_modules', '**/dist'] }).filter(
    (file) => long || named.includes(file) || !/\.long\.test\.(ts|mjs)$/.test(file),
  );
  if (files.length > 0) return { files: files.sort(), flags };
  console.error(`No test files found: ${patterns.join(' ')}`);
  process.exit(1);
}

/**
 * Each file becomes a suite, so its before and after hooks run around its own tests. Files are dealt to the groups in
 * turn, because neighboring files are similar: a group of only browser tests would finish last.
 */
function putTogether(files) {
  if (files.length <= TOGETHER) return files;
  const groups = Array.from({ length: Math.ceil(files.length / TOGETHER) }, () => []);
  for (const [i, file] of files.entries()) groups[i % groups.length].push(file);
  return groups.map((group, i) => {
    const path = join(directory, `group-${String(i).padStart(2, '0')}.mjs`);
    const suites = group.map((file) => {
      const url = JSON.stringify(pathToFileURL(file).href);
      return `await new Promise((loaded) => describe(${JSON.stringify(file)}, () => import(${url}).finally(loaded)));`;
    });
    writeFileSync(path, ["import { describe } from 'node:test';", ...suites, ''].join('\n'));
    return path;
  });
}

/** Runs the tests in their own process group, so that all their child processes can be ended with them. */
async function runTests(settings) {
  // Four on two cores: tests wait more than they compute (787 s with three, 774 with four).
  const args = ['--test', '--test-concurrency=4', '--test-reporter=spec', ...flags, ...putTogether(files)];
  // Test processes and the services that they start share compiled code.
  const cache = join(directory, 'compiled');
  const env = { ...process.env, ...settings, TMPDIR: scratch, NODE_COMPILE_CACHE: cache };
  const child = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  const signal = await Promise.race([stopped.promise, ended.then(() => undefined)]);
  if (signal) process.kill(-child.pid, 'SIGTERM');
  const giveUp = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 5000);
  if (!signal) clearTimeout(giveUp);
  const [code] = await ended;
  clearTimeout(giveUp);
  return signal ? 130 : (code ?? 1);
}

/**
 * Stops PostgreSQL servers of interrupted tests. Their data directories are in the scratch directory, like all
 * temporary files.
 */
async function stopLeftovers() {
  for (const file of globSync(join(scratch, '{*,*/*}/postgres/postmaster.pid'))) {
    const postmaster = await findPostmaster(dirname(file));
    if (postmaster) await stopPostmaster(postmaster.pid);
  }
}
