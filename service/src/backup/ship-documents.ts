import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { objects } from './catalog.ts';
import { generationOfFile, objectOf } from './document-objects.ts';
import { collect, type Remote } from './remote.ts';

export type DocumentShipper = {
  /** Stores the documents that the store lacks. @returns the names of the objects of all */
  ship(): Promise<string[]>;
};

/** @param directory the documents' directory in DATA_DIR; null if they have a store of their own */
export function createDocumentShipper(remote: Remote, archive: string, directory: string | null): DocumentShipper {
  let known: Set<string> | null = null;
  /** The object of each file, and the file's time then. */
  const seen = new Map<string, { object: string; mtimeMs: number }>();
  const find = async (name: string) => {
    const { mtimeMs } = await stat(join(directory!, name));
    const before = seen.get(name);
    if (before?.mtimeMs === mtimeMs) return before.object;
    const object = objectOf(name, await generationOfFile(join(directory!, name)));
    seen.set(name, { object, mtimeMs });
    return object;
  };
  return {
    ship: async () => {
      if (!directory) return [];
      known ??= new Set((await collect(remote.list(objects.documents(archive)))).map(({ name }) => basename(name)));
      const names = await documentsIn(directory);
      const all: string[] = [];
      for (const name of names) {
        const object = await find(name).catch(absent);
        if (!object) continue;
        if (!known.has(object)) {
          const bytes = await readFile(join(directory, name)).catch(absent);
          if (!bytes) continue;
          await remote.put(objects.document(archive, object), bytes);
          known.add(object);
        }
        all.push(object);
      }
      return all;
    },
  };
}

/** The documents' directory in DATA_DIR; null if they have a store of their own. */
export function documentsOf({ DOCUMENTS, DATA_DIR }: Pick<Config, 'DOCUMENTS' | 'DATA_DIR'>): string | null {
  return DOCUMENTS === 'local' ? join(DATA_DIR, 'documents') : null;
}

export async function documentsIn(directory: string): Promise<string[]> {
  const names = (await readdir(directory).catch(absent)) ?? [];
  return names.filter((name) => !name.endsWith('.tmp'));
}

/** There is no directory before the first document, and a document that nobody submitted is deleted. */
function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
