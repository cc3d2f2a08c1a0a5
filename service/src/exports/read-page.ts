import type { Entry } from '../../../contract/src/wallets.ts';
import { encodeTime } from '../core/id.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Condition } from '../http/list.ts';
import { readWalk } from '../http/read-walk.ts';
import { hasReference } from '../idempotency/references.ts';
import { phonePattern } from '../payments/payers.ts';
import { type EntryRow, selectEntries } from '../wallets/store.ts';
import { viewEntry } from '../wallets/view.ts';
import type { ExportRow } from './store.ts';

export type ExportPage<Row> = {
  readonly rows: readonly Row[];
  /** Where the next page begins. Null: this was the last one. */
  readonly cursor: string | null;
  /** The number of rows that the database read. */
  readonly read: number;
};

/** Reads the page after `cursor` (null: the first), oldest first. */
export type PageReader<Row> = (
  db: Database,
  one: ExportRow,
  cursor: string | null,
  limit: number,
) => Promise<ExportPage<Row>>;

/** created_at may differ from the time in the id by the duration of a busy batch. */
const SLACK_MS = 60_000;

type Source = {
  readonly name: string;
  readonly table: string;
  readonly columns: string;
  readonly prefix: string;
  /** The condition of each filter. */
  readonly filters: Readonly<Record<string, string>>;
  readonly reference: string;
};

/** Pages of a table of records with the key (world, id). */
export function readRecords<Row extends { id: string }>(source: Source): PageReader<Row> {
  const { name, table, columns, prefix } = source;
  const alias = table.split(' ')[1]!;
  const filters = { ...source.filters, reference: hasReference(source.reference) };
  const idAt = (ms: number) => `${prefix}_${encodeTime(Math.min(Math.max(ms, 0), 2 ** 48 - 1))}`;
  return async (db, { world, filters: given, since, before }, cursor, limit) => {
    const times: Condition[] = [
      [`${alias}.created_at >= ?`, since ?? undefined],
      [`${alias}.created_at < ?`, before],
    ];
    const sought = given.phone === undefined ? given : { ...given, phone: phonePattern(given.phone) };
    const walked = await readWalk<Row>(db, {
      ...{ name, table, columns, limit },
      joins: `JOIN worlds w ON w.id = ${alias}.world`,
      by: [
        [`${alias}.world = ?`, world],
        [`${alias}.id > ?`, cursor ?? (since ? idAt(since.getTime() - SLACK_MS) : '')],
        [`${alias}.id < ?`, idAt(before.getTime() + SLACK_MS)],
      ],
      where: [...times, ...Object.entries(filters).map(([filter, text]): Condition => [text, sought[filter]])],
    });
    const { rows, reached, count } = walked;
    return { rows, cursor: count < limit ? null : reached, read: count };
  };
}

/** The merchant's wallets in the mode of the export, from $3 on. */
const selectNextWallet: Statement = {
  name: 'exports_next_wallet',
  text: `
    SELECT o.id FROM worlds w JOIN integrations i ON i.id = w.integration_id
    JOIN wallets o ON o.owner_id = i.merchant_id AND o.livemode = w.livemode AND o.owner_type = 'merchant'
    WHERE w.id = $1 AND ($2::text IS NULL OR o.currency = $2) AND o.id >= $3 AND ($4::text IS NULL OR o.id = $4)
    ORDER BY o.id LIMIT 1`,
};

/** Positions are microseconds since 1970. */
const positionOf = (at: Date) => BigInt(at.getTime()) * 1000n;

/**
 * The statements of the merchant's wallets, one wallet after the other. The cursor is a wallet and a position in its
 * statement: `wal_…/1768469402140000`.
 */
export const readEntries: PageReader<Entry> = async (db, { world, filters, since, before }, cursor, limit) => {
  const [from = '', after = null] = cursor?.split('/') ?? [];
  const values = [world, filters.currency ?? null, from, filters.wallet ?? null];
  const [wallet] = await db.query<{ id: string }>(selectNextWallet, values);
  if (!wallet) return { rows: [], cursor: null, read: 0 };
  const low = after !== null && wallet.id === from ? BigInt(after) : (since ? positionOf(since) : 0n) - 1n;
  const bounds = [wallet.id, low, positionOf(before), limit];
  const rows = await db.query<EntryRow>(selectEntries('ASC'), bounds);
  // A wallet at its end is followed by the next id, which begins after it.
  const next = rows.length === limit ? `${wallet.id}/${rows.at(-1)!.position}` : `${wallet.id}~`;
  return { rows: rows.map((row) => viewEntry(wallet.id, row)), cursor: next, read: rows.length };
};

const charges: ReadonlySet<Entry['kind']> = new Set(['fee', 'tax', 'fee_return', 'tax_return']);

export const readFees: PageReader<Entry> = async (db, one, cursor, limit) => {
  const page = await readEntries(db, one, cursor, limit);
  return { ...page, rows: page.rows.filter(({ kind }) => charges.has(kind)) };
};
