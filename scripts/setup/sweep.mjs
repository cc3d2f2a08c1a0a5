// Measures a folder on the disk, and removes what nobody needs in it.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param isDropped called with the path of each file and folder: whether it is removed
 * @returns the bytes of what is left
 */
export function sweep(folder, isDropped = () => false) {
  let bytes = lstatSync(folder).blocks * 512;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (isDropped(path)) rmSync(path, { recursive: true, force: true });
    else if (entry.isDirectory()) bytes += sweep(path, isDropped);
    else bytes += lstatSync(path).blocks * 512;
  }
  return bytes;
}

/** The bytes of one package, without those in its own node_modules. */
export function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? sweep(path) : lstatSync(path).blocks * 512;
  }
  return bytes;
}
