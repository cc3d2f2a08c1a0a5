import Type, { type Static } from 'typebox';
import { Amount, Closed, Currency, ListOf, Nullable, OneOf, RailSlug } from './fields.ts';
import { moneyChanges } from './member-rights.ts';
import { MAX_RECIPIENT, nameMatches } from './payouts.ts';
import { integrationCallers, route } from './route.ts';

export const NameCheckResult = Closed(
  {
    object: Type.Literal('name_check'),
    recipient: Type.String(),
    name: Nullable(Type.String()),
    rail: Nullable(
      Type.String({
        description: 'The rail that would pay; null if the phone is paid into its wallet here, or not at all.',
      }),
    ),
    name_match: Nullable(
      OneOf(nameMatches, {
        description:
          '`none`: another name, no account, or an account that cannot receive. `unknown`: the provider does not say. Null: nothing was checked.',
      }),
    ),
  },
  { title: 'Name check' },
);
export type NameCheckResult = Static<typeof NameCheckResult>;

export const checkNames = route({
  id: 'checkNames',
  method: 'POST',
  path: '/payouts/names',
  tag: 'Payouts',
  summary: 'Check the names of recipients',
  description:
    'Asks the providers whether these phones have accounts and whether the names fit, before you make a payout. No name is returned. An integration may ask about 60 recipients a minute. A payout that waits for a second person is checked by itself: see `name_match` of its items.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payouts:write',
  body: Closed({
    currency: Currency,
    rail: Type.Optional(RailSlug('The rail of the payout, if it will name one.')),
    items: Type.Array(
      Closed({
        recipient: Type.String({ text: 'recipient', minLength: 1, maxLength: MAX_RECIPIENT }),
        amount: Amount,
        name: Type.Optional(Nullable(Type.String({ text: 'name', maxLength: 140 }))),
      }),
      { minItems: 1, maxItems: 25 },
    ),
  }),
  ok: { status: 200, description: 'One result for each item, in their order.', schema: ListOf(NameCheckResult) },
});
