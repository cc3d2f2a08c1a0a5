// Changes the core a unit at a time and asks whether its tests notice: Stryker, installed in a folder of its own by this alone.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';

const root = dirname(import.meta.dirname);
const run = (command, args, cwd) => {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
run('npm', ['ci', '--no-audit', '--no-fund'], join(root, 'mutation'));
const stryker = join(root, 'mutation/node_modules/.bin/stryker');
run(stryker, ['run', 'mutation/stryker.config.json', ...process.argv.slice(2)], root);
