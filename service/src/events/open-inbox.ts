import { randomBytes } from 'node:crypto';
import { newWebhookSecret } from '../core/signature.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { newId } from '../kernel/new-id.ts';
import { sealSecret } from '../kernel/seal.ts';

/** The URL of the built-in endpoint of a test world. No endpoint that a person registers has it. */
export const INBOX_URL = 'inbox:';

const insertInbox: Statement = {
  name: 'events_open_inbox',
  text: `
    INSERT INTO webhook_endpoints (world, id, url, events, secret, inbox)
    SELECT w.id, $2, '${INBOX_URL}', '{*}', $3, true FROM worlds w WHERE w.id = $1 AND NOT w.livemode
    ON CONFLICT (world) WHERE inbox DO NOTHING`,
};

/** Opens the inbox of a test world, unless it has one. Every later event of the world is delivered to it too. */
export async function openInbox(tx: Queries, world: number, encryptionKey: DataKey): Promise<void> {
  await tx.query(insertInbox, [world, newId('wbk'), sealSecret(newWebhookSecret(randomBytes), encryptionKey)]);
}
