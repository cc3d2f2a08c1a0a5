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
  summary: 'Register as a merchant',
  description:
    'A merchant always registers in the test world; an operator approves it for live. `POST /auth/2fa/verify` creates the merchant, its first integration and the login. If the password has fewer than 15 characters, each login also needs an SMS code.',
  auth: 'none',
  body: Closed({
    phone: Phone,
    password: NewPassword,
    business_name: Type.String({ text: 'name', minLength: 1, maxLength: 100 }),
    name: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    language: Type.Optional(Language),
  }),
  ok: { status: 200, description: 'A code is being sent.', schema: Challenge },
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
      { description: 'The people who may log in for the merchant, each with their world.' },
    ),
    integrations: Type.Array(
      Closed({
        id: Id('int'),
        name: Type.String(),
        slug: Type.String(),
        developers: Type.Integer({ description: 'The number of developers.' }),
        open_invitations: Type.Integer({
          description: 'The number of open invitations of developers. An approval for live ends them.',
        }),
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
    '`search` finds merchants with this id, with a person who has this phone, or with a name that begins with this text. The read is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  query: ListQuery('mer', { search: Type.Optional(Search) }),
  ok: { status: 200, description: 'Newest first.', schema: ListOf(Merchant) },
});

export const getMerchant = route({
  id: 'getMerchant',
  method: 'GET',
  path: '/operator/merchants/{id}',
  tag,
  summary: 'Read a merchant',
  description: 'The read is written to the audit log.',
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
    "The merchant's people may log in to the live world with their phone and password, and always with an SMS code, regardless of their second factor in the test world. Its developers stay in the test world until they are invited again from the live world. Open invitations end, because a test login, which anyone can get, may have sent them. A sandbox has no live world and answers 403.",
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
  summary: 'Revoke a live approval',
  description:
    "Within a second, the live logins of the merchant's people are suspended, its live keys are revoked, and its developers lose access to the live world. A new approval restores the logins, but not the keys or the developers' access.",
  auth: ['operator'],
  roles: ['compliance', 'admin'],
  params: IdParams('mer'),
  body: Closed({ reason: Type.String({ text: 'free', minLength: 1, maxLength: 500 }) }),
  ok: { status: 200, description: 'The merchant.', schema: Merchant },
});
