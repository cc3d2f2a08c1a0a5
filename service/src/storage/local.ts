import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkName, type DocumentStore } from './document-store.ts';

/** Files in a directory that only the service's user can read. */
export function localStore(directory: string): DocumentStore {
  const fileOf = (name: string) => {
    checkName(name);
    return join(directory, name);
  };
  return {
    put: async (name, bytes) => {
      const file = fileOf(name);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const unfinished = `${file}.${randomBytes(6).toString('hex')}.tmp`;
      try {
        await write(unfinished, bytes);
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await syncDirectory(directory);
    },
    get: async (name) => {
      try {
        return await readFile(fileOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: async (name) => {
      await rm(fileOf(name), { force: true });
    },
  };
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is recorded in the directory. Without this sync a power cut can undo it. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
