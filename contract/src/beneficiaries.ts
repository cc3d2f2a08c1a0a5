import Type, { type Static } from 'typebox';
import {
  Amount,
  Closed,
  Currency,
  changing,
  common,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  RailSlug,
  Reference,
  Timestamp,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { MAX_RECIPIENT, nameMatches } from './payouts.ts';
import { integrationCallers, route } from './route.ts';

/** The most beneficiaries of a world, and of one request. */
export const MOST_BENEFICIARIES = 5_000;
export const MOST_KEPT_AT_ONCE = 500;

const Group = Type.String({ text: 'identifier', minLength: 1, maxLength: 40 });
const Groups = Type.Array(Group, {
  maxItems: 20,
  description: 'Groups such as `Bakers`. They replace the earlier ones.',
});

export const Beneficiary = Closed(
  {
    ...common('ben', 'beneficiary'),
    ...changing,
    recipient: Type.String({ description: "A wallet's id, or a phone in E.164 form." }),
    name: Type.String(),
    reference: Nullable(Type.String({ description: 'Your own id of this person.' })),
    groups: Type.Array(Type.String()),
    amount: Nullable(Type.Unsafe<bigint>({ ...Money, description: 'The usual amount, in minor units.' })),
    currency: Nullable(Type.String({ description: 'The currency of the usual amount.' })),
    name_match: Nullable(
      OneOf(nameMatches, {
        description:
          'How the name fitted the account at the last check. `none`: another name, no account, or an account that cannot receive. `unknown`: the provider does not say. Null: not checked with this name.',
      }),
    ),
    name_checked_at: Nullable(Timestamp),
  },
  { title: 'Beneficiary' },
);
export type Beneficiary = Static<typeof Beneficiary>;

const NewBeneficiary = Closed(
  {
    recipient: Type.String({
      text: 'recipient',
      minLength: 1,
      maxLength: MAX_RECIPIENT,
      description: 'A wallet id, or a phone number in international format (E.164).',
    }),
    name: Type.String({ text: 'name', minLength: 1, maxLength: 140 }),
    reference: Type.Optional(Nullable(Type.String({ ...Reference, description: 'Your own id of this person.' }))),
    groups: Type.Optional(Groups),
    amount: Type.Optional(Nullable(Amount)),
    currency: Type.Optional(Nullable(Currency)),
  },
  { title: 'New beneficiary' },
);
export type NewBeneficiary = Static<typeof NewBeneficiary>;

const callers = { auth: integrationCallers, integration: 'required', tag: 'Payouts' } as const;

export const keepBeneficiaries = route({
  id: 'keepBeneficiaries',
  method: 'POST',
  path: '/beneficiaries',
  summary: 'Keep people in your list',
  description: `Adds up to ${MOST_KEPT_AT_ONCE} people to the list of those whom you pay, and changes those who are in it with the same phone or wallet. Fields that you leave out stay as they are. A list has at most ${MOST_BENEFICIARIES} people in a mode. It pays nobody.`,
  ...callers,
  members: moneyChanges,
  scope: 'payouts:write',
  body: Closed({
    items: Type.Array(NewBeneficiary, { minItems: 1, maxItems: MOST_KEPT_AT_ONCE }),
    add_to_group: Type.Optional(
      Type.String({ text: 'identifier', minLength: 1, maxLength: 40, description: 'Adds all of them to this group.' }),
    ),
  }),
  ok: { status: 200, description: 'These people, in the order of the request.', schema: ListOf(Beneficiary) },
  errors: ['too_many_records'],
});

export const listBeneficiaries = route({
  id: 'listBeneficiaries',
  method: 'GET',
  path: '/beneficiaries',
  summary: 'List the people whom you pay',
  ...callers,
  members: moneyReads,
  scope: 'payouts:read',
  query: ListQuery('ben', { group: Type.Optional(Group), name_match: Type.Optional(OneOf(nameMatches)) }),
  ok: { status: 200, description: 'A page of people.', schema: ListOf(Beneficiary) },
});

export const verifyBeneficiary = route({
  id: 'verifyBeneficiary',
  method: 'POST',
  path: '/beneficiaries/{id}/verify',
  summary: 'Check the name of a person in your list',
  description:
    'Asks the rail that would pay this phone whether the name fits, and keeps the answer in `name_match`. It stays null if the phone is paid into its wallet here, or if the rail cannot check names. Another name clears it. These questions count with those of `POST /payouts/names`.',
  ...callers,
  members: moneyChanges,
  scope: 'payouts:write',
  params: IdParams('ben'),
  body: Closed({
    amount: Type.Optional({ ...Amount, description: 'The amount that would be paid. Default: the usual one.' }),
    currency: Type.Optional(Type.String({ ...Currency, description: 'Default: that of the usual amount.' })),
    rail: Type.Optional(RailSlug('The rail, if the payout will name one.')),
  }),
  ok: { status: 200, description: 'The person with the result.', schema: Beneficiary },
});

export const deleteBeneficiary = route({
  id: 'deleteBeneficiary',
  method: 'DELETE',
  path: '/beneficiaries/{id}',
  summary: 'Remove a person from your list',
  description: 'Payouts and schedules that pay this person stay as they are.',
  ...callers,
  members: moneyChanges,
  scope: 'payouts:write',
  params: IdParams('ben'),
  ok: {
    status: 200,
    description: 'The person is removed.',
    schema: Closed(
      { id: Id('ben'), object: Type.Literal('beneficiary'), deleted: Type.Literal(true) },
      { title: 'Deleted beneficiary' },
    ),
  },
});

/** The routes of this file, for `routes.ts`. */
export const beneficiaryRoutes = { keepBeneficiaries, listBeneficiaries, verifyBeneficiary, deleteBeneficiary };
