import Type, { type Static } from 'typebox';
import { Slug } from './approvals.ts';
import { Closed, Day, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Daily close';
const amount = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

/** The documents of a close, and their detached signatures. */
export const closeFiles = ['close.pdf', 'close.pdf.jws', 'close.csv', 'close.csv.jws'] as const;

export const monthFiles = ['month.pdf', 'month.pdf.jws', 'month.csv', 'month.csv.jws'] as const;

/** How the closing balance at the provider is known. */
export const closeSources = ['statement', 'lines', 'float'] as const;
export const closeStatuses = ['closed', 'reviewed'] as const;
/** The kinds of items of a close. */
export const closeItemKinds = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'fee_differs',
  'duplicate_there',
  'ambiguous',
  'reversed',
  'timing',
  'resolved_later',
  'charges',
  'opening',
] as const;

/** Why a day cannot be closed yet. */
export const closeReasons = [
  'closed',
  'order',
  'not_ended',
  'not_covered',
  'not_matched',
  'not_copied',
  'no_float',
] as const;

const Side = (title: string) =>
  Closed(
    {
      opening: amount('The balance when the day began.'),
      closing: amount('The balance at the end of the day.'),
      movements: Type.Array(
        Closed({
          kind: Type.String(),
          count: Type.Integer(),
          sum: amount('Signed: positive into the money at the provider.'),
          fees: amount('The charges inside these lines, which reduce the balance.'),
        }),
      ),
    },
    { description: title },
  );

const figures = {
  livemode: Type.Boolean(),
  rail: Slug,
  currency: Type.String(),
  day: Type.String({ ...Day, description: 'On the calendar of the rail.' }),
  time_zone: Type.String(),
  cut_at: Type.String({ ...Timestamp, description: 'The end of the day: both sides are cut at it.' }),
  source: OneOf(closeSources, {
    description:
      'The source of the closing balance at the provider: its `statement`; the opening balance and the `lines`; or the measured `float`, if the rail has no statements.',
  }),
  there: Side('The money at the provider by its statement.'),
  here: Side('The money at the provider by our clearing wallet.'),
  difference: amount('`there.closing` − `here.closing`.'),
  explained: Type.Array(
    Closed({ kind: OneOf(closeItemKinds), count: Type.Integer(), amount: amount('The sum of these items.') }),
    { description: 'The items by kind. Their sums are the difference, to the unit.' },
  ),
};

export const CloseItem = Closed({
  kind: OneOf(closeItemKinds),
  amount: amount("Its part of the difference, signed: the provider's side less ours."),
  match: Type.String({ description: 'The leading line of the match, an entry, a case or a file.' }),
  day: Type.String(Day),
  record: Nullable(Type.String({ description: "Our record, or the provider's id." })),
  lines: Type.Array(Type.String(), { description: 'The lines of the match up to the day.' }),
  entries: Type.Array(Type.String(), { description: 'The positions of its entries up to the day.' }),
});
export type CloseItem = Static<typeof CloseItem>;
const items = { items: Type.Array(CloseItem, { description: 'The 200 largest items. The CSV file has all of them.' }) };

const close = {
  id: Id('cls'),
  object: Type.Literal('close'),
  created_at: Timestamp,
  ...figures,
  status: OneOf(closeStatuses),
  closed_by: Type.String({ description: 'The operator.' }),
  reviewed_by: Nullable(Type.String({ description: 'Another operator.' })),
  reviewed_at: Nullable(Timestamp),
};
export const Close = Closed(close, { title: 'Close', description: 'A closed day of a rail. It never changes.' });
export type Close = Static<typeof Close>;
export const CloseDetail = Closed({ ...close, ...items }, { title: 'Close with its items' });

const kinds =
  '`missing_here`: a line without an entry. `missing_there`: an entry without a line. `amount_differs`, `fee_differs`, `duplicate_there`, `ambiguous`, `reversed`: as in reconciliation. `timing`: the other side booked it on a later day. `resolved_later`: a case about it was resolved on a later day. `charges`: charges of a file that were posted on a later day. `opening`: an opening balance that was booked after the first close.';

export const listCloses = route({
  id: 'listCloses',
  method: 'GET',
  path: '/operator/closes',
  tag,
  summary: 'List closed days',
  auth: ['operator'],
  roles: rights.ledger,
  query: ListQuery('cls', { rail: Type.Optional(Slug), status: Type.Optional(OneOf(closeStatuses)) }),
  ok: { status: 200, description: 'A page of closes.', schema: ListOf(Close) },
});

export const previewClose = route({
  id: 'previewClose',
  method: 'GET',
  path: '/operator/closes/preview',
  tag,
  summary: 'Preview the close of a day',
  description: `Shows the figures as they are now. Nothing is written. ${kinds}`,
  auth: ['operator'],
  roles: rights.ledger,
  query: Closed({ rail: Slug, day: Type.String(Day) }),
  ok: {
    status: 200,
    description: 'The figures.',
    schema: Closed({
      object: Type.Literal('close_preview'),
      ...figures,
      unexplained: amount('The part of the difference without an item. The day closes only if it is zero.'),
      problems: Type.Array(Type.String(), { description: 'The reasons why the day cannot be closed yet.' }),
      reasons: Type.Array(OneOf(closeReasons), { description: 'The same reasons as codes.' }),
      next_day: Type.String({ ...Day, description: 'The day that closes next.' }),
      ...items,
    }),
  },
  errors: ['not_found'],
});

const Month = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' });

export const getClosedMonth = route({
  id: 'getClosedMonth',
  method: 'GET',
  path: '/operator/closes/month',
  tag,
  summary: 'Read a closed month',
  description:
    'The sums of its days, once each of them is closed and reviewed. The first month of a rail begins with its first closed day.',
  auth: ['operator'],
  roles: rights.ledger,
  query: Closed({ rail: Slug, month: Month }),
  ok: {
    status: 200,
    description: 'The month.',
    schema: Closed({
      object: Type.Literal('closed_month'),
      livemode: Type.Boolean(),
      rail: Slug,
      currency: Type.String(),
      month: Month,
      from: Type.String({ ...Day, description: 'The first closed day.' }),
      to: Type.String(Day),
      days: Type.Integer(),
      there: figures.there,
      here: figures.here,
      difference: figures.difference,
      explained: figures.explained,
      closes: Type.Array(Id('cls'), { description: 'Its days, in order.' }),
    }),
  },
  errors: ['not_found', 'close_not_ready'],
});

export const getClosedMonthFile = route({
  id: 'getClosedMonthFile',
  method: 'GET',
  path: '/operator/closes/month/files/{file}',
  tag,
  summary: 'Download a document of a closed month',
  description: 'The month as PDF or CSV, signed like the documents of its days.',
  auth: ['operator'],
  roles: rights.ledger,
  params: Closed({ file: OneOf(monthFiles) }),
  query: Closed({ rail: Slug, month: Month }),
  ok: { status: 200, description: 'The file.', download: ['application/pdf', 'text/csv', 'application/jose'] },
  errors: ['not_found', 'close_not_ready'],
});

export const getClose = route({
  id: 'getClose',
  method: 'GET',
  path: '/operator/closes/{id}',
  tag,
  summary: 'Read a closed day with its items',
  auth: ['operator'],
  roles: rights.ledger,
  params: IdParams('cls'),
  ok: { status: 200, description: 'The close.', schema: CloseDetail },
});

export const getCloseFile = route({
  id: 'getCloseFile',
  method: 'GET',
  path: '/operator/closes/{id}/files/{file}',
  tag,
  summary: 'Download a document of a reviewed close',
  description:
    'The close as PDF or CSV, and the detached JWS (RFC 7515, appendix F) of each. `/.well-known/document-keys.json` has the public keys. The guide "Close the day" shows how to verify a document.',
  auth: ['operator'],
  roles: rights.ledger,
  params: Closed({ id: Id('cls'), file: OneOf(closeFiles) }),
  ok: { status: 200, description: 'The file.', download: ['application/pdf', 'text/csv', 'application/jose'] },
  errors: ['not_found', 'close_not_ready'],
});

export const closeDay = route({
  id: 'closeDay',
  method: 'POST',
  path: '/operator/closes',
  tag,
  summary: 'Close a day',
  description: `Days close in order, after they have ended at the rail and a statement covers them. Lines that come later count on the first open day. Another operator reviews the close. ${kinds}`,
  auth: ['operator'],
  roles: rights.money,
  body: Closed({ rail: Slug, day: Type.String(Day) }),
  ok: { status: 201, description: 'The close.', schema: CloseDetail },
  errors: ['not_found', 'close_not_ready', 'close_unexplained'],
});

export const reviewClose = route({
  id: 'reviewClose',
  method: 'POST',
  path: '/operator/closes/{id}/review',
  tag,
  summary: 'Review a closed day',
  description: 'By another operator than the one who closed it.',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('cls'),
  ok: { status: 200, description: 'The close, reviewed.', schema: CloseDetail },
  errors: ['not_found', 'close_reviewed', 'forbidden_account_type'],
});

export const closeRoutes = {
  closeDay,
  getClose,
  getCloseFile,
  getClosedMonth,
  getClosedMonthFile,
  listCloses,
  previewClose,
  reviewClose,
};
