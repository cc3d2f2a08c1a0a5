import Type, { type Static } from 'typebox';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, Timestamp } from './fields.ts';
import { everyMember, management } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

const tag = 'Branches';
/** The most branches of an integration in a mode. */
export const MOST_BRANCHES = 100;

const Name = Type.String({
  text: 'name',
  minLength: 1,
  maxLength: 60,
  description: 'A name that is unique among your branches in this mode.',
});

export const Branch = Closed(
  {
    id: Id('br'),
    object: Type.Literal('branch'),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    ...changing,
    name: Type.String(),
    archived_at: Nullable({
      ...Timestamp,
      description: 'Since when no new record may name it. Its payments stay.',
    } as typeof Timestamp),
  },
  { title: 'Branch' },
);
export type Branch = Static<typeof Branch>;

/** The branch that a new record may name. */
export const OwnBranch = (description: string) => Type.Optional(Nullable(Id('br', description)));
/** The branch of a record. */
export const BranchOf = (description: string) => Nullable(Id('br', description));

const shape = { auth: integrationCallers, integration: 'required', tag } as const;

export const createBranch = route({
  id: 'createBranch',
  method: 'POST',
  path: '/branches',
  summary: 'Create a branch',
  description:
    'A branch is a shop or a counter of the merchant. Payments, checkout sessions and payment links may name one; a payment takes the branch of its session, and a session the branch of its link. Lists, totals, exports and the summary filter by it.',
  ...shape,
  members: management,
  scope: 'payments:write',
  body: Closed({ name: Name }),
  ok: { status: 201, description: 'The branch.', schema: Branch },
  errors: ['name_already_used', 'too_many_records'],
});

export const listBranches = route({
  id: 'listBranches',
  method: 'GET',
  path: '/branches',
  summary: 'List branches',
  ...shape,
  members: everyMember,
  scope: 'payments:read',
  query: ListQuery('br', { archived: Type.Optional(OneOf(['true', 'false'])) }),
  ok: { status: 200, description: 'Newest first.', schema: ListOf(Branch) },
});

export const getBranch = route({
  id: 'getBranch',
  method: 'GET',
  path: '/branches/{id}',
  summary: 'Read a branch',
  ...shape,
  members: everyMember,
  scope: 'payments:read',
  params: IdParams('br'),
  ok: { status: 200, description: 'The branch.', schema: Branch },
});

export const updateBranch = route({
  id: 'updateBranch',
  method: 'PATCH',
  path: '/branches/{id}',
  summary: 'Rename or archive a branch',
  description: 'No new record may name an archived branch. Links that belong to it keep it, and so do their payments.',
  ...shape,
  members: management,
  scope: 'payments:write',
  params: IdParams('br'),
  body: Closed({ name: Type.Optional(Name), archived: Type.Optional(Type.Boolean()) }),
  ok: { status: 200, description: 'The branch.', schema: Branch },
  errors: ['name_already_used'],
});

export const branchRoutes = { createBranch, listBranches, getBranch, updateBranch };
