import type { getEscrow, listEscrows } from '../../../../contract/src/escrows.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import type { Database } from '../../db/database.ts';
import { readPage, renderList } from '../../http/list.ts';
import type { Caller } from '../../kernel/command.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type EscrowRow, findEscrow, selectEscrowsFrom } from './store.ts';
import { renderEscrow } from './view.ts';

/** Escrows as their deciders see them: an owner of wallets finds only those that name one of their wallets. */

export async function readEscrow(db: Database, caller: Caller, { id }: QueryOf<typeof getEscrow>): Promise<string> {
  const row = await findEscrow(db, caller, id);
  if (!row) throw new Refusal('not_found');
  return renderEscrow(row, caller.owner.id);
}

const undecided = `h.status = 'open' AND NOT EXISTS (SELECT FROM jsonb_array_elements(h.escrow) e
  WHERE e ->> 'owner' = d.owner_id AND e ->> 'decision' IS NOT NULL)`;

export async function listEscrowsOf(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listEscrows>,
  url: string,
): Promise<string> {
  const { status = 'waiting' } = query;
  const page = await readPage<EscrowRow>(
    db,
    {
      name: 'hold_deciders_list',
      select: selectEscrowsFrom,
      prefix: 'hld',
      id: 'd.hold_id',
      createdAt: 'd.created_at',
      walk: {
        table: 'hold_deciders d',
        by: [
          ['d.owner_id = ?', caller.owner.id],
          ['d.livemode = ?', caller.livemode],
        ],
      },
      where: [
        [`${undecided} AND ?::text IS NOT NULL`, status === 'waiting' ? status : undefined],
        ['h.status = ?', status === 'waiting' || status === 'all' ? undefined : status],
      ],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => renderEscrow(row, caller.owner.id)),
    page.hasMore,
  );
}
