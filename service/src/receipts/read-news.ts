import type { ReceiptKind } from '../../../contract/src/receipts.ts';
import type { Tx } from '../db/transaction.ts';
import type { ReceiptNews } from './message-texts.ts';
import {
  type CursorRow,
  type PaidItem,
  selectPaidItems,
  selectPayers,
  selectUnread,
  type UnreadEvent,
} from './news-store.ts';

/** Something that a receiver should hear of. */
export type NewsItem = {
  /** The event, and for a payout its item: it becomes one message for each channel. */
  readonly source: string;
  readonly news: ReceiptNews;
  readonly kind: ReceiptKind;
  readonly id: string;
  readonly payout: string | null;
  readonly phone: string;
  readonly email: string | null;
  readonly amount: bigint;
  readonly currency: string;
  /** The event's own time. */
  readonly at: Date;
};

export type ReadNews = {
  readonly items: readonly NewsItem[];
  /** Where to read on: behind the last event, or inside a payout. */
  readonly cursor: Pick<CursorRow, 'xid' | 'event_id' | 'item_id'>;
};

/** Events, and items of a payout, that one transaction takes. */
const MOST_EVENTS = 200;
const MOST_ITEMS = 200;

/** The fields of a payment, a refund, a payout or an item that a receipt needs, as its event has them. */
type EventRecord = {
  readonly id: string;
  readonly amount: number;
  /** The amount that the payer of a payment gave. */
  readonly charged_amount?: number;
  /** The amount that the recipient of an item got. */
  readonly sent_amount?: number;
  readonly currency: string;
  readonly updated_at: string;
  readonly succeeded_at?: string | null;
  readonly reversed_at?: string | null;
  readonly customer?: string;
  readonly receipt_email?: string | null;
  readonly payment?: string;
  readonly recipient?: string;
  readonly payout?: string;
};

type ReadEvent = { readonly type: string; readonly object: EventRecord | null };

type Payers = ReadonlyMap<string, { readonly customer: string; readonly receipt_email: string | null }>;

/** The next news of a world, from its events. It stops inside a payout with more items than one transaction takes. */
export async function readNews(tx: Tx, from: CursorRow): Promise<ReadNews> {
  const { world } = from;
  const unread = await tx.query<UnreadEvent>(selectUnread, [world, MOST_EVENTS]);
  const events = unread.map(({ payload, ...event }) => ({
    ...event,
    object: payload === '' ? null : (JSON.parse(payload).data.object as EventRecord),
  }));
  const payers = await findPayers(tx, world, events);
  const items: NewsItem[] = [];
  let cursor: ReadNews['cursor'] = from;
  for (const { xid, id, type, object } of events) {
    const room = MOST_ITEMS - items.length;
    if (room <= 0) return { items, cursor };
    if (type === 'payout.completed' && object) {
      const paid = await tx.query<PaidItem>(selectPaidItems, [world, object.id, cursor.item_id, room]);
      items.push(...paid.map((item) => ofPayoutItem(id, object, item)));
      if (paid.length === room) return { items, cursor: { ...cursor, item_id: paid.at(-1)!.id } };
    } else if (object) items.push(...ofEvent(id, type, object, payers));
    cursor = { xid, event_id: id, item_id: '' };
  }
  return { items, cursor };
}

/** A refund's own record does not name the customer. */
async function findPayers(tx: Tx, world: number, events: readonly ReadEvent[]): Promise<Payers> {
  const ids = events.flatMap(({ type, object }) => (type === 'refund.succeeded' ? [object!.payment!] : []));
  if (ids.length === 0) return new Map();
  type Row = { id: string; customer: string; receipt_email: string | null };
  return new Map((await tx.query<Row>(selectPayers, [world, ids])).map((row) => [row.id, row]));
}

const ofPayoutItem = (event: string, payout: { id: string; currency: string }, item: PaidItem): NewsItem => ({
  ...{ source: `${event} ${item.id}`, news: 'paid_out', kind: 'payout_item', id: item.id, payout: payout.id },
  ...{ phone: item.recipient, email: null, amount: item.amount, currency: payout.currency, at: item.updated_at },
});

function ofEvent(source: string, type: string, object: EventRecord, payers: Payers): NewsItem[] {
  const common = {
    ...{
      source,
      id: object.id,
      amount: BigInt(object.charged_amount ?? object.sent_amount ?? object.amount),
      currency: object.currency,
    },
    at: new Date(object.reversed_at ?? object.succeeded_at ?? object.updated_at),
  };
  if (type === 'payment.succeeded' || type === 'payment.reversed') {
    const news = type === 'payment.reversed' ? 'reversed' : 'paid';
    const to = { phone: object.customer!, email: object.receipt_email ?? null };
    return [{ ...common, ...to, news, kind: 'payment', payout: null }];
  }
  if (type === 'refund.succeeded') {
    const payer = payers.get(object.payment!);
    if (!payer) return [];
    const to = { phone: payer.customer, email: payer.receipt_email };
    return [{ ...common, ...to, news: 'refunded', kind: 'refund', payout: null }];
  }
  const { recipient = '', payout } = object;
  if (!recipient.startsWith('+')) return [];
  const to = { phone: recipient, email: null };
  return [{ ...common, ...to, news: 'returned', kind: 'payout_item', payout: payout! }];
}
