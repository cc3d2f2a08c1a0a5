import Type, { type Static } from 'typebox';
import { Challenge, Language, NewPassword } from './auth.ts';
import { Closed, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Phone, Timestamp } from './fields.ts';
import { rights, Search } from './operators.ts';
import { route } from './route.ts';

const tag = 'Merchants';

export const registerMerchant = route({
  id: 'registerMerchant',
  method: 'POST',
  path: '/auth/merchant/register',
  tag: 'Login',
  summary: 'Sign up as a merchant',
  description:
    'In the test world always: an operator approves a merchant for live. `POST /auth/2fa/verify` opens the merchant, its first integration and the login. Where the password has fewer than 15 characters, logging in takes an SMS code too.',
  auth: 'none',
  body: Closed({
    phone: Phone,
    password: NewPassword,
    business_name: Type.String({ text: 'name', minLength: 1, maxLength: 100 }),
    name: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    language: Type.Optional(Language),
  }),
  ok: { status: 200, description: 'A code is on its way.', schema: Challenge },
  errors: ['registrations_closed', 'too_many_attempts'],
});

export const Merchant = Closed(
  {
    id: Id('mer'),
    object: Type.Literal('merchant'),
    name: Type.String(),
    live_approved_at: Nullable(Timestamp),
    people: Type.Array(
      Closed({
        id: Id('usr'),
        livemode: Type.Boolean(),
        phone: Type.String(),
        name: Nullable(Type.String()),
        two_factor: OneOf(['none', 'sms', 'totp']),
        suspended: Type.Boolean(),
      }),
      { description: 'Who may log in for it, and in which world.' },
    ),
    integrations: Type.Array(
      Closed({
        id: Id('int'),
        name: Type.String(),
        slug: Type.String(),
        developers: Type.Integer({ description: 'How many belong to it.' }),
        open_invitations: Type.Integer({ description: 'Of developers. An approval for live ends them.' }),
      }),
    ),
    created_at: Timestamp,
  },
  { title: 'Merchant' },
);
export type Merchant = Static<typeof Merchant>;

export const listMerchants = route({
  id: 'listMerchants',
  method: 'GET',
  path: '/operator/merchants',
  tag,
  summary: 'List merchants',
  description:
    'By `search`, those with this id, a person with this phone, or a name that begins so. The look is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  query: ListQuery('mer', { search: Type.Optional(Search) }),
  ok: { status: 200, description: 'The newest first.', schema: ListOf(Merchant) },
});

export const getMerchant = route({
  id: 'getMerchant',
  method: 'GET',
  path: '/operator/merchants/{id}',
  tag,
  summary: 'Read a merchant',
  description: 'The look is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('mer'),
  ok: { status: 200, description: 'The merchant.', schema: Merchant },
});

export const approveLive = route({
  id: 'approveLive',
  method: 'POST',
  path: '/operator/merchants/{id}/approve_live',
  tag,
  summary: 'Approve a merchant for live',
  description:
    'Its people may log in to the live world with their phone and password, and an SMS code whatever they have in the test world. Its developers stay in the test world until they are invited again from there, and invitations that are open end: the test login, which anybody can have, may have sent them. A sandbox has no live world and answers 403.',
  auth: ['operator'],
  roles: ['compliance', 'admin'],
  params: IdParams('mer'),
  ok: { status: 200, description: 'The merchant.', schema: Merchant },
  errors: ['account_already_exists'],
});

export const revokeLive = route({
  id: 'revokeLive',
  method: 'POST',
  path: '/operator/merchants/{id}/revoke_live',
  tag,
  summary: 'Take back a live approval',
  description:
    "Within a second the live logins of the merchant's people are suspended and its live keys revoked, and its developers are in the test world only. A new approval gives the logins back, not the keys, nor the developers' access to live.",
  auth: ['operator'],
  roles: ['compliance', 'admin'],
  params: IdParams('mer'),
  body: Closed({ reason: Type.String({ text: 'free', minLength: 1, maxLength: 500 }) }),
  ok: { status: 200, description: 'The merchant.', schema: Merchant },
});
