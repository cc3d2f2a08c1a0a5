import type { Command } from './command.ts';
import type { Statement } from './db/database.ts';
import type { Tx } from './db/transaction.ts';
import { Refusal } from './refusal.ts';

export type ReferencedTable = 'payments' | 'refunds' | 'transfers' | 'payouts';

const selectStatement = (table: ReferencedTable): Statement => ({
  name: `${table}_select_references`,
  text: `
    SELECT r.world, r.reference, r.id
    FROM ${table} r JOIN (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS reference) AS n
      ON r.world = n.world AND r.reference = n.reference`,
});

const keyOf = (world: number, reference: string) => `${world} ${reference}`;

export type References = {
  /** The refusal for a command whose reference has been used. */
  check(command: Command<{ reference?: string | null | undefined }>): Refusal | null;
  /** Notes that the command's reference is used by `id` from now on, so that a second of two in one batch is refused. */
  take(command: Command<{ reference?: string | null | undefined }>, id: string): void;
};

/** The client's own ids that are taken already. The unique index stands behind it. */
export async function takenReferences(
  tx: Tx,
  table: ReferencedTable,
  commands: readonly Command<{ reference?: string | null | undefined }>[],
): Promise<References> {
  const named = commands.filter((command) => typeof command.input.reference === 'string');
  const rows =
    named.length === 0
      ? []
      : await tx.query<{ world: number; reference: string; id: string }>(selectStatement(table), [
          named.map((command) => command.caller.world),
          named.map((command) => command.input.reference),
        ]);
  const taken = new Map(rows.map((row) => [keyOf(row.world, row.reference), row.id]));
  return {
    check({ caller, input: { reference } }) {
      const holder = typeof reference === 'string' ? taken.get(keyOf(caller.world, reference)) : undefined;
      if (!holder) return null;
      const message = `reference "${reference}" belongs to ${holder} already`;
      return new Refusal('reference_already_used', message, { param: 'reference' });
    },
    take({ caller, input: { reference } }, id) {
      if (typeof reference === 'string') taken.set(keyOf(caller.world, reference), id);
    },
  };
}

/** What a key keeps of refusals that come of a record's state. */
const ofState = [402, 409, 422];

/**
 * Looks again, once the locks are held, for the references of what was refused. Who has one may have taken it, and the money too, while
 * this request waited for the wallet: told that there is no money, its client would pay again under another reference.
 * @returns the results, with that refusal in the place of another
 */
export async function preferTaken<T>(
  tx: Tx,
  table: ReferencedTable,
  commands: readonly Command<{ reference?: string | null | undefined }>[],
  results: readonly (T | Refusal)[],
): Promise<(T | Refusal)[]> {
  const isRefused = (result: T | Refusal) => result instanceof Refusal && ofState.includes(result.status);
  const refused = commands.filter(({ input }, i) => isRefused(results[i]!) && typeof input.reference === 'string');
  if (refused.length === 0) return [...results];
  const references = await takenReferences(tx, table, refused);
  return results.map((result, i) => (isRefused(result) ? (references.check(commands[i]!) ?? result) : result));
}
