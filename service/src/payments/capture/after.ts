import { heldReleased } from '../../core/payment.ts';
import type { EventDraft, EventRequest } from '../../events/emit.ts';
import { laterRequestOf } from '../../events/emit.ts';
import type { HoldRow } from '../../holds/store.ts';
import type { PaymentRow } from '../store.ts';
import { renderPayment, viewPayment } from '../view.ts';

/** The payment beside its changed hold. It is final if nothing is held any more. */
export function paymentAfter(payment: PaymentRow, hold: HoldRow, fee: bigint, now: Date): PaymentRow {
  const { captured } = hold;
  const next = { ...payment, captured, fee, updated_at: now, version: payment.version + 1 };
  if (hold.status === 'open') return next;
  if (captured > 0n) return { ...next, status: 'succeeded', amount: captured, succeeded_at: now };
  const failure = heldReleased.state === 'failed' ? heldReleased.failure : null;
  return { ...next, status: 'failed', failure, failed_at: now };
}

type CaptureEvent = 'payment.captured' | 'payment.capture_expiring' | 'payment.succeeded' | 'payment.failed';

/** @param request the request of this change; without one, the event has the request that created the payment */
export function captureEvent(
  type: CaptureEvent,
  row: PaymentRow,
  { before, request }: { readonly before?: PaymentRow; readonly request?: EventRequest } = {},
): EventDraft {
  const { world, livemode } = row;
  return {
    ...{ world, livemode, type, at: row.updated_at, object: renderPayment(row) },
    ...(before ? { previous: previousOf(before, row) } : {}),
    ...(request ? { request } : laterRequestOf(row.request)),
  };
}

/** The final event of a payment whose money is held no more; none before. */
export function endEvents(row: PaymentRow, before: PaymentRow, request?: EventRequest): EventDraft[] {
  const cause = { before, ...(request ? { request } : {}) };
  if (row.status === 'succeeded') return [captureEvent('payment.succeeded', row, cause)];
  return row.status === 'failed' ? [captureEvent('payment.failed', row, cause)] : [];
}

const changing = ['status', 'amount', 'charged_amount', 'amount_captured', 'fee', 'net'] as const;

/** The old values of the fields that changed. Amounts are exact numbers, because none exceeds 2^53. */
function previousOf(before: PaymentRow, row: PaymentRow): string {
  const [was, is] = [viewPayment(before), viewPayment(row)];
  const changed = changing.filter((name) => was[name] !== is[name]);
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, jsonOf(was[name])])));
}

const jsonOf = (value: string | bigint) => (typeof value === 'bigint' ? Number(value) : value);
