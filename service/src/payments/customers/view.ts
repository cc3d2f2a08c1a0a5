import type { Customer, CustomerNote } from '../../../../contract/src/customers.ts';
import { toJson } from '../../http/serialise.ts';
import type { CustomerRow, NoteRow } from './store.ts';

export const viewCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  object: 'customer',
  livemode: row.livemode,
  created_at: row.created_at.toISOString(),
  metadata: {},
  phone: row.phone,
  user: row.user,
  last_payment:
    row.payment === null
      ? null
      : {
          id: row.payment,
          status: row.payment_status!,
          amount: row.payment_amount!,
          currency: row.payment_currency!,
          created_at: row.payment_created_at!.toISOString(),
        },
});

export const viewNote = (row: NoteRow): CustomerNote => ({
  id: row.id,
  object: 'customer_note',
  livemode: row.livemode,
  created_at: row.created_at.toISOString(),
  metadata: {},
  updated_at: row.updated_at.toISOString(),
  version: row.version,
  customer: row.customer,
  text: row.text,
  author: row.author,
  author_name: row.author_name,
});

export const renderNote = (row: NoteRow): string => toJson(viewNote(row));
