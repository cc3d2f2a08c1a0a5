import type { RailAnswer } from '../core/payment.ts';
import type { Database, Queries, Statement } from '../db/database.ts';
import { findPayment, type PaymentRow } from '../payments/store.ts';
import type { ClaimedItem } from '../payouts/item-store.ts';
import type { PayOutAnswer, RefundAnswer } from '../rails/rail.ts';
import { type RefundJob, refundColumns } from '../refunds/store.ts';
import type { FoundRecord } from './wake-records.ts';

const selectRefund: Statement = {
  name: 'callbacks_select_refund',
  text: `
    SELECT ${refundColumns}, false AS sending, p.amount AS payment_amount, p.rail_handle AS payment_handle,
           p.rail_reference AS payment_reference, p.succeeded_at AS payment_succeeded_at,
           p.amount_refunded AS payment_refunded
    FROM refunds r JOIN worlds w ON w.id = r.world JOIN payments p ON p.world = r.world AND p.id = r.payment_id
    WHERE r.world = $1 AND r.id = $2`,
};

const selectItem: Statement = {
  name: 'callbacks_select_item',
  text: `
    SELECT i.world, i.payout_id, i.id, i.recipient, i.amount, i.fee, i.tax, i.version, i.asked, i.rail, i.status,
           coalesce(i.sent_at, i.updated_at) AS sent_at, i.not_found, i.rail_handle, i.reference, i.description, i.name,
           i.provider_reference, false AS sending, NULL AS wallet, p.currency, w.livemode
    FROM payout_items i JOIN payouts p ON p.world = i.world AND p.id = i.payout_id JOIN worlds w ON w.id = i.world
    WHERE i.world = $1 AND i.payout_id = $2 AND i.id = $3`,
};

/** A record that is final here, as its rail needs it. */
export type FinalRecord =
  | { readonly kind: 'payment'; readonly row: PaymentRow }
  | { readonly kind: 'refund'; readonly row: RefundJob }
  | { readonly kind: 'payout_item'; readonly row: Item };

/** The record with the answer of its rail. */
export type AnsweredRecord =
  | (Extract<FinalRecord, { kind: 'payment' }> & { readonly answer: RailAnswer })
  | (Extract<FinalRecord, { kind: 'refund' }> & { readonly answer: RefundAnswer })
  | (Extract<FinalRecord, { kind: 'payout_item' }> & { readonly answer: PayOutAnswer });

/** The refund as its rail needs it. Undefined if it was deleted. */
export const loadRefund = async (db: Queries, world: number, id: string): Promise<RefundJob | undefined> =>
  (await db.query<RefundJob>(selectRefund, [world, id]))[0];

type Item = ClaimedItem & { readonly status: string };

/** The item as its rail needs it. Undefined if it was deleted. */
export const loadItem = async (db: Queries, world: number, payout: string, id: string): Promise<Item | undefined> =>
  (await db.query<Item>(selectItem, [world, payout, id]))[0];

/** Undefined if it was deleted. */
export async function loadRecord(db: Database, { worker, world, id, payout_id: payout }: FoundRecord) {
  if (worker === 'payments') {
    const row = await db.find<PaymentRow>(findPayment, { world, id });
    return row && ({ kind: 'payment', row } satisfies FinalRecord);
  }
  if (worker === 'refunds') {
    const row = await loadRefund(db, world, id);
    return row && ({ kind: 'refund', row } satisfies FinalRecord);
  }
  const row = await loadItem(db, world, payout!, id);
  return row && ({ kind: 'payout_item', row } satisfies FinalRecord);
}
