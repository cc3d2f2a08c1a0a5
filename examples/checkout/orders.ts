import { DatabaseSync } from 'node:sqlite';
import type { Payment, WebhookEvent } from '../../sdk/src/rialto.ts';

export type Order = {
  readonly id: string;
  readonly product: string;
  readonly amount: number;
  readonly currency: string;
  readonly phone: string;
  /** review: the payment differs from the order, and a person must look at it. */
  readonly status: 'open' | 'paid' | 'failed' | 'review';
  /** pay_…; null until the first response arrives. */
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
  -- What is shipped: one parcel for each order.
  CREATE TABLE IF NOT EXISTS parcels (order_id TEXT PRIMARY KEY REFERENCES orders, event TEXT NOT NULL);
  -- The events that were handled.
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
    /** A form that is submitted twice has the same id and makes one order. */
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
   * Handles an event once, even if it arrives several times: one transaction writes its id and its effects. If the
   * transaction fails, the receiver answers 500 and the service retries the delivery.
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
    // Find the order by reference: the event can arrive before the response that contains the payment's id.
    const order = payment.reference === null ? undefined : (select.get(payment.reference) as Order | undefined);
    // A payment of another application that uses the same account.
    if (!order) return;
    if (event.type === 'payment.failed') setStatus.run('failed', payment.failure?.code ?? 'failed', order.id);
    else if (!isFor(payment, order)) setStatus.run('review', 'another amount', order.id);
    else if (setStatus.run('paid', null, order.id).changes === 1) insertParcel.run(order.id, event.id);
  }
}

const isFor = (payment: Payment, order: Order) =>
  payment.amount === order.amount && payment.currency === order.currency;
