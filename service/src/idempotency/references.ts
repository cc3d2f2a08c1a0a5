import { shownCell } from '../../../contract/src/csv-dialect.ts';
import type { Queries, Statement } from '../db/database.ts';
import { arraysFrom, from, int4, text } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';

export type ReferencedTable =
  | 'payments'
  | 'refunds'
  | 'transfers'
  | 'payouts'
  | 'checkout_sessions'
  | 'wallet_holds'
  | 'movements';

type Referring = Command<{ reference?: string | null | undefined }>;
const named = arraysFrom<Referring>({
  world: from(int4, ({ caller }) => caller.world),
  reference: from(text, ({ input }) => input.reference!),
});

const inOldSpelling = (table: ReferencedTable) => `
    SELECT r.world, n.reference, r.id
    FROM n JOIN old_spellings o ON o.reference = n.reference
    JOIN ${table} r ON r.world = n.world AND r.reference = o.spelling`;

const selectStatement = (table: ReferencedTable): Statement => ({
  name: `${table}_select_references`,
  text: `
    WITH n AS NOT MATERIALIZED (SELECT ${named.unnest})
    SELECT r.world, n.reference, r.id
    FROM n JOIN ${table} r ON r.world = n.world AND r.reference = n.reference
    UNION ALL${inOldSpelling(table)}`,
});

const selectOldStatement = (table: ReferencedTable): Statement => ({
  name: `${table}_select_old_references`,
  text: `
    WITH n AS NOT MATERIALIZED (SELECT ${named.unnest})${inOldSpelling(table)}`,
});

/** The condition of a list: a record has this reference, also if it was stored in an older spelling. */
export const hasReference = (column: string) => `
  ${column} = ANY (ARRAY (
    SELECT spelt.reference FROM (VALUES (?::text)) asked (reference), LATERAL (
      SELECT asked.reference UNION ALL
      SELECT o.spelling FROM old_spellings o WHERE o.reference = asked.reference) spelt))`;

export type EqualReference = {
  readonly kind: string;
  readonly integration: string | null;
  readonly mode: 'test' | 'live';
  readonly reference: string;
  readonly id: string;
  /** The stored text, with invisible characters made visible. */
  readonly spelling: string;
};

const recordsOf = (kind: string, table: string, world = 'r.world') => `
  SELECT '${kind}' AS kind, ${world} AS world, o.reference, r.id, r.reference AS spelling
  FROM (SELECT spelling AS stored, reference FROM old_spellings UNION SELECT reference, reference FROM old_spellings) o
  JOIN ${table} r ON r.reference = o.stored`;

/** Records of one kind and world whose references became equal when spellings were normalised. */
const selectEqual: Statement = {
  name: 'references_select_equal',
  text: `
    WITH spelt AS (
      SELECT DISTINCT * FROM (
        ${[
          recordsOf('payment', 'payments'),
          recordsOf('refund', 'refunds'),
          recordsOf('transfer', 'transfers'),
          recordsOf('payout', 'payouts'),
          // Operators have no world: their references are unique in each mode.
          recordsOf('cash_in', 'approvals', 'CASE WHEN r.livemode THEN -1 ELSE 0 END'),
        ].join(' UNION ALL ')}) every),
    counted AS (SELECT *, count(*) OVER (PARTITION BY kind, world, reference) AS many FROM spelt)
    SELECT c.kind, i.slug AS integration, CASE WHEN w.livemode OR c.world = -1 THEN 'live' ELSE 'test' END AS mode, c.reference, c.id, c.spelling
    FROM counted c LEFT JOIN worlds w ON w.id = c.world LEFT JOIN integrations i ON i.id = w.integration_id
    WHERE c.many > 1 ORDER BY c.kind, c.world, c.reference, c.id`,
};

const findSpellings: Statement = {
  name: 'references_find_old_spellings',
  text: 'SELECT find_old_spellings()::int AS added',
};

/**
 * Adds the spellings that a node of an older version wrote after the migration. Only the admin command uses it, because
 * it reads whole tables.
 */
export const findOldSpellings = async (db: Queries): Promise<number> =>
  (await db.query<{ added: number }>(findSpellings))[0]!.added;

/** Only the admin command uses it, because it reads whole tables. */
export async function findEqualReferences(db: Queries): Promise<EqualReference[]> {
  const rows = await db.query<EqualReference>(selectEqual);
  return rows.map((row) => ({ ...row, spelling: shownCell(row.spelling) }));
}

const keyOf = (world: number, reference: string) => `${world} ${reference}`;

export type References = {
  /** The record that has the command's reference. */
  holderOf(command: Command<{ reference?: string | null | undefined }>): string | undefined;
  /** The refusal for a command whose reference is already used. */
  check(command: Command<{ reference?: string | null | undefined }>): Refusal | null;
  /** Marks the command's reference as used by `id`, so that a second command in the batch is refused. */
  take(command: Command<{ reference?: string | null | undefined }>, id: string): void;
};

/**
 * Finds the references that are already used. A unique index backs this check.
 * @param options `old`: only those that the index cannot find, because the record has an older spelling
 */
export async function takenReferences(
  tx: Tx,
  table: ReferencedTable,
  commands: readonly Referring[],
  { which = 'all' }: { readonly which?: 'all' | 'old' } = {},
): Promise<References> {
  const statement = which === 'all' ? selectStatement(table) : selectOldStatement(table);
  const naming = commands.filter((command) => typeof command.input.reference === 'string');
  const rows =
    naming.length === 0
      ? []
      : await tx.query<{ world: number; reference: string; id: string }>(statement, named.of(naming));
  const taken = new Map(rows.map((row) => [keyOf(row.world, row.reference), row.id]));
  const holderOf: References['holderOf'] = ({ caller, input: { reference } }) =>
    typeof reference === 'string' && taken.size > 0 ? taken.get(keyOf(caller.world, reference)) : undefined;
  return {
    holderOf,
    check(command) {
      const holder = holderOf(command);
      if (!holder) return null;
      const message = `The reference "${command.input.reference}" is already used by ${holder}`;
      return new Refusal('reference_already_used', message, { param: 'reference' });
    },
    take({ caller, input: { reference } }, id) {
      if (typeof reference === 'string') taken.set(keyOf(caller.world, reference), id);
    },
  };
}

/** Refusals that depend on a record's state, which are stored under a key. */
const ofState = [402, 409, 422];

/** Whether a used reference is reported instead of this refusal. */
export const yieldsToTaken = ({ status }: Refusal): boolean => ofState.includes(status);

/**
 * Checks the references of refused commands again, once the locks are held. While a command waited for the wallet,
 * another may have used its reference and the money. If it reported insufficient funds, its client would pay again
 * under another reference.
 * @returns the results, with this refusal instead of the other one
 */
export async function preferTaken<T>(
  tx: Tx,
  table: ReferencedTable,
  commands: readonly Command<{ reference?: string | null | undefined }>[],
  results: readonly (T | Refusal)[],
): Promise<(T | Refusal)[]> {
  const isRefused = (result: T | Refusal) => result instanceof Refusal && yieldsToTaken(result);
  const refused = commands.filter(({ input }, i) => isRefused(results[i]!) && typeof input.reference === 'string');
  if (refused.length === 0) return [...results];
  const references = await takenReferences(tx, table, refused);
  return results.map((result, i) => (isRefused(result) ? (references.check(commands[i]!) ?? result) : result));
}
