import { Readable } from 'node:stream';
import type { listPayoutItems, listPayouts } from '../../../contract/src/payouts.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Id } from '../core/id.ts';
import { payoutBoundsOf } from '../core/payout.ts';
import type { Database } from '../db/database.ts';
import { type Condition, readPage, renderList } from '../http/list.ts';
import { hasReference } from '../idempotency/references.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type ItemRow, itemStatus, selectItems } from './item-store.ts';
import { renderCsvItem, resultHeader } from './result-csv.ts';
import { findPayout, type PayoutRow, payoutColumns } from './store.ts';
import { renderItem, renderPayout } from './view.ts';

async function ownPayout(db: Database, caller: Caller, id: string): Promise<PayoutRow> {
  const row = await db.find<PayoutRow>(findPayout, { world: caller.world, id });
  if (!row) throw new Refusal('not_found');
  return row;
}

export async function readPayout(db: Database, caller: Caller, { id }: { id: string }): Promise<string> {
  return renderPayout(await ownPayout(db, caller, id));
}

export async function listOwnPayouts(
  db: Database,
  caller: Caller,
  query: QueryOf<typeof listPayouts>,
  url: string,
): Promise<string> {
  const page = await pageOfPayouts(db, caller.world, query);
  return renderList(url, page.rows.map(renderPayout), page.hasMore);
}

/** Unfinished payouts have an index. The condition is spelled out, because a plan does not know the parameter. */
function walkOf({ status, approval }: QueryOf<typeof listPayouts>): Condition {
  const rare = approval ? 'pending' : status;
  return [`p.status = ? AND p.status <> 'completed'`, rare === 'completed' ? undefined : rare];
}

export function pageOfPayouts(db: Database, world: number, query: QueryOf<typeof listPayouts>) {
  return readPage<PayoutRow>(
    db,
    {
      name: 'payouts_list',
      select: `SELECT ${payoutColumns} FROM payouts p JOIN worlds w ON w.id = p.world`,
      prefix: 'pout',
      id: 'p.id',
      createdAt: 'p.created_at',
      walk: { table: 'payouts p', by: [['p.world = ?', world], walkOf(query), ...momentsOf(query.item)] },
      where: [
        ['p.status = ?', query.status],
        ['p.approval = ?', query.approval],
        // A payout canceled while it waited still has `approval` pending, so the status is checked too.
        ['p.status = ?', query.approval && 'pending'],
        ['p.currency = ?', query.currency],
        [hasReference('p.reference'), query.reference],
        [hasItem, query.item],
      ],
      few: query.reference !== undefined,
    },
    query,
  );
}

/** A join could read all items of a world. So each payout of that time is probed by the key of its items. */
export const hasItem =
  '(SELECT true FROM payout_items i WHERE i.world = p.world AND i.payout_id = p.id AND i.id = ? LIMIT 1)';

function momentsOf(item: string | undefined): Condition[] {
  if (item === undefined) return [];
  const [low, high] = payoutBoundsOf(item as Id<'pit'>);
  return [
    ['p.id >= ?', low],
    ['p.id < ?', high],
  ];
}

type ItemsQuery = QueryOf<typeof listPayoutItems>;

export async function listItems(db: Database, caller: Caller, query: ItemsQuery, url: string): Promise<string> {
  await ownPayout(db, caller, query.id);
  const page = await readItems(db, caller, query);
  return renderList(url, page.rows.map(renderItem), page.hasMore);
}

/** The whole result file. */
export async function exportItems(db: Database, caller: Caller, query: ItemsQuery): Promise<Readable> {
  await ownPayout(db, caller, query.id);
  return Readable.from(csvOf(db, caller, query));
}

function readItems(db: Database, caller: Caller, query: ItemsQuery) {
  return readPage<ItemRow>(
    db,
    {
      name: 'payout_items_list',
      select: selectItems,
      prefix: 'pit',
      id: 'i.id',
      createdAt: 'p.created_at',
      where: [
        ['i.world = ?', caller.world],
        ['i.payout_id = ?', query.id],
        [`${itemStatus} = ?`, query.status],
        ['i.name_match = ?', query.name_match],
        ['one_spelling(i.reference) = ?', query.reference],
      ],
    },
    query,
  );
}

const CSV_PAGE = 500;

/** Reads page by page, as fast as the client reads: no transaction stays open, and memory holds at most one page. */
async function* csvOf(db: Database, caller: Caller, query: ItemsQuery): AsyncGenerator<string> {
  const { starting_after: _, ending_before: __, ...filters } = query;
  let after: { starting_after?: string } = {};
  yield resultHeader;
  for (;;) {
    const page = await readItems(db, caller, { ...filters, ...after, order: 'asc', limit: CSV_PAGE });
    if (page.rows.length > 0) yield page.rows.map(renderCsvItem).join('');
    if (!page.hasMore) return;
    after = { starting_after: page.rows.at(-1)!.id };
  }
}
