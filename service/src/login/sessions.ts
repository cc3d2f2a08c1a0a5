import type { Session } from '../../../contract/src/sessions.ts';
import { revokeSession, revokeSessions, type SessionListRow, selectOpenSessionsFrom } from '../accounts/store.ts';
import type { Database } from '../db/database.ts';
import { type PageQuery, readPage, renderList } from '../http/list.ts';
import type { Person } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

const MOST = 100;

/** Ends the person's session, or all their sessions, on every node. */
export async function logOut(db: Database, person: Person, everywhere: boolean): Promise<void> {
  if (everywhere) await db.query(revokeSessions, [person.id, 'logged_out', null]);
  else await db.query(revokeSession, [person.session, person.id, 'logged_out']);
}

export async function listSessions(db: Database, person: Person, query: PageQuery): Promise<string> {
  const listing = {
    name: 'sessions_list',
    select: selectOpenSessionsFrom,
    prefix: 'ses',
    id: 's.id',
    createdAt: 's.created_at',
    where: [['s.account_id = ?', person.id]],
  } as const;
  const { rows, hasMore } = await readPage<SessionListRow>(db, listing, { limit: MOST, ...query });
  const records = rows.map(
    (row): Session => ({
      id: row.id,
      object: 'session',
      current: row.id === person.session,
      user_agent: row.user_agent,
      address: row.address,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    }),
  );
  return renderList(
    '/api/v1/auth/sessions',
    records.map((record) => JSON.stringify(record)),
    hasMore,
  );
}

export async function deleteSession(db: Database, person: Person, id: string): Promise<string> {
  const ended = await db.query(revokeSession, [id, person.id, 'logged_out']);
  if (ended.length === 0) throw new Refusal('not_found');
  return JSON.stringify({ id, object: 'session', deleted: true });
}
