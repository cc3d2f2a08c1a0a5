import type { Database } from '../db/database.ts';
import type { Command } from '../kernel/command.ts';
import type { Answer } from '../kernel/operation.ts';
import { dryRun } from './dry-run.ts';
import type { BulkInput, BulkItem, BulkSort } from './portion.ts';

/** The answer to a bulk request with `dry_run: true`. */
export async function previewBulk<Item extends BulkItem>(
  db: Database,
  { prepare, preview, done }: BulkSort<Item>,
  command: Command<BulkInput<Item>>,
): Promise<Answer> {
  const items = prepare ? await prepare(command) : command.input.items;
  const commands = items.map((input) => ({ ...command, input }));
  const sort = { items, done, whole: command.input.mode === 'all_or_nothing', shown: true };
  return dryRun(db, command, sort, async (tx) => ({ foreseen: await preview(tx, commands) }));
}
