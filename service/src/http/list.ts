import { encodeTime } from '../core/id.ts';
import type { Database } from '../db/database.ts';
import { isCanceled } from '../db/failure.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';

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

/** A condition with the value of its `?`; `undefined` leaves it out. The text never comes from a client. */
export type Condition = readonly [text: string, value: unknown];

export type Listing = {
  /** The name of the prepared statement. */
  readonly name: string;
  /** `SELECT … FROM …`, without WHERE. */
  readonly select: string;
  readonly prefix: string;
  readonly id: string;
  readonly createdAt: string;
  readonly where: readonly Condition[];
  /**
   * For a `where` that may match few of many records: the list reads at most MOST_READ records of this walk, then
   * refuses.
   */
  readonly walk?: Walk;
  /** An index finds the few rows that match these conditions, in another order than the ids. */
  readonly few?: boolean;
  /** Finds the records of each of these values, instead of the walk. */
  readonly probe?: Probe;
};

/** An index has this column first, then the id. The values have no spaces. */
export type Probe = { readonly column: string; readonly values: readonly string[] };

export type Walk = {
  /** The table and its alias, as `select` has them after FROM. */
  readonly table: string;
  /** Conditions that a single index answers, in the order of ids. */
  readonly by: readonly Condition[];
  /** Every record that matches meets exactly one of these conditions, and each has an index. */
  readonly either?: readonly Condition[];
};

type All = (conditions: readonly Condition[]) => string;

/**
 * A walk with the parts of `either` in one statement, so that a record that moves from one part to another meanwhile is
 * read once. `OFFSET 0` keeps the order of each part, and the planner merges them instead of sorting.
 */
export function walkIn({ table, by, either }: Walk, range: readonly Condition[], order: string, all: All): string {
  if (!either) return `${table} WHERE ${all([...by, ...range])}`;
  const parts = either.map((one) => `(SELECT * FROM ${table} WHERE ${all([...by, one, ...range])} ${order} OFFSET 0)`);
  return `(${parts.join(' UNION ALL ')}) ${table.split(' ')[1]}`;
}

export type Page<Row> = { readonly rows: Row[]; readonly hasMore: boolean };

export const emptyPage = { rows: [], hasMore: false };

/** created_at may differ from the time in the id by the duration of a busy batch. The id's bounds are wider by this. */
const SLACK_MS = 60_000;
/** The records that were created from `start` to before `end` have ids from the first of these to below the second. */
export const idsBetween = (prefix: string, start: number, end: number): [low: string, high: string] => [
  `${prefix}_${encodeTime(Math.max(start - SLACK_MS, 0))}`,
  `${prefix}_${encodeTime(end + SLACK_MS)}`,
];
const comparisons = { gte: '>=', gt: '>', lte: '<=', lt: '<' } as const;

/** The most records that one page with a walk reads: about 50 ms. No tenant may take more at a time. */
export const MOST_READ = 50_000;
/** Ends what a walk does not bound, such as reads from a cold disk. A list with an index takes 1 ms. */
export const LIST_MS = 1_000;

/**
 * Reads one page by keyset. Ids sort by creation, so a page is a range of the primary key and costs the same at any
 * depth.
 * @throws Refusal list_too_expensive
 */
export async function readPage<Row>(db: Database, listing: Listing, query: PageQuery): Promise<Page<Row>> {
  const limit = query.limit ?? 20;
  const backward = query.ending_before !== undefined;
  const ascending = (query.order === 'asc') !== backward;
  const cursor = query.starting_after ?? query.ending_before;
  const { shown, bounds } = timeConditions(listing, query);
  const { text, values } = compose(listing, {
    where: [...listing.where, ...shown],
    range: [...bounds, [`${listing.id} ${ascending ? '>' : '<'} ?`, cursor]],
    direction: ascending ? 'ASC' : 'DESC',
    limit: limit + 1,
  });
  const statement = { name: statementName(listing.name, text), text, withinMs: LIST_MS };
  const rows = await whileCheap(db.query<Row & { beyond?: Date | null }>(statement, values));
  const end = rows.at(-1)?.beyond;
  if (end) throw tooManyRead(end, ascending);
  // The answer has no column `beyond`.
  for (const row of rows) delete row.beyond;
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  return { rows: backward ? rows.reverse() : rows, hasMore };
}

type Parts = {
  readonly where: readonly Condition[];
  /** Bounds of the id. */
  readonly range: readonly Condition[];
  readonly direction: 'ASC' | 'DESC';
  readonly limit: number;
};

function compose(listing: Listing, { where, range, direction, limit }: Parts): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const all: All = (conditions) =>
    conditions
      .filter(([, value]) => value !== undefined)
      .map(([text, value]) => (text.includes('?') ? text.replace('?', () => place(value)) : text))
      .join(' AND ') || 'true';
  const { select, walk, id, createdAt } = listing;
  if (listing.probe)
    return { text: probing(listing, listing.probe, { all, place, where, range, direction, limit }), values };
  const filters = where.some(([, value]) => value !== undefined);
  if (!walk || !filters || listing.few) {
    // The service's plans avoid every sort (db/database.ts), so PostgreSQL would read the key from its end until it met
    // the few rows: 2 s for one payment of a million.
    // The expression in ORDER BY matches no index, so the few rows are found first and sorted.
    const order = listing.few ? `(${id} || '')` : id;
    const conditions = all([...(walk?.by ?? []), ...where, ...range]);
    return { text: `${select} WHERE ${conditions} ORDER BY ${order} ${direction} LIMIT ${place(limit)}`, values };
  }
  // The rows are numbered as they are read, and reading stops when the page is full. The row after the last that may be
  // read is always returned, with its time.
  const alias = walk.table.split(' ')[1];
  const order = `ORDER BY ${id} ${direction}`;
  const read = `
    SELECT *, CASE WHEN row_number() OVER (${order}) > ${MOST_READ} THEN ${createdAt} END AS beyond
    FROM ${walkIn(walk, range, order, all)} ${order} LIMIT ${MOST_READ + 1}`;
  const from = select.replace(`FROM ${walk.table}`, `, ${alias}.beyond FROM (${read}) ${alias}`);
  // Each condition is separate: conditions on other tables are evaluated only for rows that match the rest.
  const fits = where.map(([text, value]) => [`(${alias}.beyond IS NOT NULL OR ${text})`, value] as const);
  const text = `${from} WHERE ${all(fits)} ${order} LIMIT ${place(limit)}`;
  return { text, values };
}

type Places = Parts & {
  readonly all: All;
  readonly place: (value: unknown) => string;
};

/**
 * The newest records of each value by its index, then the newest of all. `OFFSET 0` keeps the other conditions out of
 * the scan, for which they would lead the planner to another index.
 */
function probing(listing: Listing, probe: Probe, { all, place, where, range, direction, limit }: Places): string {
  const { table } = listing.walk!;
  const alias = table.split(' ')[1];
  const order = `ORDER BY ${listing.id} ${direction}`;
  const values = place(probe.values.join(' '));
  const inOrder = `ORDER BY ${probe.column} ${direction}, ${listing.id} ${direction}`;
  const scan = `SELECT * FROM ${table} WHERE ${probe.column} = probe.value AND ${all(range)} ${inOrder} OFFSET 0`;
  const each = `SELECT * FROM (${scan}) ${alias} WHERE ${all(where)} LIMIT ${place(limit)}`;
  const from = `FROM string_to_table(${values}, ' ') AS probe (value), LATERAL (${each}) ${alias}`;
  return `${listing.select.replace(`FROM ${table}`, from)} ${order} LIMIT ${place(limit)}`;
}

/** @throws Refusal list_too_expensive if the query exceeds the time limit of a list */
export async function whileCheap<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!isCanceled(error)) throw error;
    const message = `The database did not finish this list in ${LIST_MS} ms. Request a shorter time range or use fewer filters.`;
    throw new Refusal('list_too_expensive', message);
  }
}

/** Null if the list was refused as too expensive. */
export async function unlessExpensive<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'list_too_expensive') throw error;
    return null;
  }
}

/** Says which time range one request can search. Ids are bounded by that time and SLACK_MS. */
function tooManyRead(end: Date, ascending: boolean): Refusal {
  const seconds = Math.ceil((end.getTime() + (ascending ? -SLACK_MS : SLACK_MS)) / 1_000) + (ascending ? -1 : 1);
  const time = new Date(seconds * 1_000).toISOString();
  const param = ascending ? 'created_at[lte]' : 'created_at[gte]';
  return new Refusal(
    'list_too_expensive',
    `One request searches at most ${MOST_READ} records, and too few of them match these filters. Add ${param}=${time}, and request the rest by time too.`,
    { param },
  );
}

/** The times of a query, as conditions on the times shown, and as bounds of the id. */
export function timeConditions(
  listing: Pick<Listing, 'createdAt' | 'id' | 'prefix'>,
  query: PageQuery,
): { shown: Condition[]; bounds: Condition[] } {
  const given = Object.entries(comparisons).flatMap(([word, sign]) => {
    const param = `created_at[${word as keyof typeof comparisons}]` as const;
    const text = query[param];
    return text === undefined ? [] : [{ sign, time: readTimeFilter(param, text) }];
  });
  return {
    // Compares the time as shown: the database's clock has microseconds.
    shown: given.map(({ sign, time }) => [
      `date_trunc('milliseconds', ${listing.createdAt}) ${sign} ?`,
      new Date(time),
    ]),
    bounds: given.map(({ sign, time }) => {
      const bound = Math.max(time + (sign.startsWith('>') ? -SLACK_MS : SLACK_MS), 0);
      return [`${listing.id} ${sign} ?`, `${listing.prefix}_${encodeTime(Math.min(bound, 2 ** 48 - 1))}`];
    }),
  };
}

/** Digits below the millisecond that are not all zero. */
const BELOW_MS = /\.\d{3}\d*[1-9]/;

/**
 * The millisecond at which a filter divides records, whose times are shown in milliseconds: `gte` and `lt` .6054 mean
 * .606.
 * Date drops the extra digits, which is right for `gt` and `lte`.
 */
export function readTimeFilter(param: `created_at[${keyof typeof comparisons}]`, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalidField(param, 'not_time');
  const partsAbove = param === 'created_at[gte]' || param === 'created_at[lt]';
  return partsAbove && BELOW_MS.test(text) ? ms + 1 : ms;
}

/** PostgreSQL cuts names at 63 bytes, so a counter for each distinct text keeps the names apart. */
const names = new Map<string, string>();
export function statementName(listing: string, text: string): string {
  const name = names.get(text) ?? `${listing}_${names.size}`;
  names.set(text, name);
  return name;
}

/** The envelope of a list, around records that are already serialised. */
export function renderList(url: string, records: readonly string[], hasMore: boolean): string {
  return `{"object":"list","data":[${records.join(',')}],"has_more":${hasMore},"url":${JSON.stringify(url)}}`;
}
