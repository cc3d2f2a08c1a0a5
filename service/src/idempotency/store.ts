import { byteas, int2s, int4s, texts } from '../db/arrays.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';

export type StoredAnswer = { world: number; key: string; fingerprint: Buffer; status: number; body: string };

const selectStatement: Statement = {
  name: 'idempotency_select',
  text: `
    SELECT i.world, i.key, i.fingerprint, i.status, i.body
    FROM (SELECT unnest((SELECT $1::int[])) AS world, unnest((SELECT $2::text[])) AS key) AS n
    CROSS JOIN LATERAL (
      SELECT world, key, fingerprint, status, body FROM idempotency_keys WHERE world = n.world AND key = n.key LIMIT 1
    ) i`,
};

export function selectAnswers(tx: Tx, commands: readonly Command<unknown>[]): Promise<StoredAnswer[]> {
  return tx.query(selectStatement, [
    int4s(commands.map((command) => command.caller.world)),
    texts(commands.map((command) => command.idempotency!.key)),
  ]);
}

const insertStatement: Statement = {
  name: 'idempotency_insert',
  text: `
    INSERT INTO idempotency_keys (world, key, fingerprint, status, body)
    SELECT unnest($1::int[]), unnest($2::text[]), unnest($3::bytea[]), unnest($4::smallint[]), unnest($5::text[])`,
};

/**
 * A plain INSERT: if another transaction holds the same key, it waits and then fails the whole transaction, so that the
 * money is rolled back too.
 */
export function insertAnswers(tx: Tx, answers: readonly StoredAnswer[]): void {
  tx.query(insertStatement, [
    int4s(answers.map((answer) => answer.world)),
    texts(answers.map((answer) => answer.key)),
    byteas(answers.map((answer) => answer.fingerprint)),
    int2s(answers.map((answer) => answer.status)),
    texts(answers.map((answer) => answer.body)),
  ]);
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

async function isAnswered(db: Database, { caller, idempotency }: Command<unknown>): Promise<boolean> {
  if (!idempotency) return false;
  return (await db.query(selectStatement, [[caller.world], [idempotency.key]])).length > 0;
}
