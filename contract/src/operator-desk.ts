import Type, { type Static } from 'typebox';
import { Closed, ListOf, Nullable, OneOf, prefixes, suffix } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Operators';
const { merchant, user, developer, operator, integration, key, wallet } = prefixes;
const named = [merchant, user, developer, operator, integration, key, wallet];
const id = `(${named.join('|')})_${suffix}`;

export const NameOf = Closed(
  {
    id: Type.String({ pattern: `^${id}$` }),
    object: Type.Literal('name'),
    name: Nullable(
      Type.String({
        description: 'The name for people: of a customer without a name, the phone. Null for a wallet without a label.',
      }),
    ),
    wallet: Nullable(
      Closed(
        {
          currency: Type.String(),
          default: Type.Boolean(),
          owner: Closed({
            type: OneOf(['customer', 'merchant', 'system']),
            id: Type.String({ description: '`usr_…`, `mer_…`, or the role of a system wallet.' }),
            name: Type.String(),
          }),
        },
        { description: 'For a wallet: what its name is made of.' },
      ),
    ),
  },
  { title: 'Name of a record' },
);
export type NameOf = Static<typeof NameOf>;

/** The most ids of one request. */
export const MOST_NAMES = 50;

export const listNames = route({
  id: 'listNames',
  method: 'GET',
  path: '/operator/names',
  tag,
  summary: 'Read the names behind ids',
  description:
    'The names of merchants, people, integrations, keys and wallets, so that pages show names and not ids. An unknown id is left out. If the names include people, the read is written to the audit log with their ids.',
  auth: ['operator'],
  roles: rights.read,
  query: Closed({
    ids: Type.String({
      pattern: `^${id}(,${id}){0,${MOST_NAMES - 1}}$`,
      maxLength: MOST_NAMES * 40,
      description: `Up to ${MOST_NAMES} ids, separated by commas.`,
    }),
  }),
  ok: { status: 200, description: 'The names, in the order of the ids.', schema: ListOf(NameOf) },
});

/** Counting stops here. */
export const MOST_WAITING = 100;
const count = (what: string) =>
  Nullable(Type.Integer({ minimum: 0, maximum: MOST_WAITING, description: `${what} Null if your role has no part.` }));

export const WaitingCounts = Closed(
  {
    object: Type.Literal('waiting_counts'),
    kyc: count('Identity checks without a decision.'),
    approvals: count('Requests of other operators that your role may decide.'),
    cases: count('Open cases.'),
  },
  { title: 'Waiting counts', description: `Counting stops at ${MOST_WAITING}.` },
);
export type WaitingCounts = Static<typeof WaitingCounts>;

export const getWaitingCounts = route({
  id: 'getWaitingCounts',
  method: 'GET',
  path: '/operator/waiting',
  tag,
  summary: 'Count what waits for you',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'The counts.', schema: WaitingCounts },
});
