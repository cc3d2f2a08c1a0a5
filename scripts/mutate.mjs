// Changes what decides about money a unit at a time and asks whether its tests notice: Stryker, installed in a folder of its own
// by this alone. `npm run mutate -- core` or `-- database` is one of the two parts; flags go to Stryker.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startTestDatabase } from './test-database.mjs';

const root = dirname(import.meta.dirname);
const stryker = join(root, 'mutation/node_modules/.bin/stryker');
/** `core` needs nothing; the tests of `database` clone one PostgreSQL, and each mutant's make fewer keys. */
const parts = ['core', 'database'];

const [named] = process.argv.slice(2).filter((arg) => parts.includes(arg));
const flags = process.argv.slice(2).filter((arg) => arg !== named);
// Each mutant is a process, and most of what it would do is compile what no mutant changes.
const cache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/mutation') };

const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
  cwd: join(root, 'mutation'),
  stdio: 'inherit',
});
if (installed.status !== 0) process.exit(installed.status ?? 1);
let failed = false;
for (const part of named ? [named] : parts) failed = (await run(part)) !== 0 || failed;
process.exit(failed ? 1 : 0);

async function run(part) {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-mutation-'));
  // Where root runs this, postgres is another user, that must get to its own directory.
  chmodSync(directory, 0o755);
  const database = part === 'database' ? await startTestDatabase(directory) : null;
  const own = database ? { RIALTO_TEST_DATABASE: database.url, KEYS: '20' } : {};
  try {
    const args = ['run', `mutation/${part}.config.json`, ...flags];
    // Not spawnSync, or nobody would hear that postgres ended.
    const child = spawn(stryker, args, { cwd: root, env: { ...process.env, ...cache, ...own }, stdio: 'inherit' });
    // What is told to end ends the run, and then the database.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    await database?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
