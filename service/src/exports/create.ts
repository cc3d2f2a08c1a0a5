import { type createExport, MOST_OPEN_EXPORTS } from '../../../contract/src/exports.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import type { Tx } from '../db/transaction.ts';
import { storedRequestOf } from '../events/emit.ts';
import type { Command } from '../kernel/command.ts';
import { newId } from '../kernel/new-id.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { withPhone } from '../payments/payers.ts';
import { selectWalletsById } from '../wallets/store.ts';
import { checkScope } from './check-scope.ts';
import { checkFilters, type Filters, timeRangeOf } from './filters.ts';
import { countOpenExports, type ExportRow, insertExports, lockWorldOfExports } from './store.ts';
import { renderExport } from './view.ts';

/** Creates exports. The row is the job. The records are those that exist now: the upper bound is the present. */
export function createExports(
  tx: Tx,
  commands: Command<InputOf<typeof createExport>>[],
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { caller, input } = command;
    const lacking = checkScope(caller, input.resource);
    if (lacking) throw lacking;
    const filters = await ofOwnCustomer(tx, command, checkFilters(input.resource, input.filters ?? {}));
    await checkWallet(tx, command, filters);
    const row = await openExport(tx, {
      world: caller.world,
      livemode: caller.livemode,
      resource: input.resource,
      format: input.format,
      filters,
      schedule_id: null,
      requested_by: caller.person?.id ?? null,
      request: storedRequestOf(command),
    });
    return renderExport(row);
  });
}

/** @throws Refusal not_found for a wallet that is not the merchant's own in this mode */
export async function checkWallet(tx: Tx, { caller }: Pick<Command<unknown>, 'caller'>, { wallet }: Filters) {
  if (wallet === undefined) return;
  const [row] = await selectWalletsById(tx, [wallet]);
  if (!row || row.owner_id !== caller.owner.id || row.livemode !== caller.livemode)
    throw new Refusal('not_found', `You have no wallet ${wallet}`, { param: 'filters.wallet' });
}

/**
 * The filters with the phone of the customer whom they name by an id.
 * @throws Refusal not_found for a customer that is not of this world
 */
export async function ofOwnCustomer(
  tx: Tx,
  { caller }: Pick<Command<unknown>, 'caller'>,
  filters: Filters,
): Promise<Filters> {
  const named = await withPhone(tx, caller.world, filters);
  if (named) return named;
  throw new Refusal('not_found', `You have no customer ${filters.customer}`, { param: 'filters.customer' });
}

type NewExport = Pick<
  ExportRow,
  'world' | 'livemode' | 'resource' | 'format' | 'filters' | 'schedule_id' | 'requested_by' | 'request'
>;

/**
 * Writes the row of an export and wakes the worker.
 * @throws Refusal too_many_exports
 */
export async function openExport(tx: Tx, fields: NewExport): Promise<ExportRow> {
  const { world } = fields;
  await tx.query(lockWorldOfExports, [world]);
  const [open] = await tx.query<{ count: number; now: Date }>(countOpenExports, [world]);
  if (open!.count >= MOST_OPEN_EXPORTS) {
    const message = `${open!.count} exports wait or run already, the most in a mode. Wait until one is completed.`;
    throw new Refusal('too_many_exports', message, { headers: { 'Retry-After': '30' } });
  }
  const { now } = open!;
  const { since, before } = timeRangeOf(fields.filters, now.getTime());
  const row: ExportRow = {
    ...fields,
    ...{ id: newId('exp'), status: 'pending', failure: null, cursor: null, progress: null },
    ...{ since: since === null ? null : new Date(since), before: new Date(before) },
    ...{ rows: 0n, bytes: 0n, parts: 0, failures: 0, claims: 0, version: 1 },
    ...{ due_at: now, created_at: now, updated_at: now, completed_at: null, failed_at: null, expires_at: null },
  };
  await tx.query(insertExports.statement, insertExports.values([row]));
  tx.afterCommit(() => tx.node.wake('exports'));
  return row;
}
