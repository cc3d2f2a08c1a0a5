import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';

export type File = { readonly type: string; readonly bytes: Buffer; readonly packed: ReadonlyMap<string, Buffer> };
export type DashboardFiles = { readonly index: string; readonly files: ReadonlyMap<string, File> };

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Holds the whole build in memory, 2 MB: no request reads the disk, and no requested path becomes a file name. */
export function readDashboardFiles(directory: string): DashboardFiles | null {
  const indexFile = join(directory, 'index.html');
  if (!existsSync(indexFile)) return null;
  const files = new Map<string, File>();
  for (const entry of readdirSync(join(directory, 'assets'), { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = pathOf(entry);
    const packed = encodings.flatMap(([encoding, end]) =>
      existsSync(path + end) ? [[encoding, readFileSync(path + end)] as const] : [],
    );
    const name = relative(directory, path).replaceAll('\\', '/');
    files.set(name, { type, bytes: readFileSync(path), packed: new Map(packed) });
  }
  return { index: readFileSync(indexFile, 'utf8'), files };
}

const pathOf = (entry: Dirent) => join(entry.parentPath, entry.name);
