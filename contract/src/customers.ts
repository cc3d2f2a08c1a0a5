import Type, { type Static } from 'typebox';
import {
  Closed,
  changing,
  common,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  PhonePart,
  Timestamp,
  WIDE,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { MOST_COUNTED, paymentStatuses } from './payments.ts';
import { integrationCallers, route } from './route.ts';

const tag = 'Customers';

/** The most notes about one customer. */
export const MOST_NOTES = 50;
const MOST_NOTE = 1_000;

const LastPayment = Nullable(
  Closed(
    {
      id: Id('pay'),
      status: OneOf(paymentStatuses),
      amount: Money,
      currency: Type.String(),
      created_at: Timestamp,
    },
    { description: 'The newest payment.' },
  ),
);

const fields = {
  ...common('cus', 'customer'),
  phone: Type.String({ description: "The customer's phone in E.164 form." }),
  user: Nullable(Id('usr', 'The account that this phone has here, in the same mode.')),
  last_payment: LastPayment,
};

export const Customer = Closed(fields, { title: 'Customer' });
export type Customer = Static<typeof Customer>;

export const CustomerNote = Closed(
  {
    ...common('note', 'customer_note'),
    ...changing,
    customer: Id('cus'),
    text: Type.String(),
    author: Type.String({ description: 'Its author: `usr_…`, `dev_…` or `key_…`.' }),
    author_name: Nullable(Type.String({ description: "The person's name, or the label of the key." })),
  },
  { title: 'Customer note' },
);
export type CustomerNote = Static<typeof CustomerNote>;

const counted = {
  exact: Type.Boolean({
    description: 'False: there are more. The figures are those of the records that were counted.',
  }),
  count: Type.Integer({ ...WIDE, description: `At most ${MOST_COUNTED}.` }),
  succeeded: Type.Array(
    Closed({
      currency: Type.String(),
      count: Type.Integer(WIDE),
      amount: Type.Unsafe<bigint>({ ...Money, description: 'The sum of their amounts.' }),
    }),
    { description: 'The succeeded ones, by currency.' },
  ),
};

export const CustomerFile = Closed(
  {
    ...fields,
    first_payment_at: Nullable(Timestamp),
    payments: Closed({ ...counted, failed: Type.Integer({ ...WIDE, description: 'The failed ones.' }) }),
    refunds: Closed(counted),
    notes: Type.Array(CustomerNote, { description: 'Newest first.' }),
  },
  { title: 'Customer with totals' },
);
export type CustomerFile = Static<typeof CustomerFile>;

const callers = { auth: integrationCallers, integration: 'required', tag } as const;

export const listCustomers = route({
  id: 'listCustomers',
  method: 'GET',
  path: '/customers',
  summary: 'List customers',
  description:
    'Everybody who was ever asked to pay in this mode, each phone once. The newest customers come first. `payment` finds the customer of a payment, so that no address needs a phone.',
  ...callers,
  scope: 'payments:read',
  members: moneyReads,
  query: ListQuery('cus', {
    q: Type.Optional(PhonePart),
    payment: Type.Optional(Id('pay', 'The customer of this payment.')),
  }),
  ok: { status: 200, description: 'A page of customers.', schema: ListOf(Customer) },
});

export const getCustomer = route({
  id: 'getCustomer',
  method: 'GET',
  path: '/customers/{id}',
  summary: 'Read a customer',
  description: `The figures count up to ${MOST_COUNTED} payments and refunds, the newest first. The records themselves: \`GET /payments?customer=cus_…\` and \`GET /refunds?customer=cus_…\`.`,
  ...callers,
  scope: 'payments:read',
  members: moneyReads,
  params: IdParams('cus'),
  ok: { status: 200, description: 'The customer.', schema: CustomerFile },
  errors: ['list_too_expensive'],
});

const Text = Type.String({
  text: 'free',
  minLength: 1,
  maxLength: MOST_NOTE,
  description: 'Only you see it. An erasure of the person deletes it.',
});

export const createCustomerNote = route({
  id: 'createCustomerNote',
  method: 'POST',
  path: '/customers/{id}/notes',
  summary: 'Write a note about a customer',
  description: `A customer has at most ${MOST_NOTES} notes.`,
  ...callers,
  scope: 'payments:write',
  members: moneyChanges,
  params: IdParams('cus'),
  body: Closed({ text: Text }),
  ok: { status: 201, description: 'The note.', schema: CustomerNote },
  errors: ['too_many_records'],
});

const NoteParams = Closed({ id: Id('cus'), note: Id('note') });

export const updateCustomerNote = route({
  id: 'updateCustomerNote',
  method: 'PATCH',
  path: '/customers/{id}/notes/{note}',
  summary: 'Change a note',
  description: 'The note keeps its author.',
  ...callers,
  scope: 'payments:write',
  members: moneyChanges,
  params: NoteParams,
  body: Closed({ text: Text }),
  ok: { status: 200, description: 'The note.', schema: CustomerNote },
});

export const deleteCustomerNote = route({
  id: 'deleteCustomerNote',
  method: 'DELETE',
  path: '/customers/{id}/notes/{note}',
  summary: 'Delete a note',
  ...callers,
  scope: 'payments:write',
  members: moneyChanges,
  params: NoteParams,
  ok: {
    status: 200,
    description: 'The note is deleted.',
    schema: Closed(
      { id: Id('note'), object: Type.Literal('customer_note'), deleted: Type.Literal(true) },
      { title: 'Deleted customer note' },
    ),
  },
});

/** The routes of this file, for `routes.ts`. */
export const customerRoutes = {
  listCustomers,
  getCustomer,
  createCustomerNote,
  updateCustomerNote,
  deleteCustomerNote,
};
