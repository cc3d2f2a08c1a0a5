import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { collect, type Remote } from './remote.ts';
import { objects } from './catalog.ts';

export type DocumentShipper = {
  /** Stores the documents that the store lacks. A document never changes. @returns the names of all */
  ship(): Promise<string[]>;
};

/** @param directory the documents' directory in DATA_DIR; null if they have a store of their own */
export function createDocumentShipper(remote: Remote, archive: string, directory: string | null): DocumentShipper {
  let known: Set<string> | null = null;
  return {
    ship: async () => {
      if (!directory) return [];
      known ??= new Set((await collect(remote.list(objects.documents(archive)))).map(({ name }) => basename(name)));
      const names = await documentsIn(directory);
      for (const name of names) {
        if (known.has(name)) continue;
        const bytes = await readFile(join(directory, name)).catch(absent);
        if (!bytes) continue;
        await remote.put(objects.document(archive, name), bytes);
        known.add(name);
      }
      return names.filter((name) => known!.has(name));
    },
  };
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
