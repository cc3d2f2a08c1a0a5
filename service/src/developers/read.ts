import type { listDevelopers, listInvitations } from '../../../contract/src/developers.ts';
import { buildReads } from '../../../contract/src/member-rights.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { People } from '../accounts/people.ts';
import type { Database } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { findManaged, findOwn } from '../integrations/own.ts';
import type { Caller } from '../kernel/command.ts';
import { type InvitationRow, type MemberRow, selectInvitationsFrom, selectMembersFrom } from './store.ts';
import { renderDeveloper, renderInvitation } from './view.ts';

export async function listOwnDevelopers(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listDevelopers>,
  url: string,
): Promise<string> {
  await findOwn(db, caller, query.id, buildReads);
  const page = await readPage<MemberRow>(
    db,
    {
      name: 'developers_list',
      select: selectMembersFrom,
      prefix: 'dev',
      id: 'd.id',
      createdAt: 'd.created_at',
      where: [['s.integration_id = ?', query.id]],
    },
    query,
  );
  return renderList(url, page.rows.map(renderDeveloper), page.hasMore);
}

export async function listOwnInvitations(
  { db, live }: Pick<People, 'db' | 'live'>,
  caller: Caller,
  query: QueryOf<typeof listInvitations>,
  url: string,
): Promise<string> {
  await findManaged(db, caller, query.id, { live });
  const page = await readPage<InvitationRow>(
    db,
    {
      name: 'invitations_list',
      select: selectInvitationsFrom,
      prefix: 'inv',
      id: 'n.id',
      createdAt: 'n.created_at',
      where: [['n.integration_id = ?', query.id]],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderInvitation(row)),
    page.hasMore,
  );
}
