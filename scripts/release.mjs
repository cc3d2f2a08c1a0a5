// `npm run release` writes rialto-<version>.tgz: what a machine needs to run the service, with the dashboard built. Unpacked,
// `npm start` there installs the packages for production alone.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../service/src/config/build.ts';
import { isDashboardBuilt } from './build-dashboard.mjs';
import { packTar } from './tar.mjs';

const root = dirname(import.meta.dirname);

const files = [
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'RELIABILITY.md',
  'SECURITY.md',
  'openapi.json',
  'package-lock.json',
  'scripts/build-dashboard.mjs',
  'scripts/setup.mjs',
  'scripts/node/package.json',
  'scripts/node/package-lock.json',
];
const folders = [
  'cli/src',
  'contract/src',
  'counterparts/src',
  'dashboard/dist',
  'docs',
  'scripts/setup',
  'sdk/src',
  'service/migrations',
  'service/src',
];
/** The others need files that a release has not. */
const scripts = ['start', 'admin', 'counterpart', 'demo', 'rialto'];

/** @returns {{ path: string, bytes: Buffer }[]} the files of a release, in order */
export function releaseFiles() {
  const found = [...files, ...folders.flatMap(filesBelow)].map((path) => ({
    path,
    bytes: readFileSync(join(root, path)),
  }));
  const made = [
    { path: 'package.json', bytes: asJson(manifest()) },
    { path: 'release.json', bytes: asJson(build) },
  ];
  return [...found, ...made].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.stamp' && !/\.test\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function manifest() {
  const whole = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const kept = Object.entries(whole.scripts).filter(([name]) => scripts.includes(name.replace(/^pre/, '')));
  return { ...whole, scripts: Object.fromEntries(kept) };
}

const asJson = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

function release() {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  if (status === 0 && stdout !== '') throw new Error('there are changes without a commit: commit them first');
  if (!isDashboardBuilt(root)) throw new Error('the dashboard is not built: node scripts/setup.mjs says why');
  const name = `rialto-${build.version}`;
  const packed = packTar(releaseFiles().map(({ path, bytes }) => ({ path: `${name}/${path}`, bytes })));
  writeFileSync(join(root, `${name}.tgz`), packed);
  console.log(`${name}.tgz, ${(packed.length / 1e6).toFixed(1)} MB, of commit ${build.commit}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    release();
  } catch (error) {
    console.error(`rialto: ${error.message}`);
    process.exitCode = 1;
  }
}
