// A folder with a package.json, its package-lock.json and the node_modules that they describe.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { sweep } from './sweep.mjs';

/**
 * @param dev whether packages for development are wanted too
 * @param prepare called with node_modules after an install
 * @param isDropped called with the path of each file and folder in node_modules: whether nobody needs it
 */
export function openPackages(folder, { dev = true, prepare = () => {}, isDropped = () => false } = {}) {
  const modules = join(folder, 'node_modules');
  const lockText = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const wanted = JSON.parse(lockText).packages;
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${lockText}`).digest('hex');
  const stampFile = join(modules, '.rialto-setup');
  const installedFile = join(modules, '.package-lock.json');

  const isReady = () => {
    const stamp = read(stampFile);
    return stamp === `${hash} everything` || (!dev && stamp === `${hash} production`);
  };

  /** Installed by hand, by `npm ci` or `npm install`: npm writes what it installed into a lock file of its own, last. */
  const isInstalled = (withDev) => {
    const installed = JSON.parse(read(installedFile) ?? '{}').packages ?? {};
    const same = (path) =>
      installed[path]?.integrity === wanted[path]?.integrity && installed[path]?.version === wanted[path]?.version;
    const mayMiss = ({ optional, devOptional, dev }) => optional || devOptional || (dev && !withDev);
    return (
      Object.keys(installed).length > 0 &&
      Object.keys(installed).every(same) &&
      Object.keys(wanted).every((path) => path === '' || path in installed || mayMiss(wanted[path]))
    );
  };

  /** npm takes its own lock file for outdated where a folder is newer, and then reads every package. */
  const touchInstalled = () => {
    const now = new Date();
    if (existsSync(installedFile)) utimesSync(installedFile, now, now);
  };

  return {
    isReady,
    /** Paths of the packages, such as `node_modules/pg`, that npm installs on this machine. */
    paths: Object.keys(wanted)
      .filter((path) => path !== '' && (dev || !wanted[path].dev) && fitsHere(wanted[path]))
      .map((path) => join(folder, path)),
    /** @returns the bytes on the disk */
    async install(onChild) {
      refuseLink(modules);
      const flags = [dev ? '--include=dev' : '--omit=dev', '--include=optional'];
      // `npm ci` would take away the packages of a service that may be running: what is missing is added to them.
      if (dev && !isInstalled(true) && isInstalled(false)) {
        touchInstalled();
        await runNpm(folder, ['install', '--no-save', ...flags], onChild).catch(() => {});
      }
      if (!isInstalled(dev)) await runNpm(folder, ['ci', ...flags], onChild);
      prepare(modules);
      const bytes = sweep(modules, isDropped);
      writeFileSync(stampFile, `${hash} ${isInstalled(true) ? 'everything' : 'production'}`);
      touchInstalled();
      return bytes;
    },
  };
}

/** npm empties what a link points to, which may be another checkout's. */
function refuseLink(modules) {
  if (!lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Error(
    `${modules} is a symbolic link to ${readlinkSync(modules)}, and npm would empty that folder. Remove the link and try again`,
  );
}

function fitsHere({ os, cpu, libc }) {
  const fits = (names, here) => !names || names.includes(here);
  const musl = existsSync('/etc/alpine-release') ? 'musl' : 'glibc';
  return fits(os, process.platform) && fits(cpu, process.arch) && (process.platform !== 'linux' || fits(libc, musl));
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
