import { DryRun } from '../../../contract/src/dry-run.ts';
import { claimedBy, type Database, type Statement } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { serialiser } from '../http/serialise.ts';
import { type Command, claimOf } from '../kernel/command.ts';
import type { Answer } from '../kernel/operation.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { BulkItem, Foreseen } from './portion.ts';

const readOnly: Statement = { name: 'dry_run_read_only', text: 'SET TRANSACTION READ ONLY' };
const render = serialiser<DryRun>(DryRun);

export type DryRunOf = {
  readonly items: readonly BulkItem[];
  readonly done: 'succeeded' | 'accepted';
  /** One item that would fail refuses the whole request. */
  readonly whole: boolean;
  /** The answer names the results of the items. */
  readonly shown: boolean;
};

/**
 * Decides as the request would, in a transaction that cannot write: no lock, no row, and no key. The database refuses a
 * statement that writes.
 */
export async function dryRun(
  db: Database,
  command: Command<unknown>,
  { items, done, whole, shown }: DryRunOf,
  look: (tx: Tx) => Promise<{ readonly foreseen: readonly Foreseen[]; readonly fee?: bigint; readonly tax?: bigint }>,
): Promise<Answer> {
  const claim = claimOf(command.caller);
  // Nothing is written that a lost primary could lose, and a mark is a write.
  const { foreseen, fee, tax } = await transaction(
    { ...claimedBy(db, claim), history: null },
    async (tx) => {
      tx.query(readOnly);
      return look(tx);
    },
    { claim },
  );
  const first = foreseen.find((one) => one !== null);
  const isRefused = whole && first !== undefined;
  const amounts = new Map<string, bigint>();
  for (const [i, { amount, currency }] of items.entries())
    if (foreseen[i] === null && !isRefused) amounts.set(currency, (amounts.get(currency) ?? 0n) + BigInt(amount));
  const failed = isRefused ? items.length : foreseen.filter((one) => one !== null).length;
  const body: DryRun = {
    object: 'dry_run',
    livemode: command.caller.livemode,
    status: isRefused || failed === items.length ? 'failed' : done,
    ...(isRefused ? { error: errorOf(first) } : {}),
    totals: {
      count: items.length,
      succeeded_count: items.length - failed,
      failed_count: failed,
      amounts: [...amounts].sort().map(([currency, sum]) => ({ currency, succeeded_amount: sum })),
      ...(fee === undefined ? {} : { fee }),
      ...(tax === undefined ? {} : { tax }),
    },
    ...(shown
      ? { results: foreseen.map((one) => (one ? { status: 'failed', error: errorOf(one) } : { status: done })) }
      : {}),
  };
  return { status: 200, body: render(body), replayed: false };
}

function errorOf({ refusal, record }: { refusal: Refusal; record?: string | undefined }) {
  const { code, message, param } = refusal;
  return { code, message, ...(param ? { param } : {}), ...(record ? { record } : {}) };
}
