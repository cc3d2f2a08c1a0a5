import Type, { type Static } from 'typebox';
import { Challenge, CookieLoginResult, Email, loginErrors, Password, StaffLoginResult } from './auth.ts';
import { Closed, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { Integration } from './integrations.ts';
import { buildReads, developerRoles, management } from './member-rights.ts';
import { route } from './route.ts';

const tag = 'Integrations';
const Role = OneOf(developerRoles);
const Token = Type.String({ minLength: 1, maxLength: 100, description: 'The token from the invitation link.' });

export const Developer = Closed(
  {
    id: Id('dev'),
    object: Type.Literal('developer'),
    email: Type.String(),
    name: Nullable(Type.String()),
    role: OneOf(developerRoles, { description: 'The role on this integration.' }),
    two_factor: OneOf(['none', 'totp']),
    live: Type.Boolean({
      description:
        'Whether this developer may act in live mode. Developers who joined before the merchant was approved may not: invite them again from a live login of the merchant.',
    }),
    joined_at: Timestamp,
    created_at: Timestamp,
  },
  { title: 'Developer' },
);
export type Developer = Static<typeof Developer>;

export const invitationStatuses = ['open', 'accepted', 'withdrawn', 'expired'] as const;

export const Invitation = Closed(
  {
    id: Id('inv'),
    object: Type.Literal('invitation'),
    integration: Id('int'),
    email: Type.String(),
    role: Role,
    status: OneOf(invitationStatuses),
    invited_by: Type.String({ description: '`usr_…` or `dev_…`' }),
    created_at: Timestamp,
    expires_at: Timestamp,
    link: Type.Optional(
      Nullable(
        Type.String({
          description:
            'Only in the answer that makes the invitation: the link to give to the developer, if the service sends no e-mail. Null if it does.',
        }),
      ),
    ),
  },
  { title: 'Invitation' },
);
export type Invitation = Static<typeof Invitation>;

export const createInvitation = route({
  id: 'createInvitation',
  method: 'POST',
  path: '/integrations/{id}/invitations',
  tag,
  summary: 'Invite a developer',
  description:
    "For the merchant's people and owners. The service sends a link to the e-mail address. The link works once within 7 days, and it ends an earlier invitation of the same address. Once the merchant is approved for live, only a live login or an owner with `live` may invite. A developer without `live` may then be invited again, and gets `live` with the role of that invitation.",
  auth: ['merchant', 'developer'],
  members: management,
  params: IdParams('int'),
  body: Closed({ email: Email, role: Role }),
  ok: { status: 201, description: 'The invitation is being sent.', schema: Invitation },
  errors: ['account_already_exists', 'too_many_attempts', 'too_many_records'],
});

export const listInvitations = route({
  id: 'listInvitations',
  method: 'GET',
  path: '/integrations/{id}/invitations',
  tag,
  summary: 'List invitations',
  description: "For the merchant's people and owners.",
  auth: ['merchant', 'developer'],
  members: management,
  params: IdParams('int'),
  query: ListQuery('inv', {}),
  ok: { status: 200, description: 'Newest first.', schema: ListOf(Invitation) },
});

export const deleteInvitation = route({
  id: 'deleteInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
  tag,
  summary: 'Withdraw an invitation',
  description: 'An invitation that is no longer open stays unchanged.',
  auth: ['merchant', 'developer'],
  members: management,
  params: IdParams('inv'),
  ok: { status: 200, description: 'The invitation as it is now.', schema: Invitation },
});

export const acceptInvitation = route({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/auth/developer/accept',
  tag: 'Login',
  summary: 'Accept an invitation and log in',
  description:
    'Opens a developer account with this password, which needs at least 15 characters and must not be a common one. If you have an account, send its password, or accept while logged in (`POST /invitations/accept`).',
  auth: 'none',
  session: 'open',
  body: Closed({
    token: Token,
    password: Password,
    name: Type.Optional(
      Type.String({ text: 'name', minLength: 1, maxLength: 100, description: 'The name for a new account.' }),
    ),
  }),
  ok: {
    status: 200,
    description: 'Tokens, or a challenge.',
    schema: Type.Union([StaffLoginResult, CookieLoginResult, Challenge]),
  },
  errors: [...loginErrors, 'account_already_exists', 'invitation_expired'],
});

export const joinIntegration = route({
  id: 'joinIntegration',
  method: 'POST',
  path: '/invitations/accept',
  tag,
  summary: 'Accept an invitation while logged in',
  description: 'The invitation must have been sent to your own e-mail address.',
  auth: ['developer'],
  body: Closed({ token: Token }),
  ok: { status: 200, description: 'The integration.', schema: Integration },
  errors: ['invitation_expired'],
});

const memberParams = Closed({ id: Id('int'), developer: Id('dev') });

export const listDevelopers = route({
  id: 'listDevelopers',
  method: 'GET',
  path: '/integrations/{id}/developers',
  tag,
  summary: 'List the developers of an integration',
  auth: ['merchant', 'developer'],
  members: buildReads,
  params: IdParams('int'),
  query: ListQuery('dev', {}),
  ok: { status: 200, description: 'Newest first.', schema: ListOf(Developer) },
});

export const updateDeveloper = route({
  id: 'updateDeveloper',
  method: 'PATCH',
  path: '/integrations/{id}/developers/{developer}',
  tag,
  summary: "Change a developer's role",
  description: "For the merchant's people and owners. Only the merchant's people may change the last owner.",
  auth: ['merchant', 'developer'],
  members: management,
  params: memberParams,
  body: Closed({ role: Role }),
  ok: { status: 200, description: 'The developer.', schema: Developer },
  errors: ['last_owner'],
});

export const removeDeveloper = route({
  id: 'removeDeveloper',
  method: 'DELETE',
  path: '/integrations/{id}/developers/{developer}',
  tag,
  summary: 'Remove a developer',
  description:
    "For the merchant's people and owners; every developer may leave. A removed developer has no access to the integration, and open invitations by and to this developer are withdrawn. Only the merchant's people may remove the last owner. Keys stay valid: roll those that the developer knows.",
  auth: ['merchant', 'developer'],
  members: management,
  params: memberParams,
  ok: {
    status: 200,
    description: 'The developer is removed.',
    schema: Closed({ id: Id('dev'), object: Type.Literal('developer'), deleted: Type.Literal(true) }),
  },
  errors: ['last_owner'],
});
