import { coalesce } from './coalesce.ts';
import type { Statement } from './statement.ts';
import { arraysOf, key } from './table.ts';

/** A record that somebody asks for: its id, and the world of who asks. */
export type Sought = { readonly world: number; readonly id: string };

/** The row that was asked for, or undefined. */
export type Find = <Row>(statement: Statement, sought: Sought) => Promise<Row | undefined>;

/** At 15 µs of the database each, a batch is over in the time of one transfer. */
const MAX_BATCH = 100;

const soughtKeys = arraysOf(key, { hidden: true });

/**
 * A statement for `find`: one probe of the primary key for each record. LIMIT keeps the planner from joining all at once, and
 * behind a subquery it does not see how many there are, so it plans once for any number.
 *
 * `id BETWEEN n.id AND n.id ORDER BY id` is `id = n.id` that only an index in the order of ids answers, for sorts are off: by
 * `=`, a plan that was made on an empty table began with the customer, and went on from customer to customer in a full one.
 *
 * @param select of one row, where `n.world` and `n.id` say which
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
 * Reads of one record each, of which those of one kind share a statement: what comes while one is at the database gathers
 * and makes up the next. A read never joins a statement that has begun: the snapshot of the one that answers it is taken
 * after it came, so it sees every commit that was acknowledged, on whichever node, before it was asked.
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
      { maxBatch: MAX_BATCH, lanes: 1 },
    );
  return <Row>(statement: Statement, sought: Sought) => {
    const known = kinds.get(statement.name);
    const ask = known ?? start(statement);
    if (!known) kinds.set(statement.name, ask);
    return ask(sought) as Promise<Row | undefined>;
  };
}
