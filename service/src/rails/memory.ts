import { coalesce } from '../db/coalesce.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysFrom, arraysOf, bool, from, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import { isBuiltIn } from './rail.ts';
import type { Direction } from './route.ts';

export type PhoneUse = { readonly phone: string; readonly livemode: boolean; readonly direction: Direction };
export type RailUse = PhoneUse & { readonly rail: string };

const use = { phone: text, livemode: bool, direction: text };
const uses = arraysFrom<RailUse>({
  phone: from(text, ({ phone }) => phone),
  livemode: from(bool, ({ livemode }) => livemode),
  direction: from(text, ({ direction }) => direction),
  rail: from(text, ({ rail }) => rail),
});

/** In the order of the key, so that two transactions lock in one order. The same phone may occur twice in a batch. */
const rememberStatement: Statement = {
  name: 'rail_memory_remember',
  text: `
    INSERT INTO rail_memory AS m (phone, livemode, direction, rail)
    SELECT DISTINCT phone, livemode, direction, rail FROM (SELECT ${uses.unnest}) AS n
    ORDER BY phone, livemode, direction, rail
    ON CONFLICT (phone, livemode, direction, rail) DO UPDATE SET worked_at = now()`,
};

/** Keeps which rail worked for a phone, in the transaction that settles the success. Built-in rails are left out. */
export function rememberRails(tx: Tx, succeeded: readonly RailUse[]): void {
  const away = succeeded.filter(({ rail }) => !isBuiltIn(rail));
  if (away.length > 0) tx.query(rememberStatement, uses.of(away));
}

const asked = arraysOf(use);
const selectStatement: Statement = {
  name: 'rail_memory_select',
  text: `
    SELECT n.phone, n.livemode, n.direction, ARRAY(
      SELECT m.rail FROM rail_memory m
      WHERE m.phone = n.phone AND m.livemode = n.livemode AND m.direction = n.direction
      ORDER BY m.worked_at DESC, m.rail) AS rails
    FROM (SELECT ${asked.unnest}) AS n`,
};

const keyOf = ({ phone, livemode, direction }: PhoneUse) => `${phone} ${livemode} ${direction}`;

/** The rails that worked for each phone, the latest first, in the order of the questions. */
export async function selectMemory(db: Database, questions: readonly PhoneUse[]): Promise<(readonly string[])[]> {
  if (questions.length === 0) return [];
  const rows = await db.query<PhoneUse & { rails: string[] }>(selectStatement, asked.of(questions));
  const rails = new Map(rows.map((row) => [keyOf(row), row.rails]));
  return questions.map((question) => rails.get(keyOf(question)) ?? []);
}

/** The same for one phone. Concurrent questions share a statement. */
export const createMemoryReader = (db: Database): ((question: PhoneUse) => Promise<readonly string[]>) =>
  coalesce((questions) => selectMemory(db, questions), { maxBatch: 500, batches: 2 });

/** A number that nobody used for two years may belong to another person. */
export const deleteOldMemory: Statement = {
  name: 'rail_memory_delete_old',
  text: `DELETE FROM rail_memory WHERE worked_at < now() - interval '2 years'`,
};
