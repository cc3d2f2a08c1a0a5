// How far an install is: packages that are there, and their size on the disk.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sayProgress } from './say.mjs';
import { sizeOf } from './sweep.mjs';

export const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

/**
 * @param paths of the packages that are being installed
 * @returns ends it
 */
export function watchProgress(paths) {
  const sizes = new Map();
  const missing = new Set(paths);
  const look = () => {
    // npm may still be writing the last ones: a package is measured at the next look after it appeared.
    for (const [path, bytes] of sizes) if (bytes === 0) sizes.set(path, sizeIfThere(path));
    for (const path of missing) {
      if (!existsSync(join(path, 'package.json'))) continue;
      missing.delete(path);
      sizes.set(path, 0);
    }
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    sayProgress(`${sizes.size} of ${paths.length} packages, ${megabytes(bytes)}`);
  };
  const timer = setInterval(look, process.stderr.isTTY ? 500 : 5_000);
  return () => clearInterval(timer);
}

/** npm takes away what it could not install whole. */
function sizeIfThere(path) {
  try {
    return sizeOf(path);
  } catch {
    return 0;
  }
}
