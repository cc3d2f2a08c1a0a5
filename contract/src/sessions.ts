import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, ListOf, ListQuery, Nullable, ShortLimit, Timestamp } from './fields.ts';
import { accountTypes, route } from './route.ts';

const tag = 'Login';

export const Session = Closed(
  {
    id: Id('ses'),
    object: Type.Literal('session'),
    current: Type.Boolean({ description: 'Whether this is the session of this request.' }),
    user_agent: Nullable(Type.String()),
    address: Nullable(Type.String({ description: 'The IP address of the login.' })),
    created_at: Timestamp,
    last_used_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;

export const listSessions = route({
  id: 'listSessions',
  method: 'GET',
  path: '/auth/sessions',
  tag,
  summary: 'List open sessions',
  auth: accountTypes,
  query: Closed({ ...ListQuery('ses', {}).properties, limit: ShortLimit }),
  ok: {
    status: 200,
    description: 'Newest first; 100 on a page unless you give a `limit`.',
    schema: ListOf(Session),
  },
});

export const deleteSession = route({
  id: 'deleteSession',
  method: 'DELETE',
  path: '/auth/sessions/{id}',
  tag,
  summary: 'End a session',
  auth: accountTypes,
  params: IdParams('ses'),
  ok: {
    status: 200,
    description: 'The session is ended. Its tokens stop working within a second.',
    schema: Closed({ id: Id('ses'), object: Type.Literal('session'), deleted: Type.Literal(true) }),
  },
});
