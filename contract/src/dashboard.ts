import Type, { type Static } from 'typebox';
import { Closed, Currency, ListOf, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { route } from './route.ts';

const tag = 'Dashboard';
const Count = Type.Integer();

const counts = {
  created_count: Type.Integer({ description: 'Payments that were created then.' }),
  succeeded_count: Type.Integer({ description: 'Of them, those that have succeeded by now.' }),
  failed_count: Count,
  volume: Type.Unsafe<bigint>({ ...Money, description: 'What they brought, before fees and refunds.' }),
  refunded: Type.Unsafe<bigint>({ ...Money, description: 'Refunds that were created then and have succeeded.' }),
};

export const Summary = Closed(
  {
    object: Type.Literal('summary'),
    livemode: Type.Boolean(),
    currency: Type.String(),
    since: Timestamp,
    until: Timestamp,
    interval: OneOf(['hour', 'day'], { description: 'Of the periods: hours up to two days, else days of UTC.' }),
    ...counts,
    fees: Money,
    refunds_count: Count,
    success_rate: Nullable(
      Type.Number({ description: 'Of the payments that are final, the share that succeeded: 0 to 1.' }),
    ),
    failures: Type.Array(Closed({ code: Type.String(), count: Count }), { description: 'The most frequent first.' }),
    balance: Closed(
      { available: Money, reserved: Money, total: Money },
      { description: "Of all the merchant's wallets in this currency, now." },
    ),
    periods: Type.Array(
      Closed({
        at: Type.String({ ...Timestamp, description: 'Where it begins: `since`, or the hour or day.' }),
        ...counts,
        balance: Type.Unsafe<bigint>({
          ...Money,
          description: 'Of all those wallets, at its end; of the last one now.',
        }),
      }),
      { description: 'Those without a payment too.' },
    ),
  },
  { title: 'Summary' },
);
export type Summary = Static<typeof Summary>;

export const getSummary = route({
  id: 'getSummary',
  method: 'GET',
  path: '/summary',
  tag,
  summary: 'Sum up what was taken',
  description:
    'Volume, outcomes and refunds of the payments that were created in a time, and the balance. Days that are over are kept by the node for a while, and today is at most two seconds old, or ten times as old as it takes to read.',
  auth: ['merchant', 'developer'],
  integration: 'required',
  query: Type.Object(
    {
      currency: Currency,
      since: Type.Optional({
        ...Timestamp,
        description: 'From the full hour on. Default: 30 days of UTC, with that of `until`.',
      }),
      until: Type.Optional({ ...Timestamp, description: 'Default: now. At most 92 days after `since`.' }),
    },
    { additionalProperties: false },
  ),
  ok: { status: 200, description: 'The summary.', schema: Summary },
  errors: ['unsupported_currency', 'list_too_expensive'],
});

export const SearchHit = Closed(
  {
    id: Type.String(),
    object: OneOf(['payment', 'refund', 'transfer', 'payout', 'wallet', 'event', 'webhook_endpoint', 'request_log']),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    status: Nullable(Type.String()),
    amount: Nullable(Money),
    currency: Nullable(Type.String()),
    customer: Nullable(Type.String()),
    reference: Nullable(Type.String()),
  },
  { title: 'Search hit', description: 'Enough of a record to show it; its own route has the rest.' },
);
export type SearchHit = Static<typeof SearchHit>;

export const search = route({
  id: 'search',
  method: 'GET',
  path: '/search',
  tag,
  summary: 'Find records',
  description:
    'By the beginning of an id or of a `reference`, or by the phone of a customer, with or without its plus or as it is dialled in its country. At most ten of a kind.',
  auth: ['merchant', 'developer'],
  integration: 'required',
  query: Type.Object(
    { q: Type.String({ text: 'search', minLength: 3, maxLength: 64 }) },
    { additionalProperties: false },
  ),
  ok: { status: 200, description: 'What was found; all on one page.', schema: ListOf(SearchHit) },
  errors: ['list_too_expensive'],
});

export const TimelineEntry = Closed(
  {
    object: Type.Literal('timeline_entry'),
    at: Timestamp,
    kind: OneOf(['created', 'succeeded', 'failed', 'posting', 'event']),
    record: Type.String({ description: 'The payment or refund that this is about.' }),
    amount: Nullable(Money),
    currency: Nullable(Type.String()),
    failure_code: Nullable(Type.String()),
    posting: Type.Union([
      Closed({
        kind: Type.String(),
        direction: OneOf(['credit', 'debit'], { description: "Seen from the merchant's wallet." }),
        wallet: Type.String(),
        balance_after: Money,
      }),
      Type.Null(),
    ]),
    event: Type.Union([Closed({ id: Type.String(), type: Type.String() }), Type.Null()]),
  },
  { title: 'Timeline entry' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;
