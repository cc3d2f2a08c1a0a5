import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FoundFile } from './found-file.ts';
import { MAX_FILE_BYTES } from './read/limits.ts';

/** A file that changed this recently is perhaps still being written. */
const QUIET_MS = 10_000;

/**
 * The files of a directory inside the root, by name. Links and hidden files are passed over.
 * @param seen files of earlier rounds, by path, size and time: they are not read again
 * @throws if the directory is not inside the root
 */
export async function* collectDirectory(root: string, directory: string, seen: Set<string>): AsyncGenerator<FoundFile> {
  if (root === '') throw new Error('STATEMENTS_DIR is not set, so no directory is searched for statements');
  const base = await realpath(root);
  const folder = await realpath(join(base, directory));
  if (folder !== base && !folder.startsWith(base + sep))
    throw new Error(`the directory ${directory} is not inside STATEMENTS_DIR`);
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, name);
    const { size, mtimeMs } = await stat(path);
    if (size === 0 || size > MAX_FILE_BYTES || Date.now() - mtimeMs < QUIET_MS) continue;
    const stamp = `${path} ${size} ${mtimeMs}`;
    if (seen.has(stamp)) continue;
    const open = () => createReadStream(path, { highWaterMark: 1024 * 1024 });
    yield { source: 'directory', name, size, sha256: await hashOf(open()), open };
    seen.add(stamp);
  }
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest();
}
