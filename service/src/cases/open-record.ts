import type { Id } from '../core/id.ts';
import { payoutBoundsOf } from '../core/payout.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { WorkerName } from '../db/node.ts';
import type { CaseRow } from './store.ts';

type RecordKind = { readonly worker: WorkerName; readonly table: string; readonly where: string };

/** The records that a worker asks a rail about. */
const kinds: Readonly<Record<string, RecordKind>> = {
  pay: { worker: 'payments', table: 'payments', where: 'world = $1 AND id = $2' },
  rfd: { worker: 'refunds', table: 'refunds', where: 'world = $1 AND id = $2' },
  // An item's id is made right after its payout's, which bounds the search.
  pit: {
    worker: 'payout_items',
    table: 'payout_items',
    where: 'world = $1 AND id = $2 AND payout_id BETWEEN $3 AND $4',
  },
};

const isOpen = 'due_at IS NOT NULL AND sent_at IS NOT NULL';

const statementsOf = (make: (kind: RecordKind) => string, name: string) =>
  Object.fromEntries(
    Object.entries(kinds).map(([prefix, kind]) => [prefix, { name: `${name}_${kind.table}`, text: make(kind) }]),
  ) as Readonly<Record<string, Statement>>;

const selectOpen = statementsOf(
  ({ table, where }) => `SELECT FROM ${table} WHERE ${where} AND ${isOpen}`,
  'cases_open',
);
const hurryOpen = statementsOf(
  ({ table, where }) => `UPDATE ${table} SET due_at = now() WHERE ${where} AND ${isOpen} RETURNING id`,
  'cases_hurry',
);

/** Whether the provider has the case's record and has not told its outcome. */
export const hasOpenRecord = (db: Queries, row: CaseRow): Promise<boolean> => run(db, selectOpen, row);

/** Whether two operators may settle the case's record, because its provider alone does not. */
export const isForSettlement = ({ kind }: CaseRow): boolean => kind === 'wrong_amount' || kind === 'unknown_too_long';

/** Makes the case's record due at once. @returns the worker to wake; null if the record is not open */
export async function hurryRecord(db: Queries, row: CaseRow): Promise<WorkerName | null> {
  return (await run(db, hurryOpen, row)) ? kinds[prefixOf(row)]!.worker : null;
}

const prefixOf = ({ record }: CaseRow): string => record?.split('_')[0] ?? '';

async function run(db: Queries, statements: Readonly<Record<string, Statement>>, row: CaseRow): Promise<boolean> {
  const { world, record } = row;
  const statement = statements[prefixOf(row)];
  if (!statement || world === null || record === null) return false;
  const bounds = prefixOf(row) === 'pit' ? payoutBoundsOf(record as Id<'pit'>) : [];
  return (await db.query(statement, [world, record, ...bounds])).length > 0;
}
