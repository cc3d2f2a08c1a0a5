import Type, { type Static } from 'typebox';
import { Closed, changing, KeptMetadata, Nullable, OneOf, Timestamp } from './fields.ts';
import { accountTypes, operatorRoles, route } from './route.ts';
import { kycStatuses } from './users.ts';

export const Me = Closed(
  {
    id: Type.String({ description: '`usr_…`, `dev_…` or `opr_…`' }),
    object: Type.Literal('account'),
    type: OneOf(accountTypes),
    livemode: Nullable(Type.Boolean({ description: 'Null for developers and operators.' })),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String()),
    name: Nullable(Type.String()),
    language: OneOf(['en', 'fr', 'es', 'pt', 'ht', 'sw']),
    kyc: Nullable(OneOf(kycStatuses)),
    kyc_tier: Nullable(Type.Integer({ description: '0 to 2: the tier that sets the limits of a customer.' })),
    merchant: Nullable(Type.String({ description: "For a merchant's person: `mer_…`" })),
    role: Nullable(OneOf(operatorRoles, { description: 'For an operator: the role.' })),
    two_factor: OneOf(['none', 'sms', 'totp']),
    home_currency: Nullable(
      Type.String({ description: "The currency of your phone's country, if it is enabled here." }),
    ),
    created_at: Timestamp,
    metadata: KeptMetadata,
    ...changing,
  },
  { title: 'Me' },
);
export type Me = Static<typeof Me>;

export const getMe = route({
  id: 'getMe',
  method: 'GET',
  path: '/me',
  tag: 'Account',
  summary: 'Read your own account',
  auth: accountTypes,
  ok: { status: 200, description: 'Your account.', schema: Me },
});

export const updateMe = route({
  id: 'updateMe',
  method: 'PATCH',
  path: '/me',
  tag: 'Account',
  summary: 'Change your own account',
  auth: accountTypes,
  body: Closed({
    name: Type.Optional(Type.String({ text: 'name', minLength: 1, maxLength: 100 })),
    language: Type.Optional(OneOf(['en', 'fr', 'es', 'pt', 'ht', 'sw'])),
  }),
  ok: { status: 200, description: 'Your account.', schema: Me },
});
