// Runs the tests on their own PostgreSQL. `npm test -- path/to/one.test.ts` runs one file. Flags are passed to `node
// --test`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPostmaster, stopPostmaster } from '../service/src/postgres/postmaster.ts';
import { startBrowser } from './browser.ts';
import { startTestDatabase } from './test-database.mjs';

/** Loading the service and warming it up costs each process 1.5 s of CPU. */
const FILES_PER_PROCESS = 40;
/** A run of fewer files has a process for each. */
const FEW = 12;
/** The databases of a run are in memory if it has this much room, and the machine as much again. */
const MEMORY_BYTES = 4 * 2 ** 30;
const LONG = /\.long\.test\.(ts|mjs)$/;
/** These take longest. If one of them began last, it would run alone at the end. */
const SLOW = /^(test\/promises|service\/test\/reliability)\/|\/(docs-samples|pages|admin|commands)\.test\.ts$/;

const { files, flags } = parse(process.argv.slice(2));
const directory = mkdtempSync(join(tmpdir(), 'rialto-test-'));
const databases = mkdtempSync(join(memoryOr(tmpdir()), 'rialto-test-'));
const scratch = join(directory, 'tmp');
mkdirSync(scratch);
const queue = join(directory, 'queue');
// When root runs the tests, PostgreSQL runs as another user, who must be able to reach its directory.
for (const path of [directory, databases]) chmodSync(path, 0o755);
const stopped = Promise.withResolvers();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopped.resolve(signal));

let embedded;
let browser;
try {
  embedded = await startTestDatabase(databases);
  if (files.some((file) => file.startsWith('dashboard/test/'))) browser = await startBrowser();
  process.exitCode = await runTests({
    RIALTO_TEST_DATABASE: embedded.url,
    RIALTO_TEST_CLUSTER: embedded.cluster,
    ...(browser ? { RIALTO_TEST_BROWSER: browser.wsEndpoint() } : {}),
  });
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await browser?.close();
  await embedded?.stop();
  await stopLeftovers();
  for (const path of [directory, databases]) rmSync(path, { recursive: true, force: true });
}
process.exit();

/**
 * A folder in memory, if it has room. Each test file creates and drops a database of 1 080 files. On ext4 without a
 * journal, the kernel compares each new file with all that were deleted lately. PostgreSQL's CPU for the start of a
 * service was then 300 to 800 ms; in memory it is 260 to 390 ms.
 */
function memoryOr(folder) {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return folder;
  const { bavail, bsize } = statfsSync(memory);
  // A container may have less memory than its file system in memory says.
  const isRoomy = bavail * bsize > MEMORY_BYTES && process.availableMemory() > 2 * MEMORY_BYTES;
  return isRoomy ? memory : folder;
}

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
    (file) => long || named.includes(file) || !LONG.test(file),
  );
  if (files.length > 0) return { files: files.sort(), flags };
  console.error(`No test files found: ${patterns.join(' ')}`);
  process.exit(1);
}

/**
 * Each process takes the next file until none is left, so that all end at nearly the same time. Each file becomes a
 * suite, so its before and after hooks run around its own tests.
 */
function putTogether(files) {
  // A long file sets numbers in the environment and imports the short one: it needs a process of its own.
  const alone = files.filter((file) => LONG.test(file));
  const together = files.filter((file) => !LONG.test(file));
  // A flag such as --test-name-pattern may skip a whole suite, and with it the hook that takes the next file.
  if (together.length <= FEW || flags.length > 0) return files;
  mkdirSync(queue);
  const width = String(together.length).length;
  for (const [i, file] of inOrder(together).entries()) writeFileSync(join(queue, String(i).padStart(width, '0')), file);
  const take = pathToFileURL(join(import.meta.dirname, 'take-test-files.mjs')).href;
  // A process that crashes leaves its files to the others.
  const processes = Math.ceil(together.length / FILES_PER_PROCESS) + 2;
  const paths = Array.from({ length: processes }, (_, i) => {
    const path = join(directory, `process-${String(i).padStart(2, '0')}.mjs`);
    const call = `await takeFiles(${JSON.stringify(queue)}, ${FILES_PER_PROCESS});`;
    writeFileSync(path, [`import { takeFiles } from ${JSON.stringify(take)};`, call, ''].join('\n'));
    return path;
  });
  return [...paths, ...alone];
}

/** Neighboring files are similar, so they are spread. A slow one comes after every ten others. */
function inOrder(files) {
  const slow = files.filter((file) => SLOW.test(file));
  const others = files.filter((file) => !SLOW.test(file));
  const strides = Math.ceil(others.length / 10);
  const spread = Array.from({ length: strides }, (_, i) => others.filter((_, n) => n % strides === i));
  return Array.from({ length: Math.max(strides, slow.length) }, (_, i) => [
    ...slow.slice(i, i + 1),
    ...(spread[i] ?? []),
  ]).flat();
}

/** @returns the files that no process has taken, because processes crashed */
function leftOver() {
  if (!existsSync(queue)) return [];
  return readdirSync(queue).map((name) => readFileSync(join(queue, name), 'utf8'));
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
  if (signal) return 130;
  const left = leftOver();
  if (left.length > 0) console.error(`These files were not run:\n${left.join('\n')}`);
  return left.length > 0 ? 1 : (code ?? 1);
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
