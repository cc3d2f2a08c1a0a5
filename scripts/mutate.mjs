// Runs mutation tests on the code that decides about money, with Stryker, which this script installs into its own
// folder. `npm run mutate -- core` or `-- database` runs one of the two parts. Flags are passed to Stryker.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startTestDatabase } from './test-database.mjs';

const root = dirname(import.meta.dirname);
const stryker = join(root, 'mutation/node_modules/.bin/stryker');
/** `core` needs no database. The tests of `database` clone one PostgreSQL, and create fewer keys for each mutant. */
const parts = ['core', 'database'];

const [named] = process.argv.slice(2).filter((arg) => parts.includes(arg));
const flags = process.argv.slice(2).filter((arg) => arg !== named);
// Each mutant is a process. Without a cache it would spend most of its time compiling unchanged code.
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
  // When root runs this, PostgreSQL runs as another user, who must be able to reach its directory.
  chmodSync(directory, 0o755);
  const database = part === 'database' ? await startTestDatabase(directory) : null;
  const own = database ? { RIALTO_TEST_DATABASE: database.url, KEYS: '20' } : {};
  try {
    const args = ['run', `mutation/${part}.config.json`, ...flags];
    // Not spawnSync: it would block the events of the PostgreSQL process.
    const child = spawn(stryker, args, { cwd: root, env: { ...process.env, ...cache, ...own }, stdio: 'inherit' });
    // A signal ends the run first, and then the database.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    await database?.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}
