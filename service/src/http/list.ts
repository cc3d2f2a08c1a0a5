import { encodeTime } from '../core/id.ts';
import type { Database } from '../db/database.ts';
import { invalidField } from '../refusal.ts';

/** The paging part of every list's query, validated. */
export type PageQuery = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  'created_at[gte]'?: string | undefined;
  'created_at[gt]'?: string | undefined;
  'created_at[lte]'?: string | undefined;
  'created_at[lt]'?: string | undefined;
};

export type Listing = {
  /** Names the prepared statement. */
  readonly name: string;
  /** `SELECT … FROM …`, without WHERE. */
  readonly select: string;
  readonly prefix: string;
  readonly id: string;
  readonly createdAt: string;
  /** Conditions, each with the value of its `?`; `undefined` leaves it out. The text is ours, never a client's. */
  readonly where: readonly (readonly [condition: string, value: unknown])[];
  /** An index finds the few rows that these conditions fit, in an order of its own. */
  readonly few?: boolean;
};

export type Page<Row> = { readonly rows: Row[]; readonly hasMore: boolean };

/** created_at may differ from the time in the id by the length of a busy batch; the id's bounds are wider by this. */
const SLACK_MS = 60_000;
const comparisons = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;

/**
 * One page by keyset: ids sort by creation, so a page is a range of the primary key and costs the same at any depth.
 * @throws Refusal when both cursors are given
 */
export async function readPage<Row>(db: Database, listing: Listing, query: PageQuery): Promise<Page<Row>> {
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    throw invalidField('ending_before', 'cannot stand together with starting_after');
  }
  const limit = query.limit ?? 20;
  const backward = query.ending_before !== undefined;
  const ascending = (query.order === 'asc') !== backward;
  const cursor = query.starting_after ?? query.ending_before;
  const conditions = [
    ...listing.where,
    ...timeConditions(listing, query),
    [`${listing.id} ${ascending ? '>' : '<'} ?`, cursor] as const,
  ].filter(([, value]) => value !== undefined);

  const where = conditions.map(([condition], i) => condition.replace('?', `$${i + 1}`)).join(' AND ');
  // The service's plans avoid a sort at any price (db/database.ts), so the key would be read from its end until the few are
  // met: 2 s for one payment of a million. Where no index has the order, they are found first.
  const order = listing.few ? `(${listing.id} || '')` : listing.id;
  const text = `${listing.select} WHERE ${where || 'true'} ORDER BY ${order} ${ascending ? 'ASC' : 'DESC'} LIMIT $${conditions.length + 1}`;
  const values = [...conditions.map(([, value]) => value), limit + 1];
  const rows = await db.query<Row>({ name: statementName(listing.name, text), text }, values);
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  return { rows: backward ? rows.reverse() : rows, hasMore };
}

function timeConditions(listing: Listing, query: PageQuery): (readonly [string, unknown])[] {
  return Object.entries(comparisons).flatMap(([word, sign]) => {
    const param = `created_at[${word as keyof typeof comparisons}]` as const;
    const text = query[param];
    if (text === undefined) return [];
    const time = readTime(param, text);
    const bound = Math.max(time + (sign.startsWith('>') ? -SLACK_MS : SLACK_MS), 0);
    return [
      // As it is shown: the database's clock has microseconds.
      [`date_trunc('milliseconds', ${listing.createdAt}) ${sign} ?`, new Date(time)],
      [`${listing.id} ${sign} ?`, `${listing.prefix}_${encodeTime(Math.min(bound, 2 ** 48 - 1))}`],
    ] as const;
  });
}

/** Digits below the millisecond that are not all zero. */
const BELOW_MS = /\.\d{3}\d*[1-9]/;

/**
 * The millisecond at which a filter parts records, which are shown to the millisecond: from .6054 on, and before it, is from
 * .606 on and before that. Date drops such digits, which is right for the other two.
 */
export function readTime(param: `created_at[${keyof typeof comparisons}]`, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidField(param, 'must be an RFC 3339 time');
  const partsAbove = param === 'created_at[gte]' || param === 'created_at[lt]';
  return partsAbove && BELOW_MS.test(text) ? ms + 1 : ms;
}

/** PostgreSQL cuts names at 63 bytes; the statement's own text tells them apart here. */
const names = new Map<string, string>();
function statementName(listing: string, text: string): string {
  const name = names.get(text) ?? `${listing}_${names.size}`;
  names.set(text, name);
  return name;
}

/** The envelope of a list, around records that are serialised already. */
export function renderList(url: string, records: readonly string[], hasMore: boolean): string {
  return `{"object":"list","data":[${records.join(',')}],"has_more":${hasMore},"url":${JSON.stringify(url)}}`;
}
