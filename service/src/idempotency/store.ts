import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, arraysOf, bytea, from, int2, int4, type RowOf, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';

const answer = { world: int4, key: text, fingerprint: bytea, status: int2, body: text };
export type StoredAnswer = RowOf<typeof answer>;
const stored = arraysOf(answer);
const asked = arraysFrom<Command<unknown>>(
  {
    world: from(int4, ({ caller }) => caller.world),
    key: from(text, ({ idempotency }) => idempotency!.key),
  },
  { hidden: true },
);

const selectStatement: Statement = {
  name: 'idempotency_select',
  text: `
    SELECT i.world, i.key, i.fingerprint, i.status, i.body
    FROM (SELECT ${asked.unnest}) AS n
    CROSS JOIN LATERAL (
      SELECT world, key, fingerprint, status, body FROM idempotency_keys WHERE world = n.world AND key = n.key LIMIT 1
    ) i`,
};

export function selectAnswers(tx: Tx, commands: readonly Command<unknown>[]): Promise<StoredAnswer[]> {
  return tx.query(selectStatement, asked.of(commands));
}

const insertStatement: Statement = {
  name: 'idempotency_insert',
  text: `
    INSERT INTO idempotency_keys (${stored.names})
    SELECT ${stored.unnamed}`,
};

/**
 * A plain INSERT: if another transaction holds the same key, it waits and then fails the whole transaction, so that the
 * money is rolled back too.
 */
export function insertAnswers(tx: Tx, answers: readonly StoredAnswer[]): void {
  tx.query(insertStatement, stored.of(answers));
}

/**
 * A replayed answer may come from a transaction whose synchronous standby was not reached, and a transaction that only
 * reads does not wait for one. This record in the log makes COMMIT wait until the standby has it and all before it.
 */
const awaitStandbyStatement: Statement = {
  name: 'idempotency_await_standby',
  text: `
    SELECT pg_logical_emit_message(true, 'rialto', 'replay')
    WHERE current_setting('synchronous_standby_names') <> ''`,
};

export function awaitStandby(tx: Tx): void {
  tx.query(awaitStandbyStatement);
}

/**
 * Answers are kept for 7 days. $1 rows are deleted at a time, so that no lock is held for long. The `ctid` array is
 * built once.
 * With a join, a plan made on an empty table would build the list again for every row of a table that has filled up
 * since.
 */
export const deleteOldStatement: Statement = {
  name: 'idempotency_delete_old',
  text: `
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM idempotency_keys WHERE created_at < now() - interval '7 days' LIMIT $1))
    RETURNING 1`,
};

/**
 * Runs work that must happen before and outside the command's transaction, unless its key has an answer: a replay, or a
 * key of another request.
 * A failure after the first request of the key was answered meanwhile is a replay too.
 * @returns null for replays
 */
export async function unlessAnswered<T>(
  db: Database,
  command: Command<unknown>,
  act: () => Promise<T>,
): Promise<T | null> {
  if (await isAnswered(db, command)) return null;
  try {
    return await act();
  } catch (error) {
    if (await isAnswered(db, command)) return null;
    throw error;
  }
}

async function isAnswered(db: Database, command: Command<unknown>): Promise<boolean> {
  return command.idempotency !== null && (await db.query(selectStatement, asked.of([command]))).length > 0;
}
