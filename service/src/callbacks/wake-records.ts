import type { Queries, Statement } from '../db/database.ts';
import type { WorkerName } from '../db/node.ts';
import { arraysFrom, from, int4, nullable, text } from '../db/table.ts';

/** A record as a callback names it: by our id, or by the provider's. */
export type Named = { readonly rail: string; readonly record: string | null; readonly handle: string | null };

export type FoundRecord = {
  readonly id: string;
  readonly world: number;
  /** For an item of a payout. */
  readonly payout_id: string | null;
  /** The worker that asks its rail. */
  readonly worker: WorkerName;
  /** Its rail is asked now. If not, it is final, or locked by a transaction that is about to write it. */
  readonly woken: boolean;
  readonly open: boolean;
  /** The rail that the record is at. If it is not the callback's own, nothing is done. */
  readonly rail: string;
};

type Sought = Named & { readonly place: number };

const sought = arraysFrom<Sought>(
  {
    place: from(int4, ({ place }) => place),
    rail: from(text, ({ rail }) => rail),
    record: from(nullable(text), ({ record }) => record),
    handle: from(nullable(text), ({ handle }) => handle),
  },
  { hidden: true },
);

/**
 * Makes open records due at once. One probe of an index for each: by our id, or else by the provider's. BETWEEN and
 * ORDER BY keep the planner from every other index (`db/find.ts`).
 * A locked record is skipped, so that one never delays the others of a batch. Only a record at the callback's own rail
 * is woken.
 */
const wake = (name: string, table: string, payout: string, byReference = ''): Statement => ({
  name,
  text: `
    WITH found AS (
      SELECT n.place, r.* FROM (SELECT ${sought.unnest}) AS n
      CROSS JOIN LATERAL (
        SELECT * FROM (
          SELECT world, id, ${payout} AS payout_id, rail = n.rail AND due_at IS NOT NULL AS open, rail FROM ${table}
          WHERE id BETWEEN n.record AND n.record AND rail NOT IN ('sandbox', 'wallet')
          ORDER BY id LIMIT 1) by_id${byReference}
        UNION ALL
        SELECT * FROM (
          SELECT world, id, ${payout} AS payout_id, due_at IS NOT NULL AS open, rail FROM ${table}
          WHERE n.record IS NULL AND rail = n.rail AND rail_handle BETWEEN n.handle AND n.handle
            AND rail_handle IS NOT NULL
          ORDER BY rail, rail_handle LIMIT 1) by_handle
        LIMIT 1) r
    ), woken AS (
      UPDATE ${table} t SET due_at = now()
      FROM (SELECT DISTINCT world, id, payout_id FROM found WHERE open) f
      CROSS JOIN LATERAL (
        SELECT world, id FROM ${table}
        WHERE world = f.world ${payout === 'payout_id' ? 'AND payout_id = f.payout_id' : ''} AND id = f.id
          AND due_at IS NOT NULL
        LIMIT 1 FOR UPDATE SKIP LOCKED) l
      WHERE t.world = f.world ${payout === 'payout_id' ? 'AND t.payout_id = f.payout_id' : ''} AND t.id = f.id
        AND t.due_at IS NOT NULL AND l.id = f.id
      RETURNING t.id
    )
    SELECT place, world, id, payout_id, open, rail, id IN (SELECT id FROM woken) AS woken FROM found`,
});

/** Items of scheduled runs have a reference of their own at the provider. */
const itemByReference = `
        UNION ALL
        SELECT * FROM (
          SELECT world, id, payout_id, rail = n.rail AND due_at IS NOT NULL AS open, rail FROM payout_items
          WHERE provider_reference BETWEEN n.record AND n.record AND provider_reference IS NOT NULL
            AND rail NOT IN ('sandbox', 'wallet')
          ORDER BY provider_reference LIMIT 1) by_reference`;
const wakeItems = wake('callbacks_wake_items', 'payout_items', 'payout_id', itemByReference);

const kinds = [
  { worker: 'payments', prefix: 'pay_', statement: wake('callbacks_wake_payments', 'payments', 'NULL::text') },
  { worker: 'refunds', prefix: 'rfd_', statement: wake('callbacks_wake_refunds', 'refunds', 'NULL::text') },
  { worker: 'payout_items', prefix: 'pit_', statement: wakeItems },
] as const;

type Row = Omit<FoundRecord, 'worker'> & { readonly place: number };

/**
 * Makes the rails of these records asked at once, where they are open. Wake the workers after the commit.
 * @returns for each its record, which may be at another rail, or undefined if there is none
 */
export async function wakeRecords(db: Queries, named: readonly Named[]): Promise<(FoundRecord | undefined)[]> {
  const found = new Array<FoundRecord | undefined>(named.length).fill(undefined);
  const all = named.map((one, place): Sought => ({ ...one, place }));
  const asking = kinds.map(async ({ worker, prefix, statement }) => {
    const some = all.filter(({ record, handle }) => record?.startsWith(prefix) ?? handle !== null);
    if (some.length === 0) return;
    for (const { place, ...row } of await db.query<Row>(statement, sought.of(some))) found[place] = { ...row, worker };
  });
  await Promise.all(asking);
  return found;
}
