import type { CounterPayment, Sale, Shift, ShiftTotal } from '../../../contract/src/tills.ts';
import { toJson } from '../http/serialise.ts';
import type { SaleRow, ShiftRow, TotalRow } from './store.ts';

const viewShift = (row: ShiftRow): Shift => ({
  id: row.id,
  object: 'shift',
  livemode: row.livemode,
  link: row.link_id,
  currency: row.currency,
  status: row.ended_at ? 'ended' : 'open',
  started_by: row.started_by,
  created_at: row.started_at.toISOString(),
  ended_by: row.ended_by,
  ended_at: row.ended_at?.toISOString() ?? null,
});

export const renderShift = (row: ShiftRow): string => toJson(viewShift(row));

export function renderShiftTotal(row: ShiftRow, { sales, sales_amount, untied, untied_amount }: TotalRow): string {
  const total: ShiftTotal = {
    ...viewShift(row),
    ...{ sales, sales_amount, untied, untied_amount, total: sales_amount + untied_amount },
  };
  return toJson(total);
}

/** A sale is paid by its own session, or by the tied one. No other money counts. */
export function saleStatusOf({ tied_session, session_status }: SaleRow): Sale['status'] {
  if (tied_session !== null || session_status === 'completed') return 'paid';
  return session_status === 'expired' ? 'expired' : 'waiting';
}

export function renderSale(row: SaleRow): string {
  const status = saleStatusOf(row);
  const isTied = row.tied_session !== null;
  const sale: Sale = {
    id: row.id,
    object: 'sale',
    livemode: row.livemode,
    shift: row.shift_id,
    session: row.session_id,
    url: row.url,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    status,
    payment: status === 'paid' ? (isTied ? row.tied_payment : row.session_payment) : null,
    paid_at: (isTied ? row.tied_completed_at : row.session_completed_at)?.toISOString() ?? null,
    tied_session: row.tied_session,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
  };
  return toJson(sale);
}

export type CounterRow = {
  id: string;
  payment_id: string;
  amount: bigint;
  currency: string;
  created_at: Date;
  completed_at: Date;
  sale: string | null;
};

export function renderCounterPayment(row: CounterRow): string {
  const payment: CounterPayment = {
    id: row.id,
    object: 'counter_payment',
    payment: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    created_at: row.created_at.toISOString(),
    paid_at: row.completed_at.toISOString(),
    sale: row.sale,
  };
  return toJson(payment);
}
