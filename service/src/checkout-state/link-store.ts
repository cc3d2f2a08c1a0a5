import type { PageLanguage } from '../../../contract/src/checkout.ts';
import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { LinkState, PaymentLink, Question } from '../../../contract/src/links.ts';
import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import { type LockedRows, lockEach, lockRows, type RecordKey } from '../db/lock-each.ts';
import {
  arraysOf,
  assigned,
  bool,
  insertMany,
  int4,
  int8,
  joined,
  jsonbAsText,
  key,
  later,
  listOf,
  nullable,
  pick,
  type RowOf,
  text,
  textOf,
  timestamptz,
} from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

const linkTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  /** The random part of the short address. */
  code: text,
  active: later(bool),
  title: nullable(text),
  description: nullable(text),
  /** The price of a unit; null if the payer enters the amount. */
  amount: nullable(int8),
  min_amount: nullable(int8),
  max_amount: nullable(int8),
  currency: text,
  branch_id: nullable(text),
  fee_bearer: textOf<PaymentBearer>(),
  max_quantity: int4,
  use: textOf<PaymentLink['use']>(),
  stock: nullable(int4),
  /** Units in unfinished payments, and in succeeded ones. */
  reserved: later(int4),
  sold: later(int4),
  ask: jsonbAsText<{ readonly name: Question; readonly note: Question }>(),
  success_url: nullable(text),
  rails: jsonbAsText<readonly string[] | null>(),
  locale: nullable(textOf<PageLanguage>()),
  metadata: jsonbAsText<Record<string, string>>(),
  expires_at: nullable(timestamptz),
  created_at: timestamptz,
  updated_at: timestamptz,
  version: later(int4),
};
export type LinkRow = RowOf<typeof linkTable>;

export const linkColumns = listOf(linkTable, 'l');

const insert = insertMany('payment_links_insert', 'payment_links', linkTable);
export function insertLinks(tx: Tx, rows: readonly LinkRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}

export const findLink = findEach(
  'payment_links_find',
  `
    SELECT ${linkColumns} FROM payment_links l JOIN worlds w ON w.id = l.world
    WHERE l.world = n.world AND l.id BETWEEN n.id AND n.id ORDER BY l.id`,
);

const linksLock = lockEach('payment_links_lock', linkColumns, 'payment_links', 'l');

/** Locks links in the order of their ids, after sessions and before wallets. */
export function lockLinks(tx: Tx, links: readonly RecordKey[]): Promise<LockedRows<LinkRow>> {
  return lockRows(tx, linksLock, links);
}

const changing = pick(
  linkTable,
  'active',
  'title',
  'description',
  'metadata',
  'branch_id',
  'reserved',
  'sold',
  'updated_at',
  'version',
);
const changed = arraysOf({ ...key, ...changing });
const updateStatement: Statement = {
  name: 'payment_links_update',
  text: `
    UPDATE payment_links l SET ${assigned(changing)}
    FROM (SELECT ${changed.unnest}) AS n
    WHERE l.world = n.world AND l.id = n.id`,
};

/** Writes locked links. */
export function updateLinks(tx: Tx, rows: readonly LinkRow[]): void {
  if (rows.length > 0) tx.query(updateStatement, changed.of(rows));
}

/** Whether the link takes payments now, and otherwise why not. */
export function stateOf({ active, expires_at, use, stock, reserved, sold }: LinkRow, now: Date): LinkState {
  if (!active) return 'inactive';
  if (expires_at !== null && expires_at <= now) return 'expired';
  if (use === 'once' && reserved + sold > 0) return 'used';
  if (stock !== null && reserved + sold >= stock) return 'sold_out';
  return 'open';
}

/** The units that can still be bought; null without a limit. */
export const leftOf = ({ stock, reserved, sold }: LinkRow): number | null =>
  stock === null ? null : stock - reserved - sold;
