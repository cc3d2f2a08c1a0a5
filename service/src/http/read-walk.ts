import type { Database } from '../db/database.ts';
import { type Condition, statementName } from './list.ts';

export type WalkQuery = {
  /** The name of the prepared statement. */
  readonly name: string;
  /** The table and its alias: `payments p`. */
  readonly table: string;
  readonly columns: string;
  /** Other tables that the columns need, after the alias. */
  readonly joins: string;
  /** Conditions that the primary key answers. They bound the walk. */
  readonly by: readonly Condition[];
  /** Conditions on the rows that were walked. */
  readonly where: readonly Condition[];
  readonly limit: number;
};

export type Walked<Row> = {
  /** The rows that match, in the order of their ids. */
  readonly rows: Row[];
  /** The last id that was read, whether it matches or not. Null at the end. */
  readonly reached: string | null;
  /** The number of rows read. Fewer than `limit`: the walk is at its end. */
  readonly count: number;
};

/**
 * Reads the next `limit` rows of a table in the order of their ids, for background work of any size. A filter that few
 * rows match costs no more than one that all match.
 */
export async function readWalk<Row extends { id: string }>(db: Database, query: WalkQuery): Promise<Walked<Row>> {
  const { table, columns, joins, by, where, limit } = query;
  const alias = table.split(' ')[1]!;
  const values: unknown[] = [];
  const all = (conditions: readonly Condition[]) =>
    conditions
      .filter(([, value]) => value !== undefined)
      .map(([text, value]) => text.replace('?', () => `$${values.push(value)}`))
      .join(' AND ') || 'true';
  const text = `
    WITH walked AS MATERIALIZED (
      SELECT ${alias}.* FROM ${table} WHERE ${all(by)} ORDER BY ${alias}.id LIMIT $${values.push(limit)}),
    reached AS (SELECT max(id) AS id, count(*)::int AS count FROM walked)
    SELECT ${columns}, reached.id AS walk_reached, reached.count AS walk_count
    FROM reached LEFT JOIN (walked ${alias} ${joins}) ON ${all(where)} ORDER BY ${alias}.id`;
  type Read = Row & { walk_reached: string | null; walk_count: number };
  const rows = await db.query<Read>({ name: statementName(query.name, text), text }, values);
  const { walk_reached: reached, walk_count: count } = rows[0]!;
  return { rows: rows[0]!.id === null ? [] : rows, reached, count };
}
