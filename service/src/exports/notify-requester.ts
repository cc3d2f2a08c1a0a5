import type { Tx } from '../db/transaction.ts';
import type { MessageQueue } from '../messages/enqueue.ts';
import { languageOf, writeEmail } from '../messages/texts.ts';
import { type ExportRow, selectRequester } from './store.ts';

export type ExportNotifier = {
  readonly queue: MessageQueue;
  readonly brand: string;
  /** The page of exports in the dashboard. */
  readonly page: string;
};

/**
 * Mails the person who asked that the file is ready, through the durable queue and in the transaction that completes the
 * export. The mail has no data: the person logs in for the file. A person who left the integration since, and one with a
 * phone only, gets none.
 */
export async function notifyRequester(
  tx: Tx,
  { queue, brand, page }: ExportNotifier,
  { world, id, requested_by: person, rows }: ExportRow,
): Promise<void> {
  if (person === null) return;
  const [found] = await tx.query<{ email: string; language: string }>(selectRequester, [world, person]);
  if (!found) return;
  const values = { rows: String(rows), page };
  const wording = { brand, language: languageOf(found.language) };
  const message = writeEmail(found.email, 'export_completed', values, wording);
  await queue.add(tx, [{ world, kind: 'export_completed', about: id, channel: 'email', message }]);
}
