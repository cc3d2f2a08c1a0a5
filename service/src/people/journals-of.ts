import type { DataKey } from '../kernel/data-key.ts';
import { archiveOf } from '../postgres/archive.ts';
import { journalOf } from './journal.ts';

type Where = { readonly DATA_DIR: string; readonly BACKUP_DIR: string };

/** Where this node keeps the journal of erasures: in DATA_DIR, and beside the backups of the embedded database. */
export function journalsOf({ DATA_DIR, BACKUP_DIR }: Where): string[] {
  const archive = BACKUP_DIR ? archiveOf(DATA_DIR, BACKUP_DIR) : undefined;
  return [journalOf(DATA_DIR), ...(archive ? [journalOf(archive)] : [])];
}

/** The settings of the worker. */
export const peopleSettings = (config: Where & { readonly KYC_KEPT_YEARS: number }, identityKey: DataKey) => ({
  identityKey,
  journals: journalsOf(config),
  keepYears: config.KYC_KEPT_YEARS,
});
