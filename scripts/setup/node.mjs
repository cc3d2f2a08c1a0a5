// Node 26: the machine's own, or npm's where that is older. node_modules/.bin/node is a link to it, and npm's scripts find it first.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { openPackages } from './packages.mjs';

/** For addons in C, which nothing here has: 67 of 211 MB. */
const isHeaders = (path) => basename(path) === 'include' && basename(dirname(path)).startsWith('node-');

export function openNode(root) {
  const link = join(root, 'node_modules/.bin/node');
  // Of a checkout that is set up, npm runs this with npm's Node.
  const own = isNewEnough(process.version) && !process.execPath.startsWith(`${realpathSync(root)}/`);
  const packages = openPackages(join(root, 'scripts/node'), { isDropped: isHeaders });
  const packaged = join(root, 'scripts/node/node_modules/.bin/node');
  const target = own ? process.execPath : relative(dirname(link), packaged);
  return {
    isReady: () => existsSync(link) && (own || (packages.isReady() && readLink(link) === target)),
    packages: own ? null : packages,
    /** The program, once it is installed. */
    path: own ? process.execPath : packaged,
    /** After the service's packages, whose install empties the folder. */
    link() {
      const { stdout } = spawnSync(own ? process.execPath : packaged, ['--version'], { encoding: 'utf8' });
      if (!isNewEnough(stdout ?? '')) {
        const machine = `${process.platform}-${process.arch}`;
        throw new Error(`npm has no Node 26 that runs on this machine (${machine}): install Node 26 and try again`);
      }
      mkdirSync(dirname(link), { recursive: true });
      rmSync(link, { force: true });
      symlinkSync(target, link);
    },
  };
}

function isNewEnough(version) {
  return Number(/^v(\d+)/.exec(version)?.[1]) >= 26;
}

function readLink(path) {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
