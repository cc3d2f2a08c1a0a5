// Builds dashboard/dist if it is missing or older than its sources. This is part of the setup, so it needs only Node ≥ 20.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The sources beside src: a new version of a library needs a new build, and src imports more than types from the last two. */
const others = [
  'index.html',
  'icon.svg',
  'vite.config.ts',
  'package-lock.json',
  '../contract/src/csv-dialect.ts',
  '../contract/src/reference-again.ts',
  '../service/src/core/fee.ts',
];

export function isDashboardBuilt(root) {
  try {
    return readFileSync(join(root, 'dashboard/dist/.stamp'), 'utf8') === stampOf(root);
  } catch {
    return false;
  }
}

/**
 * @param node the program that runs Vite
 * @returns the error, or undefined
 */
export async function buildDashboard(root, node) {
  const directory = join(root, 'dashboard');
  const vite = join(directory, 'node_modules/vite/bin/vite.js');
  const stamp = stampOf(root);
  const made = join(directory, `dist.${process.pid}`);
  const args = [vite, 'build', directory, '--configLoader', 'native', '--outDir', made, '--logLevel', 'warn'];
  const wrong = await run(node, args, root);
  if (wrong !== undefined) {
    rmSync(made, { recursive: true, force: true });
    return wrong;
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

async function run(node, args, cwd) {
  const child = spawn(node, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
  }
  const status = await new Promise((resolve) =>
    child.on('close', resolve).on('error', (error) => resolve(error.message)),
  );
  return status === 0 ? undefined : output.trim() || String(status);
}

function stampOf(root) {
  const directory = join(root, 'dashboard');
  const sources = readdirSync(join(directory, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !/\.test\.ts$|\.md$/.test(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...sources, ...others]) hash.update(`\n${file}\n`).update(readFileSync(join(directory, file)));
  return hash.digest('hex');
}
