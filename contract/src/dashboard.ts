import Type, { type Static } from 'typebox';
import { Closed, Currency, Id, ListOf, Money, Nullable, OneOf, Timestamp, TimeZone } from './fields.ts';
import { moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';
import { deliveryStatuses } from './webhooks.ts';

const tag = 'Dashboard';
const Count = Type.Integer();

const counts = {
  created_count: Type.Integer({ description: 'Payments created in this time.' }),
  succeeded_count: Type.Integer({ description: 'The payments created in this time that have succeeded by now.' }),
  failed_count: Count,
  volume: Type.Unsafe<bigint>({
    ...Money,
    description: 'The sum of these succeeded payments, before fees and refunds.',
  }),
  refunded: Type.Unsafe<bigint>({
    ...Money,
    description: 'The sum of refunds created in this time that have succeeded.',
  }),
};

export const Summary = Closed(
  {
    object: Type.Literal('summary'),
    livemode: Type.Boolean(),
    currency: Type.String(),
    since: Timestamp,
    until: Timestamp,
    interval: OneOf(['hour', 'day'], {
      description: 'The length of a period: an hour for up to two days, otherwise a day of `time_zone`.',
    }),
    time_zone: Type.String({ description: 'The IANA time zone whose days are the periods.' }),
    ...counts,
    fees: Type.Unsafe<bigint>({
      ...Money,
      description:
        'The fees of these succeeded payments, less those that refunds created in this time returned: negative if they returned more. Fees of payouts are not included.',
    }),
    taxes: Type.Unsafe<bigint>({
      ...Money,
      description: 'The taxes on these fees, less those that these refunds returned.',
    }),
    refunds_count: Count,
    success_rate: Nullable(Type.Number({ description: 'The share of final payments that succeeded: 0 to 1.' })),
    failures: Type.Array(Closed({ code: Type.String(), count: Count }), { description: 'Most frequent first.' }),
    balance: Closed(
      { available: Money, reserved: Money, total: Money },
      { description: "The current balance of all the merchant's wallets in this currency." },
    ),
    periods: Type.Array(
      Closed({
        at: Type.String({ ...Timestamp, description: 'The start of the period: `since`, or the hour or day.' }),
        ...counts,
        balance: Type.Unsafe<bigint>({
          ...Money,
          description: 'The balance of all those wallets at the end of the period; in the last period, now.',
        }),
      }),
      { description: 'All periods, including those without a payment.' },
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
  summary: 'Read a summary of payments',
  description:
    'Volume, outcomes and refunds of the payments created in a time, and the balance. Each node caches past days for a while. The figures of today are at most two seconds old, or ten times the time that it takes to read them.',
  auth: ['merchant', 'developer'],
  integration: 'required',
  members: moneyReads,
  query: Type.Object(
    {
      currency: Currency,
      branch: Type.Optional(
        Id('br', 'Only the payments of this branch, and their refunds. The balance is still that of all wallets.'),
      ),
      since: Type.Optional({
        ...Timestamp,
        description: 'Rounded down to the full hour. Default: 30 days, including the day of `until`.',
      }),
      time_zone: Type.Optional(TimeZone("the merchant's time zone")),
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
    object: OneOf([
      'payment',
      'refund',
      'transfer',
      'payout',
      'payout_item',
      'payment_link',
      'customer',
      'wallet',
      'event',
      'webhook_endpoint',
      'request_log',
    ]),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    status: Nullable(Type.String()),
    amount: Nullable(Money),
    currency: Nullable(Type.String()),
    customer: Nullable(Type.String({ description: 'The phone of the payer, or of the recipient of a payout item.' })),
    reference: Nullable(Type.String()),
    name: Nullable(Type.String({ description: "A recipient's name, or the title of a payment link." })),
    payout: Nullable(Type.String({ description: 'The payout of a payout item.' })),
  },
  { title: 'Search hit', description: 'The main fields of a record; read the full record from its own route.' },
);
export type SearchHit = Static<typeof SearchHit>;

export const search = route({
  id: 'search',
  method: 'GET',
  path: '/search',
  tag,
  summary: 'Find records',
  description:
    "Finds what people type: digits of a phone (payments, and the customers themselves), a part of a `reference`, an amount in major units (`2 500`, `25.00 USD`), a date (`2026-01-15`, UTC), the name or phone of a payout's recipient, the title of a payment link, or the beginning of an id. Returns at most ten records of a kind and meaning. Parts in the middle of a reference, names and recipients are looked for in the newest 50 000 records, and only while fewer than twenty records were found. A key finds only what its scopes let it read. Only people find requests.",
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payments:read',
  query: Type.Object(
    { q: Type.String({ text: 'search', minLength: 2, maxLength: 64 }) },
    { additionalProperties: false },
  ),
  ok: { status: 200, description: 'The records found, all on one page.', schema: ListOf(SearchHit) },
});

const TimelineDelivery = Closed({
  id: Id('dlv'),
  host: Nullable(Type.String({ description: "The endpoint's host. Null for the inbox." })),
  status: OneOf(deliveryStatuses),
  response_status: Nullable(Type.Integer({ description: 'The answer to the last attempt.' })),
});

export const TimelineEntry = Closed(
  {
    object: Type.Literal('timeline_entry'),
    at: Timestamp,
    kind: OneOf(['created', 'succeeded', 'failed', 'posting', 'event']),
    record: Type.String({ description: 'The payment or refund that this entry is about.' }),
    amount: Nullable(Money),
    currency: Nullable(Type.String()),
    failure_code: Nullable(Type.String()),
    posting: Type.Union([
      Closed({
        kind: Type.String(),
        direction: OneOf(['credit', 'debit'], { description: "From the view of the merchant's wallet." }),
        wallet: Type.String(),
        balance_after: Money,
      }),
      Type.Null(),
    ]),
    event: Type.Union([
      Closed({
        id: Type.String(),
        type: Type.String(),
        deliveries: Type.Array(TimelineDelivery, {
          description: 'To the webhook endpoints and the inbox. Empty for a key without `webhooks:read`.',
        }),
      }),
      Type.Null(),
    ]),
  },
  { title: 'Timeline entry' },
);
export type TimelineEntry = Static<typeof TimelineEntry>;
