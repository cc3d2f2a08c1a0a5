import { type listMessages, Message } from '../../../contract/src/receipts.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openSecret } from '../kernel/seal.ts';

type MessageRow = Omit<Message, 'object' | 'livemode' | 'created_at' | 'metadata' | 'receipt' | 'text' | 'sent_at'> & {
  about: string | null;
  sealed: Buffer | null;
  created_at: Date;
  sent_at: Date | null;
};

const serialise = serialiser<Message>(Message);

/** The receipts that a world sent, or shows because it is a test world. Notices to people are not the caller's. */
export async function listOwnMessages(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listMessages>,
  url: string,
  key: DataKey,
): Promise<string> {
  const readsPayouts = caller.kind !== 'key' || caller.scopes.has('payouts:read');
  const page = await readPage<MessageRow>(
    db,
    {
      name: 'messages_list',
      select: `SELECT m.id, m.channel, m.recipient, m.about, m.status, m.attempts, m.error, m.created_at, m.sent_at,
        CASE m.status WHEN 'test' THEN m.sealed END AS sealed FROM messages m`,
      prefix: 'msg',
      id: 'm.id',
      createdAt: 'm.created_at',
      where: [
        ['m.world = ?', caller.world],
        // Messages about payouts have the payees' phones.
        ['m.kind = ANY (?::text[])', readsPayouts ? ['receipt', 'payout_receipt'] : ['receipt']],
        ['m.about = ?', query.receipt],
        ['m.status = ?', query.status],
      ],
      walk: { table: 'messages m', by: [['m.world = ?', caller.world]] },
    },
    query,
  );
  const { livemode } = caller;
  const messages = page.rows.map(({ about, sealed, created_at, sent_at, ...row }) =>
    serialise({
      ...row,
      object: 'message',
      livemode,
      created_at: created_at.toISOString(),
      metadata: {},
      receipt: about,
      text: sealed && wordsOf(openSecret(sealed, key, row.id)),
      sent_at: sent_at?.toISOString() ?? null,
    }),
  );
  return renderList(url, messages, page.hasMore);
}

function wordsOf(json: string): string {
  const { subject, text } = JSON.parse(json) as { subject?: string; text: string };
  return subject === undefined ? text : `${subject}\n\n${text}`;
}
