import type { ParkedKind } from '../../../../contract/src/parked-settlements.ts';
import type { Statement } from '../../db/database.ts';
import { arraysOf, int4, int8, type key, type RowOf, text } from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';

export type ParkedRow = {
  id: string;
  world: number;
  livemode: boolean;
  integration: string | null;
  merchant: string | null;
  kind: ParkedKind;
  record_id: string;
  amount: bigint;
  currency: string;
  wallet_id: string;
  suspense_wallet: string | null;
  reason: string;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  version: number;
};

export const selectParkedFrom = `
  SELECT p.id, p.world, w.livemode, i.id AS integration, i.merchant_id AS merchant, p.kind, p.record_id, p.amount, p.currency,
         p.wallet_id, p.suspense_wallet, p.reason, p.created_at, p.updated_at, p.resolved_at, p.version
  FROM parked_settlements p JOIN worlds w ON w.id = p.world LEFT JOIN integrations i ON i.id = w.integration_id`;

export const selectParked: Statement = { name: 'parked_select', text: `${selectParkedFrom} WHERE p.id = $1` };

export const lockParked: Statement = {
  name: 'parked_lock',
  text: `${selectParkedFrom} WHERE p.id = $1 FOR UPDATE OF p`,
};

export const resolveParked: Statement = {
  name: 'parked_resolve',
  text: 'UPDATE parked_settlements SET resolved_at = now(), updated_at = now(), version = version + 1 WHERE id = $1',
};

/** Succeeded payments whose money is in a suspense wallet. */
const suspended = {
  record_id: text,
  amount: int8,
  currency: text,
  wallet_id: text,
  suspense_wallet: text,
  reason: text,
};
export type Suspended = Readonly<RowOf<typeof key & typeof suspended>>;
const ids = arraysOf({ id: text, world: int4 });
const sums = arraysOf(suspended, { first: ids.next });

const insertStatement: Statement = {
  name: 'parked_insert',
  text: `
    INSERT INTO parked_settlements (${ids.names}, kind, ${sums.names})
    SELECT ${ids.unnamed}, 'payment', ${sums.unnamed}`,
};

export function insertSuspended(tx: Tx, rows: readonly Suspended[]): void {
  if (rows.length > 0) tx.query(insertStatement, [...ids.of(rows), ...sums.of(rows)]);
}

/** The rows of each kind, by world and id, and the columns about their money. */
const sources: Record<ParkedKind, { table: string; key: string; money: string }> = {
  payment: { table: 'payments', key: 'id = $2', money: 'amount, currency, wallet_id' },
  refund: { table: 'refunds', key: 'id = $2', money: 'amount, currency, wallet_id' },
  payout: { table: 'payouts', key: 'id = $2', money: 'amount, currency, wallet_id' },
  payout_item: {
    table: 'payout_items',
    key: 'payout_id = $3 AND id = $2',
    money: `amount,
      (SELECT currency FROM payouts p WHERE p.world = $1 AND p.id = $3) AS currency,
      (SELECT wallet_id FROM payouts p WHERE p.world = $1 AND p.id = $3) AS wallet_id`,
  },
};

const forEachKind = (make: (source: (typeof sources)[ParkedKind], kind: ParkedKind) => Statement) =>
  Object.fromEntries(
    Object.entries(sources).map(([kind, source]) => [kind, make(source, kind as ParkedKind)]),
  ) as Record<ParkedKind, Statement>;

/** $1: the world, $2: the id, $3: the payout of an item, $4: seconds until it is due again. */
export const putOff = forEachKind(({ table, key }, kind) => ({
  name: `parked_put_off_${kind}`,
  text: `
    UPDATE ${table} SET due_at = now() + make_interval(secs => $4)
    WHERE world = $1 AND ${key} AND due_at IS NOT NULL AND $3::text IS NOT DISTINCT FROM $3`,
}));

/** No worker polls it again. $4: the id of the entry, $5: why. */
export const park = forEachKind(({ table, key, money }, kind) => ({
  name: `parked_park_${kind}`,
  text: `
    WITH stopped AS (
      UPDATE ${table} SET due_at = NULL
      WHERE world = $1 AND ${key} AND due_at IS NOT NULL AND $3::text IS NOT DISTINCT FROM $3
      RETURNING world, id, ${money})
    INSERT INTO parked_settlements (id, world, kind, record_id, amount, currency, wallet_id, reason)
    SELECT $4::text, world, '${kind}', id, amount, currency, wallet_id, $5::text FROM stopped
    ON CONFLICT (world, record_id) WHERE resolved_at IS NULL DO NOTHING`,
}));

/** Its worker polls it at once, if it is still open. An item is found among the payouts of that time. */
export const resume: Record<ParkedKind, Statement> = {
  payment: resumeIn('payment', 'payments', `status IN ('pending', 'requires_action', 'processing')`),
  refund: resumeIn('refund', 'refunds', `status = 'pending'`),
  payout: resumeIn('payout', 'payouts', `status IN ('pending', 'processing')`),
  payout_item: resumeIn(
    'payout_item',
    'payout_items',
    `status = 'processing' AND payout_id = ANY (ARRAY(SELECT id FROM payouts WHERE world = $1 AND status = 'processing'))`,
  ),
};

function resumeIn(kind: string, table: string, which: string): Statement {
  return {
    name: `parked_resume_${kind}`,
    text: `UPDATE ${table} SET due_at = now() WHERE world = $1 AND id = $2 AND due_at IS NULL AND ${which}`,
  };
}
