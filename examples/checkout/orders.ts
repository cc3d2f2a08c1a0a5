import { DatabaseSync } from 'node:sqlite';
import type { Payment, WebhookEvent } from '../../sdk/src/rialto.ts';

export type Order = {
  readonly id: string;
  readonly product: string;
  readonly amount: number;
  readonly currency: string;
  readonly phone: string;
  /** review: money came that is not what the order asked for; a person looks into it. */
  readonly status: 'open' | 'paid' | 'failed' | 'review';
  /** pay_…; null until the answer to the first request has come. */
  readonly payment: string | null;
  /** Why the payment failed. */
  readonly failure: string | null;
};

const schema = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    phone TEXT NOT NULL,
    status TEXT NOT NULL DEFAULT 'open',
    payment TEXT,
    failure TEXT
  );
  -- What is packed and shipped: once for each order.
  CREATE TABLE IF NOT EXISTS parcels (order_id TEXT PRIMARY KEY REFERENCES orders, event TEXT NOT NULL);
  -- The events that were dealt with.
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
`;

export type Orders = ReturnType<typeof openOrders>;

/** The shop's own database, in a file or `:memory:`. */
export function openOrders(file: string) {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec(schema);
  const insert = db.prepare(
    'INSERT INTO orders (id, product, amount, currency, phone) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const select = db.prepare('SELECT * FROM orders WHERE id = ?');
  const setPayment = db.prepare('UPDATE orders SET payment = ? WHERE id = ?');
  const setRefused = db.prepare(
    `UPDATE orders SET status = 'failed', failure = ? WHERE id = ? AND status = 'open' AND payment IS NULL`,
  );
  const markEvent = db.prepare('INSERT INTO events (id) VALUES (?) ON CONFLICT DO NOTHING');
  const setStatus = db.prepare(`UPDATE orders SET status = ?, failure = ? WHERE id = ? AND status <> 'paid'`);
  const insertParcel = db.prepare('INSERT INTO parcels (order_id, event) VALUES (?, ?)');
  const selectParcels = db.prepare('SELECT order_id, event FROM parcels');

  return {
    /** The same id twice, a form that was sent again, is one order. */
    place: ({ id, product, amount, currency, phone }: Omit<Order, 'status' | 'payment' | 'failure'>) =>
      void insert.run(id, product, amount, currency, phone),
    find: (id: string) => select.get(id) as Order | undefined,
    payBy: (id: string, payment: string) => void setPayment.run(payment, id),
    refuse: (id: string, why: string) => void setRefused.run(why, id),
    parcels: () => selectParcels.all() as { order_id: string; event: string }[],
    handle,
    close: () => db.close(),
  };

  /**
   * Deals with an event once, however often it comes: its id and what it led to are written in one transaction. If that fails
   * the sender hears a 500, and the event comes again.
   */
  function handle(event: WebhookEvent): void {
    db.exec('BEGIN IMMEDIATE');
    try {
      if (markEvent.run(event.id).changes === 1) apply(event);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  function apply(event: WebhookEvent): void {
    if (event.type !== 'payment.succeeded' && event.type !== 'payment.failed') return;
    const payment = event.data.object;
    // By the reference: the event may be here before the answer that brings the payment's id.
    const order = payment.reference === null ? undefined : (select.get(payment.reference) as Order | undefined);
    // Somebody else's payment, made with the same account.
    if (!order) return;
    if (event.type === 'payment.failed') setStatus.run('failed', payment.failure?.code ?? 'failed', order.id);
    else if (!isFor(payment, order)) setStatus.run('review', 'another amount', order.id);
    else if (setStatus.run('paid', null, order.id).changes === 1) insertParcel.run(order.id, event.id);
  }
}

const isFor = (payment: Payment, order: Order) =>
  payment.amount === order.amount && payment.currency === order.currency;
