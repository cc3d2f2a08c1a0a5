import type { Database } from '../db/database.ts';
import type { Outbox } from '../messages/outbox.ts';
import { languageOf, writeEmail } from '../messages/texts.ts';
import { type ExportRow, selectRequester } from './store.ts';

export type ExportNotifier = {
  readonly outbox: Pick<Outbox, 'email'>;
  readonly brand: string;
  /** The page of exports in the dashboard. */
  readonly page: string;
};

/**
 * Mails the person who asked that the file is ready. The mail has no data: the person logs in for the file. A person
 * who left the integration since, and one with a phone only, gets none.
 */
export async function notifyRequester(
  db: Database,
  { outbox, brand, page }: ExportNotifier,
  { world, requested_by: person, rows }: ExportRow,
): Promise<void> {
  if (person === null) return;
  const [found] = await db.query<{ email: string; language: string }>(selectRequester, [world, person]);
  if (!found) return;
  const values = { rows: String(rows), page };
  outbox.email(writeEmail(found.email, 'export_completed', values, { brand, language: languageOf(found.language) }));
}
