import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { FIRST } from '../kernel/data-key.ts';
import { generationOfSealed, MARKED_BYTES } from '../kernel/seal.ts';
import type { StoredObject } from './bucket.ts';

/**
 * The name of a document's object. A document changes only when it is sealed under a later key, and a backup from
 * before needs its old bytes.
 */
export const objectOf = (document: string, generation: number): string =>
  generation === FIRST ? document : `${document}.${generation}`;

export const documentOf = (object: string): string => basename(object).split('.')[0]!;
const generationOf = (object: string): number => Number(basename(object).split('.')[1] ?? FIRST);

export async function generationOfFile(file: string): Promise<number> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MARKED_BYTES), 0, MARKED_BYTES, 0);
    return bytesRead < MARKED_BYTES ? FIRST : generationOfSealed(buffer);
  } finally {
    await handle.close();
  }
}

/** The object of each document: the newest that was stored by `to`, or else the oldest. */
export function newestOf(stored: readonly StoredObject[], to?: Date): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { name, at } of stored.toSorted((a, b) => generationOf(a.name) - generationOf(b.name)))
    if (!chosen.has(documentOf(name)) || !to || at <= to) chosen.set(documentOf(name), basename(name));
  return chosen;
}
