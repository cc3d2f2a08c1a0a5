import { readdir, readFile } from 'node:fs/promises';

export const migrations = new URL('../../migrations/', import.meta.url);

export type MigrationFile = {
  readonly sql: string;
  /** The index that it creates concurrently. */
  readonly index: string | undefined;
  /** It commits after each slice of rows. A file without this or `index` is one transaction. */
  readonly slices: boolean;
  /** The oldest version that also runs on it, such as `0.3.0`. */
  readonly worksWith: string | undefined;
};

/**
 * A migration with only this statement creates an index and does not block writers. It runs outside a transaction, so a
 * failed attempt leaves an index with this name.
 */
const CONCURRENT_INDEX = /^(?:\s|--.*\n)*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?!IF\s)(\w+)\s/i;
/**
 * A migration with only one block, which commits after each slice of rows, so nothing waits for it for long. After an
 * interruption the whole block runs again.
 */
const SLICES = /^-- In slices\n/;
const WORKS_WITH = /^-- Works with (\d+\.\d+\.\d+)\n/;

/** The names of all migrations, in order. */
export async function listMigrations(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
}

export async function readMigration(folder: URL, name: string): Promise<MigrationFile> {
  const sql = await readFile(new URL(name, folder), 'utf8');
  return {
    sql,
    index: CONCURRENT_INDEX.exec(sql)?.[1],
    slices: SLICES.test(sql),
    worksWith: WORKS_WITH.exec(sql)?.[1],
  };
}

/** Whether a version runs on a later migration that works with `oldest`: only within one minor version. */
export function runsOn(version: string, oldest: string | null): boolean {
  const [major, minor, patch] = version.split('.').map(Number);
  const [oldMajor, oldMinor, oldPatch] = (oldest ?? '').split('.').map(Number);
  return major === oldMajor && minor === oldMinor && patch! >= oldPatch!;
}
