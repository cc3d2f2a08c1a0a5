import type { Reserve } from '../../../../../contract/src/split-partners.ts';
import type { Statement } from '../../../db/database.ts';
import { arraysOf, int8, type RowOf, text, timestamptz } from '../../../db/table.ts';
import type { Tx } from '../../../db/transaction.ts';
import { pairs, type WalletOfWorld } from './store.ts';

/** The debt and the reserve of a wallet at a world, in minor units. */
export type PartnerState = WalletOfWorld & {
  readonly id: string;
  readonly debt: bigint;
  readonly reserve: Reserve | null;
  readonly reserved: bigint;
  readonly drawn: bigint;
};

const statesStatement: Statement = {
  name: 'split_partners_states',
  text: `
    SELECT s.id, s.world, s.wallet_id, s.debt, s.reserve, s.reserved, s.drawn
    FROM split_partners s JOIN (SELECT ${pairs.unnest}) AS n ON n.world = s.world AND n.wallet_id = s.wallet_id`,
};

/** The states of wallets that are locked, so that nothing changes them meanwhile. Own wallets have none. */
export const selectPartnerStates = (tx: Tx, wanted: readonly WalletOfWorld[]): Promise<PartnerState[]> =>
  tx.query(statesStatement, pairs.of(wanted));

const states = arraysOf({ id: text, debt: int8, reserved: int8, drawn: int8 });

const updateStatesStatement: Statement = {
  name: 'split_partners_update_states',
  text: `
    UPDATE split_partners s
    SET debt = n.debt, reserved = n.reserved, drawn = n.drawn, updated_at = now(), version = s.version + 1
    FROM (SELECT ${states.unnest}) AS n
    WHERE s.id = n.id`,
};

export function updatePartnerStates(tx: Tx, rows: readonly PartnerState[]): void {
  if (rows.length > 0) tx.query(updateStatesStatement, states.of(rows));
}

const dayTable = { partner_id: text, due_at: timestamptz, amount: int8 };

/** The amount that a reserve kept until a time. */
export type ReserveDay = RowOf<typeof dayTable>;

const days = arraysOf(dayTable);

const addDays: Statement = {
  name: 'reserve_days_add',
  text: `
    INSERT INTO reserve_days AS d (partner_id, due_at, amount)
    SELECT partner_id, due_at, sum(amount) FROM (SELECT ${days.unnest}) AS n GROUP BY partner_id, due_at
    ON CONFLICT (partner_id, due_at) DO UPDATE SET amount = d.amount + excluded.amount`,
};

export function addReserveDays(tx: Tx, rows: readonly ReserveDay[]): void {
  if (rows.length > 0) tx.query(addDays, days.of(rows));
}

export type DueReserve = WalletOfWorld & { readonly partner_id: string };

/** $1: the most days that are read: all end at midnight. */
export const selectDueReserves: Statement = {
  name: 'reserve_days_due',
  text: `
    SELECT s.world, s.wallet_id, d.partner_id
    FROM (SELECT DISTINCT partner_id FROM (
            SELECT partner_id FROM reserve_days WHERE due_at <= now() ORDER BY due_at LIMIT $1) next) d
    JOIN split_partners s ON s.id = d.partner_id`,
};

/** Milliseconds until the next day ends; null if there is none. */
export const nextDueReserve: Statement = {
  name: 'reserve_days_next',
  text: `SELECT (extract(epoch FROM min(due_at) - now()) * 1000)::float8 AS ms FROM reserve_days`,
};

/** Takes the days that are over, of partners whose wallets are locked. $1: their ids. */
export const endReserveDays: Statement = {
  name: 'reserve_days_end',
  text: `
    WITH ended AS (
      DELETE FROM reserve_days WHERE partner_id = ANY ($1::text[]) AND due_at <= now() RETURNING partner_id, amount)
    SELECT partner_id, sum(amount)::bigint AS kept FROM ended GROUP BY partner_id`,
};
