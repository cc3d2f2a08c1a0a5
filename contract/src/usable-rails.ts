import Type, { type Static } from 'typebox';
import { Closed, Currency, ListOf, MAX_AMOUNT, Money, Nullable, OneOf, Phone, Timestamp } from './fields.ts';
import { moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const bound = (description: string) => Nullable(Type.Unsafe<bigint>({ ...Money, description }));
const maybe = (description: string) => Nullable(Type.String({ description }));

export const UsableRail = Closed(
  {
    object: Type.Literal('usable_rail'),
    livemode: Type.Boolean(),
    slug: Type.String({ description: 'The name that `rail` takes in `POST /payments` and `POST /payouts`.' }),
    provider: Type.String({ description: 'The company that moves the money; `sandbox` and `wallet` are built in.' }),
    country: maybe('ISO 3166-1 alpha-2; null if the rail has no country.'),
    currency: maybe('ISO 4217; null if the rail takes every enabled currency.'),
    direction: OneOf(['collect', 'payout']),
    flow: Nullable(
      OneOf(['prompt', 'redirect', 'otp', 'in_app'], {
        description: 'How the payer approves: the `type` of `next_action`. Null for payouts.',
      }),
    ),
    min_amount: bound('The smallest amount, in minor units; null if there is no bound.'),
    max_amount: bound('The largest amount, in minor units; null if there is no bound.'),
    decimals: Type.Integer({
      description:
        'The decimals of an amount that the provider takes. With fewer than the currency has, an amount must be a multiple: with 0 decimals, 1050 (10.50) is refused.',
    }),
    refunds: OneOf(['none', 'whole', 'part'], {
      description: '`whole`: only the whole payment can be refunded. `none`: the provider returns no money.',
    }),
    refund_days: Nullable(Type.Integer({ description: 'The days after the payment in which a refund is possible.' })),
    approval_seconds: Nullable(Type.Integer({ description: 'The time that the payer has. Null for payouts.' })),
    needs_otp: Type.Boolean({ description: 'The payer gets a code from the provider before: send it as `otp`.' }),
    checks_names: Type.Boolean({ description: 'The rail can check the names of recipients.' }),
    status: OneOf(['enabled', 'paused', 'closed'], {
      description:
        '`paused`: the operator of this service stopped it. `closed`: the provider does not serve now. Both refuse new payments; payout items wait.',
    }),
    until: Nullable({ ...Timestamp, description: 'When it is tried again, if known.' } as typeof Timestamp),
  },
  { title: 'Usable rail' },
);
export type UsableRail = Static<typeof UsableRail>;

export const listOwnRails = route({
  id: 'listOwnRails',
  method: 'GET',
  path: '/rails',
  tag: 'Rails',
  summary: 'List the rails that you can use',
  description:
    'The rails that work for you now, all on one page. With `phone`, `currency` and `amount` only those that can serve such a payment: first those that a request without `rail` would use, in their order, then those that you can name. Some providers tell only at the payment whether the phone has an account.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'rails:read',
  query: Closed({
    phone: Type.Optional(Phone),
    currency: Type.Optional(Currency),
    amount: Type.Optional(
      Type.Integer({ format: 'int64', minimum: 1, maximum: MAX_AMOUNT, description: 'In minor units.' }),
    ),
    direction: Type.Optional(OneOf(['collect', 'payout'], { default: 'collect' })),
  }),
  ok: { status: 200, description: 'The rails, the best first.', schema: ListOf(UsableRail) },
  errors: ['amount_out_of_bounds'],
});
