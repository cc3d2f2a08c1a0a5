import pg from 'pg';
import { PipelinedBatch } from '../../service/src/db/pipeline.ts';
import { wrongClock } from '../../service/test/reliability/wrong-clock.ts';
import { isRemoved, type RemovedDefence, removeDefence } from './removed-defences.ts';

/**
 * Loaded into a node before the service (`--import`). It ends the process at a point that the test names over IPC,
 * shifts its clock, and for the controls removes one defence of the service.
 */
export type Sabotage = SabotagedQuery | RemovedDefence;
type SabotagedQuery = 'row locks removed' | 'key in another transaction' | 'enqueue after commit';

/** Around a statement, by its name, or around COMMIT. */
export const points = [
  'before ledger_write_balances',
  'after ledger_write_balances',
  'after ledger_write_postings',
  'after transfers_insert',
  'after events_insert',
  'before idempotency_insert',
  'after idempotency_insert',
  'before COMMIT',
  'after COMMIT',
  'after payments_claim',
  'after deliveries_record',
] as const;
export type Point = (typeof points)[number];

type PendingStatement = PipelinedBatch['pending'][number];
/** The statements that are left out of a transaction and run after it. */
const lateNames: Readonly<Record<SabotagedQuery, readonly string[]>> = {
  'row locks removed': [],
  'key in another transaction': ['idempotency_insert'],
  'enqueue after commit': ['events_insert', 'deliveries_insert'],
};

if (process.env.SABOTEUR) {
  const sabotage = process.env.SABOTAGE as Sabotage | undefined;
  if (isRemoved(sabotage)) removeDefence(sabotage);
  const late = sabotage && !isRemoved(sabotage) ? lateNames[sabotage] : [];
  let armed: string | null = null;
  process.on('message', (point: string) => {
    armed = point;
  });
  process.channel?.unref();
  const reach = (point: string) => {
    if (point === armed) process.kill(process.pid, 'SIGKILL');
  };

  const original = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const left = new WeakMap<pg.Client, PendingStatement[]>();
  const aside = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 4 });
  aside.on('error', () => {});

  const leaveOut = (client: pg.Client, batch: PipelinedBatch) => {
    const isLate = ({ statement }: PendingStatement) => late.includes(statement.name);
    const taken = batch.pending.filter(isLate);
    if (taken.length === 0) return;
    left.set(client, [...(left.get(client) ?? []), ...taken]);
    for (const { resolve } of taken) resolve({ rows: [], command: 'INSERT', broken: false });
    batch.pending.splice(0, Number.POSITIVE_INFINITY, ...batch.pending.filter((one) => !isLate(one)));
  };
  const onResult = (one: PendingStatement, then: () => unknown) => {
    const { resolve } = one;
    Object.assign(one, {
      resolve: async (result: Parameters<typeof resolve>[0]) => {
        await then();
        resolve(result);
      },
    });
  };
  /** The statements before the point are sent and executed, and nothing after it. */
  const endAtPoint = (client: pg.Client, batch: PipelinedBatch): boolean => {
    const place = batch.pending.findIndex(
      ({ statement: { name } }) => armed === `before ${name}` || armed === `after ${name}`,
    );
    if (place === -1 || armed === 'after COMMIT') return false;
    const first = new PipelinedBatch();
    first.pending.push(...batch.pending.slice(0, armed!.startsWith('after') ? place + 1 : place));
    const end = () => process.kill(process.pid, 'SIGKILL');
    if (first.pending.length === 0) end();
    else onResult(first.pending.at(-1)!, end);
    original.call(client, first);
    return true;
  };

  pg.Client.prototype.query = function (this: pg.Client, query: string | PipelinedBatch, ...more: unknown[]) {
    if (!(query instanceof PipelinedBatch)) {
      if (query === 'ROLLBACK') left.delete(this);
      return original.call(this, query, ...more);
    }
    leaveOut(this, query);
    for (const one of query.pending) {
      const { name, text } = one.statement;
      if (sabotage === 'row locks removed' && name === 'ledger_lock')
        one.statement = { name, text: text.replace('FOR UPDATE OF b', '') };
      if (name !== 'COMMIT') continue;
      onResult(one, async () => {
        // Where a defence is removed, the COMMIT must be one without it: most commits are by workers, which have no
        // keys.
        if (late.length === 0 || left.has(this)) reach('after COMMIT');
        const queries = left.get(this) ?? [];
        left.delete(this);
        for (const { statement, values } of queries) await aside.query(statement.text, values);
      });
    }
    return endAtPoint(this, query) ? query : original.call(this, query, ...more);
  } as typeof pg.Client.prototype.query;

  const wrongBy = Number(process.env.CLOCK_WRONG_BY_MS ?? 0);
  if (wrongBy !== 0) wrongClock(wrongBy);
}
