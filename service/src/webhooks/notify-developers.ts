import type { Database, Statement } from '../db/database.ts';
import type { Outbox } from '../messages/outbox.ts';
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

export type Notifier = { readonly outbox: Pick<Outbox, 'email'>; readonly brand: string };

/** Mails an endpoint's developers that it fails, or that it was disabled. @returns the number of mails */
export async function notifyDevelopers(
  db: Database,
  { outbox, brand }: Notifier,
  { world, url, day }: FailingEndpoint,
): Promise<number> {
  const developers = await db.query<{ email: string; language: string }>(selectDevelopers, [world]);
  // The path and query of a URL may contain a secret. The host is enough to recognise the endpoint.
  const { origin } = new URL(url);
  for (const { email, language } of developers) {
    const wording = { brand, language: languageOf(language) };
    outbox.email(
      day === LAST_DAY
        ? writeEmail(email, 'webhook_disabled', { url: origin }, wording)
        : writeEmail(email, 'webhook_failing', { url: origin, day: String(day) }, wording),
    );
  }
  return developers.length;
}
