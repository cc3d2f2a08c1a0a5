// Builds dashboard/dist if it is missing or older than its sources. This is part of the setup, so it needs only Node ≥
// 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @param lockText package-lock.json: a new version of a library needs a new build */
export function isDashboardBuilt(root, lockText) {
  try {
    return readFileSync(join(root, 'dashboard/dist/.stamp'), 'utf8') === stampOf(root, lockText);
  } catch {
    return false;
  }
}

/** @returns the error, or undefined */
export function buildDashboard(root, { lockText, node }) {
  const directory = join(root, 'dashboard');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  // An installation without development packages has no dashboard, but it still serves the API.
  if (!existsSync(vite)) return 'vite is not installed';
  const stamp = stampOf(root, lockText);
  const made = join(directory, `dist.${process.pid}`);
  const args = [vite, 'build', directory, '--configLoader', 'native', '--outDir', made, '--logLevel', 'warn'];
  const { status, stdout, stderr, error } = spawnSync(node, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) {
    rmSync(made, { recursive: true, force: true });
    return error?.message ?? `${stdout}${stderr}`.trim();
  }
  writeFileSync(join(made, '.stamp'), stamp);
  // A running service has already read the old files, or it reads the new ones.
  const dist = join(directory, 'dist');
  const old = `${dist}.${process.pid}.old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(made, dist);
  rmSync(old, { recursive: true, force: true });
  return undefined;
}

function stampOf(root, lockText) {
  const directory = join(root, 'dashboard');
  const sources = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !/^(dist|test\b)|\.test\.ts$|\.md$/.test(file))
    .sort();
  // The only file of the contract from which the dashboard imports more than types.
  sources.push('../contract/src/csv-dialect.ts');
  const hash = createHash('sha256').update(lockText);
  for (const file of sources) hash.update(`\n${file}\n`).update(readFileSync(join(directory, file)));
  return hash.digest('hex');
}
