import { Readable } from 'node:stream';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { getMyWallet, getWallet, listWalletEntries, listWallets } from '../../../contract/src/wallets.ts';
import { entryPosition, type Id } from '../core/id.ts';
import type { Database, Statement } from '../db/database.ts';
import { readPage, readTimeFilter, renderList } from '../http/list.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { renderCsvEntry, statementHeader } from './statement-csv.ts';
import {
  type EntryRow,
  findWallet,
  selectDefaultWallet,
  selectEntries,
  type WalletRow,
  walletColumns,
} from './store.ts';
import { renderEntry, renderWallet, viewEntry } from './view.ts';

/** The caller's wallet. A wallet of another owner or of the other mode is 404 too. */
async function ownWallet(db: Database, caller: Caller, id: string): Promise<WalletRow> {
  const row = await db.find<WalletRow>(findWallet, { world: caller.world, id });
  if (!row || row.owner_id !== caller.owner.id || row.livemode !== caller.livemode) throw new Refusal('not_found');
  return row;
}

export async function readMyWallet(db: Database, caller: Caller, query: QueryOf<typeof getMyWallet>): Promise<string> {
  const values = [caller.owner.id, caller.livemode, query.currency ?? null];
  const [row] = await db.query<WalletRow>(selectDefaultWallet, values);
  if (!row) {
    const which = query.currency ? ` in ${query.currency}` : '';
    throw new Refusal('not_found', `You have no wallet${which} yet. POST /wallets opens one.`);
  }
  return renderWallet(row);
}

export async function readWallet(db: Database, caller: Caller, query: QueryOf<typeof getWallet>): Promise<string> {
  const row = await ownWallet(db, caller, query.id);
  return renderWallet(query.at === undefined ? row : await asOf(db, row, query.at));
}

const balanceAt: Statement = {
  name: 'wallets_balance_at',
  text: `
    SELECT balance, position FROM (
      (SELECT debit_balance AS balance, position FROM postings
       WHERE debit_wallet = $1 AND position < $2 ORDER BY position DESC LIMIT 1)
      UNION ALL
      (SELECT credit_balance, position FROM postings
       WHERE credit_wallet = $1 AND position < $2 ORDER BY position DESC LIMIT 1)
    ) last ORDER BY position DESC LIMIT 1`,
};

/** The wallet with the balance after its last posting up to `at`. Past reservations are not stored. */
async function asOf(db: Database, row: WalletRow, at: string): Promise<WalletRow> {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) throw invalidField('at', 'not_time');
  // For the present and the future: the current balance, with the reserved amount.
  if (ms >= Date.now()) return row;
  // The time is a whole millisecond, and every posting within it counts.
  const [last] = await db.query<{ balance: bigint; position: bigint }>(balanceAt, [row.id, BigInt(ms + 1) * 1000n]);
  return {
    ...row,
    posted: last?.balance ?? 0n,
    held: 0n,
    position: last?.position ?? BigInt(row.created_at.getTime()) * 1000n,
  };
}

export function listOwnWallets(
  db: Database,
  { owner, livemode }: Caller,
  query: QueryOf<typeof listWallets>,
  url: string,
): Promise<string> {
  return listWalletsOf(db, owner.id, livemode, query, url);
}

/** `livemode` undefined: wallets of both modes. */
export async function listWalletsOf(
  db: Database,
  owner: string,
  livemode: boolean | undefined,
  query: QueryOf<typeof listWallets>,
  url: string,
): Promise<string> {
  const status = { active: 'NOT b.frozen AND NOT b.closed', frozen: 'b.frozen AND NOT b.closed', closed: 'b.closed' };
  const page = await readPage<WalletRow>(
    db,
    {
      name: `wallets_list_${query.status ?? 'all'}`,
      select: `SELECT ${walletColumns} FROM wallets w JOIN balances b ON b.wallet_id = w.id`,
      prefix: 'wal',
      id: 'w.id',
      createdAt: 'w.created_at',
      walk: {
        table: 'wallets w',
        by: [
          ['w.owner_id = ?', owner],
          ['w.livemode = ?', livemode],
        ],
      },
      where: [
        ['w.currency = ?', query.currency],
        [query.status ? `(${status[query.status]})` : 'true', query.status && true],
      ],
    },
    query,
  );
  return renderList(url, page.rows.map(renderWallet), page.hasMore);
}

/** The largest bigint, above every position. */
const END = 2n ** 63n - 1n;

const CSV_PAGE = 500;

/** Reads page by page, as fast as the client reads: no transaction stays open, and memory holds at most one page. */
async function* csvOf(db: Database, query: EntriesQuery): AsyncGenerator<string> {
  let [low, high] = timeBounds(query);
  yield statementHeader;
  for (;;) {
    const rows = await db.query<EntryRow>(selectEntries('ASC'), [query.id, low, high, CSV_PAGE]);
    if (rows.length > 0) yield rows.map((row) => renderCsvEntry(query.id, row)).join('');
    if (rows.length < CSV_PAGE) return;
    low = rows.at(-1)!.position;
  }
}

type EntriesQuery = QueryOf<typeof listWalletEntries>;

/** A page of the statement. Its cursor is a position in the wallet's own order, not a row. */
export async function listEntries(db: Database, caller: Caller, query: EntriesQuery, url: string): Promise<string> {
  await ownWallet(db, caller, query.id);
  return pageOfEntries(db, query, url);
}

/** For a wallet that the caller may read. */
export async function pageOfEntries(
  db: Database,
  query: QueryOf<typeof listWalletEntries>,
  url: string,
): Promise<string> {
  const limit = query.limit ?? 20;
  const backward = query.ending_before !== undefined;
  const ascending = (query.order === 'asc') !== backward;
  const cursor = query.starting_after ?? query.ending_before;
  let [low, high] = timeBounds(query);
  if (cursor !== undefined) {
    const position = entryPosition(cursor as Id<'ent'>);
    if (ascending) low = position > low ? position : low;
    else high = position < high ? position : high;
  }
  const rows = await db.query<EntryRow>(selectEntries(ascending ? 'ASC' : 'DESC'), [query.id, low, high, limit + 1]);
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  if (backward) rows.reverse();
  return renderList(
    url,
    rows.map((row) => renderEntry(viewEntry(query.id, row))),
    hasMore,
  );
}

/** The whole requested statement, as a file. */
export async function exportEntries(db: Database, caller: Caller, query: EntriesQuery): Promise<Readable> {
  await ownWallet(db, caller, query.id);
  return Readable.from(csvOf(db, query));
}

/** Exclusive bounds of the position. created_at is the position in whole milliseconds. */
function timeBounds(query: EntriesQuery): [low: bigint, high: bigint] {
  const read = (param: 'created_at[gte]' | 'created_at[gt]' | 'created_at[lte]' | 'created_at[lt]', shift: number) => {
    const text = query[param];
    if (text === undefined) return null;
    return BigInt(readTimeFilter(param, text) + shift) * 1000n;
  };
  const lows = [read('created_at[gte]', 0), read('created_at[gt]', 1)]
    .filter((bound) => bound !== null)
    .map((bound) => bound - 1n);
  const highs = [read('created_at[lte]', 1), read('created_at[lt]', 0)].filter((bound) => bound !== null);
  return [lows.reduce((a, b) => (a > b ? a : b), 0n), highs.reduce((a, b) => (a < b ? a : b), END)];
}
