import type { Database, Statement } from '../db/database.ts';
import type { MessageQueue } from '../messages/enqueue.ts';
import { languageOf, writeEmail } from '../messages/texts.ts';
import { type FailingEndpoint, LAST_DAY } from './disable-failing.ts';

/**
 * The people who can fix an endpoint: owners and developers of the integration. Viewers are excluded, and for a live
 * endpoint also members who have only test access.
 */
const selectDevelopers: Statement = {
  name: 'endpoints_select_developers',
  text: `
    SELECT a.identifier AS email, a.language
    FROM worlds w JOIN memberships m ON m.integration_id = w.integration_id JOIN accounts a ON a.id = m.developer_id
    WHERE w.id = $1 AND m.role IN ('owner', 'developer') AND (m.live_since IS NOT NULL OR NOT w.livemode) AND a.suspended_at IS NULL
    ORDER BY a.id LIMIT 50`,
};

export type Notifier = { readonly queue: MessageQueue; readonly brand: string };

/**
 * Mails an endpoint's developers that it fails, or that it was disabled, through the durable queue.
 * @returns the number of mails
 */
export async function notifyDevelopers(
  db: Database,
  { queue, brand }: Notifier,
  { id, world, url, day }: FailingEndpoint,
): Promise<number> {
  const developers = await db.query<{ email: string; language: string }>(selectDevelopers, [world]);
  // The path and query of a URL may contain a secret. The host is enough to recognise the endpoint.
  const { origin } = new URL(url);
  const disabled = day === LAST_DAY;
  const mails = developers.map(({ email, language }) => {
    const wording = { brand, language: languageOf(language) };
    const message = disabled
      ? writeEmail(email, 'webhook_disabled', { url: origin }, wording)
      : writeEmail(email, 'webhook_failing', { url: origin, day: String(day) }, wording);
    const kind = disabled ? 'webhook_disabled' : 'webhook_failing';
    return { world, kind, about: id, channel: 'email' as const, message };
  });
  await queue.add(db, mails);
  return developers.length;
}
