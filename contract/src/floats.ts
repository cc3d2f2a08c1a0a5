import Type, { type Static } from 'typebox';
import { Approval, FloatChange } from './approvals.ts';
import { Closed, ListOf, Money, Nullable, Reference, Timestamp } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Floats';
const minor = (description: string) => Nullable(Type.Unsafe<bigint>({ ...Money, description }));

export const Float = Closed(
  {
    object: Type.Literal('float'),
    rail: Type.String({ description: 'The slug of the rail.' }),
    livemode: Type.Boolean(),
    currency: Type.String(),
    available: minor('The balance at the provider. Null: not measured yet, or the provider does not tell it.'),
    booked: Type.Unsafe<bigint>({ ...Money, description: "The balance in the books: the clearing wallet's, negated." }),
    difference: minor('available − booked. Operations in progress differ for a short time.'),
    minimum: minor("The rail's threshold for an alarm; null: none."),
    low: Type.Boolean({ description: 'available < minimum.' }),
    measured_at: Nullable(Timestamp),
    error: Nullable(Type.String({ description: 'Why the last measurement failed; null if it succeeded.' })),
  },
  { title: 'Float', description: "A rail's money at its provider, beside the books." },
);
export type Float = Static<typeof Float>;

export const listFloats = route({
  id: 'listFloats',
  method: 'GET',
  path: '/operator/floats',
  tag,
  summary: 'Read the float of every rail',
  description: 'Measured every three minutes. `available` and `booked` are of one moment.',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'The floats, by rail.', schema: ListOf(Float) },
});

export const requestFloatChange = route({
  id: 'requestFloatChange',
  method: 'POST',
  path: '/operator/floats',
  tag,
  summary: 'Request an opening balance, a top-up or a sweep of a float',
  description:
    "Books money that was moved between the deployment's bank and the provider, so that the clearing wallet equals the provider's books. It moves nothing at the provider. Nothing happens until another operator approves it, within three days. Both need an authenticator.",
  auth: ['operator'],
  roles: rights.money,
  body: Closed({
    ...FloatChange.properties,
    reference: Type.Optional(
      Type.String({ ...Reference, description: "The bank's or the provider's own number, unique in each mode." }),
    ),
    reason: Reason,
  }),
  ok: { status: 202, description: 'The request waits for another operator.', schema: Approval },
  errors: ['not_found', 'two_factor_required', 'reference_already_used', 'currency_mismatch'],
});
