import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readDescription } from './description.ts';
import { segmentsFrom } from './wal.ts';

/** Complete backups in a directory, the oldest first: their names are their times. */
function backupsIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => /^\d{4}-\d\d-\d\dT[\d.-]+Z$/.test(name))
    .sort()
    .map((name) => join(directory, name));
}

/**
 * Removes all but the last `keep` backups, and the WAL that only the removed ones needed. `taken` counts as the last,
 * whatever the clock said when backups were named.
 * @returns what was removed
 */
export function pruneBackups(directory: string, wal: string | null, keep: number, taken: string): string[] {
  const backups = [...backupsIn(directory).filter((backup) => backup !== taken), taken];
  const removed = backups.slice(0, -keep);
  for (const backup of removed) rmSync(backup, { recursive: true });
  if (!wal) return removed;
  const [needed] = backups
    .slice(-keep)
    .map((backup) => readDescription(backup).first_segment)
    .sort() as [string];
  const timeline = needed.slice(0, 8);
  for (const name of segmentsFrom(wal, `${timeline}${'0'.repeat(16)}`)) {
    if (name < needed) rmSync(join(wal, `${name}.gz`));
  }
  return removed;
}
