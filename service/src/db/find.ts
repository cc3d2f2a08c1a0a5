import { coalesce } from './coalesce.ts';
import type { Statement } from './statement.ts';
import { arraysOf, key } from './table.ts';

/** The id of a requested record, and the world of the caller. */
export type Sought = { readonly world: number; readonly id: string };

/** The requested row, or undefined. */
export type Find = <Row>(statement: Statement, sought: Sought) => Promise<Row | undefined>;

/** Each record takes the database 15 µs, so a batch takes as long as one transfer. */
const MAX_BATCH = 100;

const soughtKeys = arraysOf(key, { hidden: true });

/**
 * A statement for `find`: one probe of the primary key for each record. LIMIT keeps the planner from joining all
 * records at once. The subquery hides their number, so one plan serves any number.
 * `id BETWEEN n.id AND n.id ORDER BY id` means `id = n.id`, but with sorts off only an index in the order of ids can
 * answer it. With `=`, a plan made on an empty table used the index of customers, and read customer after customer in a
 * full table.
 * @param select selects one row by `n.world` and `n.id`
 */
export function findEach(name: string, select: string): Statement {
  return {
    name,
    text: `
      SELECT n.place, found.*
      FROM (SELECT ${soughtKeys.unnest},
                   generate_subscripts((SELECT $2::text[]), 1) AS place) AS n
      CROSS JOIN LATERAL (${select} LIMIT 1) AS found`,
  };
}

/**
 * Reads single records. Lookups of one kind that arrive while a statement is in flight share the next one.
 * A lookup never joins a statement that has begun. Its snapshot is taken after the lookup arrived, so it sees every
 * commit that any node acknowledged before.
 */
export function createFind(query: <Row>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>): Find {
  const kinds = new Map<string, (sought: Sought) => Promise<unknown>>();
  const start = (statement: Statement) =>
    coalesce<Sought, unknown>(
      async (sought) => {
        const values = soughtKeys.of(sought);
        const answers = new Array<unknown>(sought.length).fill(undefined);
        for (const row of await query<{ place: number }>(statement, values)) answers[row.place - 1] = row;
        return answers;
      },
      { maxBatch: MAX_BATCH, batches: 1 },
    );
  return <Row>(statement: Statement, sought: Sought) => {
    const known = kinds.get(statement.name);
    const ask = known ?? start(statement);
    if (!known) kinds.set(statement.name, ask);
    return ask(sought) as Promise<Row | undefined>;
  };
}
