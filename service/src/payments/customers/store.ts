import { MOST_COUNTED, type PaymentStatus } from '../../../../contract/src/payments.ts';
import type { Statement } from '../../db/database.ts';
import { LIST_MS, MOST_READ } from '../../http/list.ts';

/** The newest payments of a phone that are searched for one of this world: its index has every merchant's. */
const MOST_OF_OTHERS = 500;

export type CustomerRow = {
  world: number;
  id: string;
  livemode: boolean;
  phone: string;
  user: string | null;
  created_at: Date;
  payment: string | null;
  payment_status: PaymentStatus | null;
  payment_amount: bigint | null;
  payment_currency: string | null;
  payment_created_at: Date | null;
};

const newest = (direction: 'ASC' | 'DESC', columns: string) => `
  SELECT ${columns} FROM (
    SELECT * FROM payments WHERE customer = y.phone ORDER BY customer ${direction}, id ${direction}
    LIMIT ${MOST_OF_OTHERS}) p
  WHERE p.world = y.world ORDER BY p.id ${direction} LIMIT 1`;

/** Customers `y`, with their account and their newest payment. */
export const selectCustomers = `
  SELECT y.world, y.id, w.livemode, y.phone, y.created_at, u.id AS user, l.id AS payment, l.status AS payment_status,
    l.amount AS payment_amount, l.currency AS payment_currency, l.created_at AS payment_created_at
  FROM payers y JOIN worlds w ON w.id = y.world
  LEFT JOIN users u ON u.livemode = w.livemode AND u.phone = y.phone AND u.type = 'customer'
  LEFT JOIN LATERAL (
    ${newest('DESC', 'p.id, p.status, coalesce(p.price, p.amount) AS amount, p.currency, p.created_at')}) l ON true`;

export const findCustomer: Statement = {
  name: 'payers_find_customer',
  withinMs: LIST_MS,
  text: `${selectCustomers} WHERE y.world = $1 AND y.id = $2`,
};

/** The customer of a payment ($2). */
export const selectPayerOf: Statement = {
  name: 'payers_of_payment',
  text: 'SELECT customer AS phone FROM payments WHERE world = $1 AND id = $2',
};

export const selectFirstPayment: Statement = {
  name: 'payers_first_payment',
  withinMs: LIST_MS,
  text: `
    SELECT l.created_at FROM payers y, LATERAL (${newest('ASC', 'p.id, p.created_at')}) l
    WHERE y.world = $1 AND y.id = $2`,
};

/** Refunds of one status and currency. `read` is the number of refunds that were read for all of them. */
export type CountedRefunds = { status: string | null; currency: string; count: number; amount: string; read: number };

/** The newest refunds of a phone ($2), counted as its payments are. */
export const countRefunds: Statement = {
  name: 'payers_count_refunds',
  withinMs: LIST_MS,
  text: `
    WITH read AS MATERIALIZED (
      SELECT world, status, currency, amount FROM refunds WHERE customer = $2
      ORDER BY customer DESC, id DESC LIMIT ${MOST_READ + 1}),
    counted AS (
      SELECT status, currency, count(*)::int AS count, sum(amount)::text AS amount
      FROM (SELECT * FROM read WHERE world = $1 LIMIT ${MOST_COUNTED + 1}) f GROUP BY status, currency)
    SELECT r.read, c.* FROM (SELECT count(*)::int AS read FROM read) r LEFT JOIN counted c ON true`,
};

export type NoteRow = {
  world: number;
  id: string;
  customer: string;
  livemode: boolean;
  text: string;
  author: string;
  author_name: string | null;
  created_at: Date;
  updated_at: Date;
  version: number;
};

/** Notes `n` with the names of their authors. */
const selectNotes = (from: string) => `
  SELECT n.world, n.id, y.id AS customer, w.livemode, n.text, n.author,
    coalesce(u.name, d.name, k.label) AS author_name,
    n.created_at, n.updated_at, n.version
  FROM ${from} n JOIN payers y ON y.world = n.world AND y.phone = n.phone JOIN worlds w ON w.id = n.world
  LEFT JOIN users u ON u.id = n.author LEFT JOIN developers d ON d.id = n.author
  LEFT JOIN api_keys k ON k.id = n.author AND k.world = n.world`;

export const notesOfCustomer: Statement = {
  name: 'customer_notes_list',
  text: `${selectNotes('customer_notes')} WHERE n.world = $1 AND n.phone = $2 ORDER BY n.phone DESC, n.id DESC`,
};

/** Two requests of a world count and add notes one after the other. */
export const lockWorldOfNotes: Statement = {
  name: 'customer_notes_lock_world',
  text: 'SELECT id FROM worlds WHERE id = $1 FOR NO KEY UPDATE',
};

/** The customer $2 with the number of its notes. */
export const countNotes: Statement = {
  name: 'customer_notes_count',
  text: `
    SELECT y.phone, (SELECT count(*)::int FROM customer_notes n WHERE n.world = y.world AND n.phone = y.phone) AS count
    FROM payers y WHERE y.world = $1 AND y.id = $2`,
};

export const insertNote: Statement = {
  name: 'customer_notes_insert',
  text: `
    WITH added AS (
      INSERT INTO customer_notes (world, id, phone, text, author) VALUES ($1, $2, $3, $4, $5) RETURNING *)
    ${selectNotes('added')}`,
};

const ofCustomer = `n.phone = (SELECT y.phone FROM payers y WHERE y.world = $1 AND y.id = $2)`;

/** $2: the customer. $3: the note. */
export const updateNote: Statement = {
  name: 'customer_notes_update',
  text: `
    WITH changed AS (
      UPDATE customer_notes n SET text = $4, updated_at = now(), version = n.version + 1
      WHERE n.world = $1 AND ${ofCustomer} AND n.id = $3 RETURNING *)
    ${selectNotes('changed')}`,
};

export const deleteNote: Statement = {
  name: 'customer_notes_delete',
  text: `DELETE FROM customer_notes n WHERE n.world = $1 AND ${ofCustomer} AND n.id = $3 RETURNING n.id`,
};
