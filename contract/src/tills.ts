import Type, { type Static } from 'typebox';
import {
  Amount,
  Closed,
  Description,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  Timestamp,
} from './fields.ts';
import { everyMember, sales } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const tag = 'Till';
const amount = (description: string) => Type.Unsafe<bigint>({ ...Money, description });
/** The callers of every route here. */
const atTill = { auth: integrationCallers, integration: 'required' } as const;

export const shiftStatuses = ['open', 'ended'] as const;
export const saleStatuses = ['waiting', 'paid', 'expired'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

const shift = {
  id: Id('shf'),
  object: Type.Literal('shift'),
  livemode: Type.Boolean(),
  link: Id('lnk', 'The payment link whose code is printed for this till.'),
  currency: Type.String(),
  status: OneOf(shiftStatuses),
  started_by: Type.String({ description: 'The person or key.' }),
  created_at: { ...Timestamp, description: 'The start.' } as typeof Timestamp,
  ended_by: Nullable(Type.String()),
  ended_at: Nullable(Timestamp),
};
export const Shift = Closed(shift, { title: 'Shift' });
export type Shift = Static<typeof Shift>;

export const ShiftTotal = Closed(
  {
    ...shift,
    sales: Type.Integer({ description: 'The paid sales.' }),
    sales_amount: amount('The sum of the paid sales.'),
    untied: Type.Integer({ description: 'Payments at the printed code during the shift that no sale is tied to.' }),
    untied_amount: amount('Their sum.'),
    total: amount('`sales_amount` + `untied_amount`: the money that came in through this till.'),
  },
  { title: 'Shift with its total' },
);
export type ShiftTotal = Static<typeof ShiftTotal>;

export const Sale = Closed(
  {
    id: Id('sale'),
    object: Type.Literal('sale'),
    livemode: Type.Boolean(),
    shift: Id('shf'),
    session: Id('cs', 'The checkout session that the screen shows.'),
    url: Type.String({ description: "The session's page. The screen shows it as a QR code." }),
    amount: Money,
    currency: Type.String(),
    description: Nullable(Type.String()),
    status: OneOf(saleStatuses, {
      description: '`paid`: its own session is paid, or a payment at the printed code is tied to it.',
    }),
    payment: Nullable(Id('pay', 'The payment that paid it.')),
    paid_at: Nullable(Timestamp),
    tied_session: Nullable(Id('cs', 'The session at the printed code, if that one paid it.')),
    created_by: Type.String({ description: 'The person or key.' }),
    created_at: Timestamp,
  },
  { title: 'Sale' },
);
export type Sale = Static<typeof Sale>;

export const CounterPayment = Closed(
  {
    id: Id('cs', 'The checkout session that the payer opened at the printed code.'),
    object: Type.Literal('counter_payment'),
    payment: Id('pay'),
    amount: Money,
    currency: Type.String(),
    created_at: Timestamp,
    paid_at: Timestamp,
    sale: Nullable(Id('sale', 'The sale that it is tied to.')),
  },
  { title: 'Payment at the printed code' },
);
export type CounterPayment = Static<typeof CounterPayment>;

export const startShift = route({
  id: 'startShift',
  method: 'POST',
  path: '/shifts',
  tag,
  summary: 'Start a shift',
  description:
    'At the till of a payment link with an open amount, which many payers may use. A till has one open shift at a time.',
  ...atTill,
  members: sales,
  scope: 'checkout:write',
  body: Closed({ link: Id('lnk') }),
  ok: { status: 201, description: 'The shift is open.', schema: ShiftTotal },
  errors: ['not_found', 'shift_open'],
});

export const listShifts = route({
  id: 'listShifts',
  method: 'GET',
  path: '/shifts',
  tag,
  summary: 'List shifts',
  ...atTill,
  members: everyMember,
  scope: 'checkout:read',
  query: ListQuery('shf', {
    link: Type.Optional(Id('lnk')),
    status: Type.Optional(OneOf(shiftStatuses)),
  }),
  ok: { status: 200, description: 'A page of shifts.', schema: ListOf(Shift) },
});

export const getShift = route({
  id: 'getShift',
  method: 'GET',
  path: '/shifts/{id}',
  tag,
  summary: 'Read a shift with its total',
  description: 'A sale counts in the shift that began it, even if it is paid later.',
  ...atTill,
  members: everyMember,
  scope: 'checkout:read',
  params: IdParams('shf'),
  ok: { status: 200, description: 'The shift.', schema: ShiftTotal },
});

export const endShift = route({
  id: 'endShift',
  method: 'POST',
  path: '/shifts/{id}/end',
  tag,
  summary: 'End a shift',
  description: 'Its open sales can still be paid. Ending it again changes nothing.',
  ...atTill,
  members: sales,
  scope: 'checkout:write',
  params: IdParams('shf'),
  ok: { status: 200, description: 'The shift, ended, with its total.', schema: ShiftTotal },
});

export const listCounterPayments = route({
  id: 'listCounterPayments',
  method: 'GET',
  path: '/shifts/{id}/payments',
  tag,
  summary: 'List the payments at the printed code of a shift',
  description: "The paid sessions that payers opened from the till's link while the shift was open.",
  ...atTill,
  members: everyMember,
  scope: 'checkout:read',
  params: IdParams('shf'),
  query: ListQuery('cs', {}),
  ok: { status: 200, description: 'A page of payments.', schema: ListOf(CounterPayment) },
});

export const createSale = route({
  id: 'createSale',
  method: 'POST',
  path: '/shifts/{id}/sales',
  tag,
  summary: 'Begin a sale',
  description:
    'Opens a checkout session of ten minutes. Show its `url` as a QR code, and wait until the sale is `paid`: follow `GET /events/stream?group=checkout.*`, and read the sale after each event.',
  ...atTill,
  members: sales,
  scope: 'checkout:write',
  params: IdParams('shf'),
  body: Closed({ amount: Amount, description: Type.Optional(Nullable(Description)) }),
  ok: { status: 201, description: 'The sale waits for its payment.', schema: Sale },
  errors: ['shift_ended'],
});

export const listSales = route({
  id: 'listSales',
  method: 'GET',
  path: '/sales',
  tag,
  summary: 'List sales',
  ...atTill,
  members: everyMember,
  scope: 'checkout:read',
  query: ListQuery('sale', { shift: Type.Optional(Id('shf')) }),
  ok: { status: 200, description: 'A page of sales.', schema: ListOf(Sale) },
});

export const getSale = route({
  id: 'getSale',
  method: 'GET',
  path: '/sales/{id}',
  tag,
  summary: 'Read a sale',
  ...atTill,
  members: everyMember,
  scope: 'checkout:read',
  params: IdParams('sale'),
  ok: { status: 200, description: 'The sale.', schema: Sale },
});

export const tieSale = route({
  id: 'tieSale',
  method: 'POST',
  path: '/sales/{id}/tie',
  tag,
  summary: 'Tie a payment at the printed code to a sale',
  description:
    'For a payer who used the code on the counter instead of the screen. The payment has the amount of the sale, was paid after the sale began, and is tied to no other sale. The session of the sale expires, so that nobody pays twice.',
  ...atTill,
  members: sales,
  scope: 'checkout:write',
  params: IdParams('sale'),
  body: Closed({ session: Id('cs', 'A payment of `GET /shifts/{id}/payments`.') }),
  ok: { status: 200, description: 'The sale is paid.', schema: Sale },
  errors: ['sale_not_waiting', 'payment_not_for_sale'],
});

export const cancelSale = route({
  id: 'cancelSale',
  method: 'POST',
  path: '/sales/{id}/cancel',
  tag,
  summary: 'Cancel a sale',
  description: 'No payment begins afterwards. One that is unfinished may still succeed: then the sale is paid.',
  ...atTill,
  members: sales,
  scope: 'checkout:write',
  params: IdParams('sale'),
  ok: { status: 200, description: 'The sale, expired or about to.', schema: Sale },
  errors: ['checkout_session_completed'],
});

export const tillRoutes = {
  startShift,
  listShifts,
  getShift,
  endShift,
  listCounterPayments,
  createSale,
  listSales,
  getSale,
  tieSale,
  cancelSale,
};
