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
  Reference,
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { MAX_RECIPIENT } from './payouts.ts';
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
  query: ListQuery('ben', { group: Type.Optional(Group) }),
  ok: { status: 200, description: 'A page of people.', schema: ListOf(Beneficiary) },
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
export const beneficiaryRoutes = { keepBeneficiaries, listBeneficiaries, deleteBeneficiary };
