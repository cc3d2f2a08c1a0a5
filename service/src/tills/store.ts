import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { Statement } from '../db/database.ts';

export type TillRow = {
  id: string;
  amount: bigint | null;
  use: string;
  currency: string;
  branch_id: string | null;
  fee_bearer: PaymentBearer;
};

export const selectTill: Statement = {
  name: 'shifts_select_till',
  text: 'SELECT id, amount, use, currency, branch_id, fee_bearer FROM payment_links WHERE world = $1 AND id = $2',
};

export type ShiftRow = {
  world: number;
  livemode: boolean;
  id: string;
  link_id: string;
  currency: string;
  started_by: string;
  started_at: Date;
  ended_by: string | null;
  ended_at: Date | null;
};

const shiftColumns = `
  h.world, w.livemode, h.id, h.link_id, h.currency, h.started_by, h.started_at, h.ended_by, h.ended_at`;
export const selectShiftsFrom = `SELECT ${shiftColumns} FROM shifts h JOIN worlds w ON w.id = h.world`;

export const selectShift: Statement = {
  name: 'shifts_select',
  text: `${selectShiftsFrom} WHERE h.world = $1 AND h.id = $2`,
};
/** For a sale: the shift does not end meanwhile. */
export const shareShift: Statement = {
  name: 'shifts_share',
  text: `${selectShiftsFrom} WHERE h.world = $1 AND h.id = $2 FOR SHARE OF h`,
};
export const lockShift: Statement = {
  name: 'shifts_lock',
  text: `${selectShiftsFrom} WHERE h.world = $1 AND h.id = $2 FOR UPDATE OF h`,
};
export const selectOpenShift: Statement = {
  name: 'shifts_select_open',
  text: 'SELECT id FROM shifts WHERE world = $1 AND link_id = $2 AND ended_at IS NULL',
};
/** Returns nothing if another shift of this till is open. */
export const insertShift: Statement = {
  name: 'shifts_insert',
  text: `
    INSERT INTO shifts (world, id, link_id, currency, started_by, started_at) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (world, link_id) WHERE ended_at IS NULL DO NOTHING
    RETURNING id`,
};
export const setEnded: Statement = {
  name: 'shifts_set_ended',
  text: 'UPDATE shifts SET ended_by = $3, ended_at = $4 WHERE world = $1 AND id = $2',
};

export type TotalRow = { sales: number; sales_amount: bigint; untied: number; untied_amount: bigint };

/** $3 and $4 bound the ids of the sessions at the printed code: ids begin with their time. */
export const selectTotal: Statement = {
  name: 'shifts_total',
  text: `
    SELECT d.sales, d.sales_amount, u.untied, u.untied_amount
    FROM (
      SELECT count(*)::int AS sales, coalesce(sum(c.amount), 0)::int8 AS sales_amount
      FROM sales s JOIN checkout_sessions c ON c.world = s.world AND c.id = s.session_id
      WHERE s.world = $1 AND s.shift_id = $2 AND (c.status = 'completed' OR s.tied_session IS NOT NULL)
    ) d, (
      SELECT count(*)::int AS untied, coalesce(sum(c.amount), 0)::int8 AS untied_amount
      FROM checkout_sessions c LEFT JOIN sales s ON s.world = c.world AND s.tied_session = c.id
      WHERE c.world = $1 AND c.link_id = $5 AND c.id BETWEEN $3 AND $4
        AND c.created_at >= $6 AND ($7::timestamptz IS NULL OR c.created_at < $7)
        AND c.status = 'completed' AND s.id IS NULL
    ) u`,
};

export type SaleRow = {
  world: number;
  livemode: boolean;
  id: string;
  shift_id: string;
  session_id: string;
  url: string;
  amount: bigint;
  currency: string;
  description: string | null;
  session_status: 'open' | 'completed' | 'expired';
  session_payment: string | null;
  session_completed_at: Date | null;
  tied_session: string | null;
  tied_payment: string | null;
  tied_completed_at: Date | null;
  created_by: string;
  created_at: Date;
};

const saleColumns = `
  s.world, w.livemode, s.id, s.shift_id, s.session_id, c.url, c.amount, c.currency, c.description,
  c.status AS session_status, c.payment_id AS session_payment, c.completed_at AS session_completed_at,
  s.tied_session, t.payment_id AS tied_payment, t.completed_at AS tied_completed_at, s.created_by, s.created_at`;
export const selectSalesFrom = `
  SELECT ${saleColumns} FROM sales s JOIN worlds w ON w.id = s.world
  JOIN checkout_sessions c ON c.world = s.world AND c.id = s.session_id
  LEFT JOIN checkout_sessions t ON t.world = s.world AND t.id = s.tied_session`;

export const selectSale: Statement = {
  name: 'sales_select',
  text: `${selectSalesFrom} WHERE s.world = $1 AND s.id = $2`,
};
export const lockSale: Statement = {
  name: 'sales_lock',
  text: `${selectSalesFrom} WHERE s.world = $1 AND s.id = $2 FOR UPDATE OF s`,
};
export const insertSale: Statement = {
  name: 'sales_insert',
  text: `
    INSERT INTO sales (world, id, shift_id, session_id, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
};
/** Changes nothing if the payment is tied to another sale. */
export const setTied: Statement = {
  name: 'sales_set_tied',
  text: `
    UPDATE sales s SET tied_session = $3, tied_at = $4, tied_by = $5 WHERE s.world = $1 AND s.id = $2
      AND NOT EXISTS (SELECT FROM sales o WHERE o.world = $1 AND o.tied_session = $3)
    RETURNING s.id`,
};
