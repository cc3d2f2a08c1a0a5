import Type, { type Static } from 'typebox';
import { Closed, Id, IdParams, ListOf, ListQuery, Nullable, OneOf, RailSlug, suffix, Timestamp } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Oversight';

export const callbackOutcomes = [
  'asked',
  'waiting',
  'confirmed',
  'contradicted',
  'unanswered',
  'incoming',
  'noted',
  'unknown_record',
  'source_refused',
  'unreadable',
] as const;

const fields = {
  id: Id('clb'),
  object: Type.Literal('callback'),
  livemode: Type.Boolean(),
  created_at: Timestamp,
  last_at: Type.String({ format: 'date-time', description: 'When it came last.' }),
  times: Type.Integer({ description: 'How often it came. A repeat is only counted.' }),
  rail: Type.String({ description: 'The slug of the rail.' }),
  method: Type.String(),
  source: Type.String({ description: 'The address that it came from.' }),
  record: Nullable(Type.String({ description: 'The payment, refund or payout item that it is about.' })),
  handle: Nullable(Type.String({ description: "The provider's id, if it names no id of ours." })),
  outcome: OneOf(callbackOutcomes, {
    description:
      '`asked`: the record was open, and its rail was asked. `waiting`: the record was final, and its rail is asked whether it says the same. `confirmed`, `contradicted`, `unanswered`: what the rail said then. `incoming`: money without a request. `noted`: it is about no record. `unknown_record`, `source_refused`: a case is open. `unreadable`: not in the form of the provider.',
  }),
};

export const CallbackEntry = Closed(fields, { title: 'Callback entry' });
export type CallbackEntry = Static<typeof CallbackEntry>;

export const CallbackRecord = Closed(
  {
    ...fields,
    query: Nullable(Type.String({ description: 'The query of the address, with secrets masked.' })),
    headers: Type.Record(Type.String(), Type.String(), { description: 'With secrets masked.' }),
    body: Type.String({ description: 'As it arrived, with secrets masked.' }),
    result: Nullable(Type.String({ description: 'JSON that the next check of the record gets.' })),
  },
  { title: 'Callback' },
);
export type CallbackRecord = Static<typeof CallbackRecord>;

export const listCallbacks = route({
  id: 'listCallbacks',
  method: 'GET',
  path: '/operator/callbacks',
  tag,
  summary: 'List callbacks of rails',
  description: 'The requests of providers in the last 30 days, and what was done.',
  auth: ['operator'],
  roles: rights.read,
  query: ListQuery('clb', {
    rail: Type.Optional(RailSlug('The slug of the rail.')),
    record: Type.Optional(
      Type.String({
        pattern: `^(pay|rfd|pit)_${suffix}$`,
        description: 'The id of a payment, a refund or a payout item.',
      }),
    ),
    outcome: Type.Optional(OneOf(callbackOutcomes)),
    mode: Type.Optional(OneOf(['live', 'test'], { description: 'Default: both.' })),
  }),
  ok: { status: 200, description: 'A page of callbacks.', schema: ListOf(CallbackEntry) },
});

export const getCallback = route({
  id: 'getCallback',
  method: 'GET',
  path: '/operator/callbacks/{id}',
  tag,
  summary: 'Read a callback of a rail',
  description: 'The body may contain the phone of a customer. The read is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('clb'),
  ok: { status: 200, description: 'The callback.', schema: CallbackRecord },
});
