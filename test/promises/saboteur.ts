import pg from 'pg';

/**
 * Loaded into a node before the service (`--import`). It ends the process at a point that the test names over IPC, lets its
 * clock be wrong, and for the controls takes one defence of the service away.
 */
export type Sabotage = 'row locks removed' | 'key in another transaction' | 'enqueue after commit';

/** Around a statement by its name, or around COMMIT. */
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

type Query = { readonly name: string; readonly text: string; readonly values?: unknown[] };
type Result = { rows: unknown[]; command: string };
/** What is left out of a transaction, to be done after it. */
const lateNames: Readonly<Record<Sabotage, readonly string[]>> = {
  'row locks removed': [],
  'key in another transaction': ['idempotency_insert'],
  'enqueue after commit': ['events_insert', 'deliveries_insert'],
};

if (process.env.SABOTEUR) {
  const sabotage = process.env.SABOTAGE as Sabotage | undefined;
  const late = sabotage ? lateNames[sabotage] : [];
  let armed: string | null = null;
  process.on('message', (point: string) => {
    armed = point;
  });
  process.channel?.unref();
  const reach = (point: string) => {
    if (point === armed) process.kill(process.pid, 'SIGKILL');
  };

  const original = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => Promise<Result>;
  const left = new WeakMap<pg.Client, Query[]>();
  const aside = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 4 });
  aside.on('error', () => {});

  const commit = async (client: pg.Client, issued: Promise<Result>): Promise<Result> => {
    const queries = left.get(client) ?? [];
    left.delete(client);
    const result = await issued;
    reach('after COMMIT');
    for (const { text, values } of queries) await aside.query(text, values);
    return result;
  };

  pg.Client.prototype.query = function (this: pg.Client, query: string | Query, ...more: unknown[]) {
    const name = typeof query === 'string' ? query : (query.name ?? '');
    reach(`before ${name}`);
    if (late.includes(name)) {
      left.set(this, [...(left.get(this) ?? []), query as Query]);
      return Promise.resolve({ rows: [], command: 'INSERT' });
    }
    if (name === 'ROLLBACK') left.delete(this);
    const sent =
      sabotage === 'row locks removed' && name === 'ledger_lock'
        ? { ...(query as Query), text: (query as Query).text.replace('FOR UPDATE OF b', '') }
        : query;
    const issued = original.call(this, sent, ...more);
    if (name === 'COMMIT') return commit(this, issued);
    return armed === `after ${name}` ? issued.finally(() => reach(`after ${name}`)) : issued;
  } as typeof pg.Client.prototype.query;

  const wrongBy = Number(process.env.CLOCK_WRONG_BY_MS ?? 0);
  if (wrongBy !== 0) {
    const Right = Date;
    const now = () => Right.now() + wrongBy;
    globalThis.Date = new Proxy(Right, {
      construct: (target, args) => (args.length === 0 ? new target(now()) : Reflect.construct(target, args)),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    });
  }
}
