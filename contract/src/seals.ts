import Type, { type Static } from 'typebox';
import { Closed, following, ListOf, Nullable, OneOf, preceding, Timestamp } from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Oversight';
const SealId = { pattern: '^seal_[1-9][0-9]{0,17}$' };
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const Seal = Closed(
  {
    id: Type.String(SealId),
    object: Type.Literal('seal'),
    number: Type.Integer({ description: 'The place in the chain, from 1.' }),
    count: Type.Integer({ description: 'The postings in this batch.' }),
    sealed_count: Type.Integer({ description: 'The postings in all batches up to this one.' }),
    sealed_at: Timestamp,
    previous: Type.String({ ...Hash, description: 'The hash of the batch before it; zeros for the first.' }),
    hash: Type.String({ ...Hash, description: "SHA-256 over the batch's postings, its fields and `previous`." }),
  },
  { title: 'Seal', description: 'A closed batch of postings in the chain.' },
);
export type Seal = Static<typeof Seal>;

export const SealHead = Closed(
  {
    object: Type.Literal('seal_head'),
    number: Type.Integer({ description: 'The last batch; 0 before the first.' }),
    hash: Type.String({ ...Hash, description: 'Its hash. Kept elsewhere, it proves every posting up to it.' }),
    sealed_at: Nullable(Timestamp),
    count: Type.Integer({ description: 'The sealed postings.' }),
    lag_seconds: Type.Number({ description: 'The age of the oldest posting that is not sealed; 0 if there is none.' }),
    witness: Closed(
      {
        number: Nullable(Type.Integer()),
        sent_at: Nullable(Timestamp),
        error: Nullable(Type.String({ description: 'Why the last attempt failed; null if it succeeded.' })),
      },
      { description: 'The last head that was sent to `SEAL_WITNESS`.' },
    ),
  },
  { title: 'Seal head', description: 'How far the ledger is sealed.' },
);
export type SealHead = Static<typeof SealHead>;

export const getSealHead = route({
  id: 'getSealHead',
  method: 'GET',
  path: '/operator/ledger/seal',
  tag,
  summary: 'Read the head of the sealed ledger',
  description:
    'Postings are sealed in batches, and each batch has the hash of the one before it. Only a head that you store elsewhere proves the chain (`npm run admin -- ledger check --head`).',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'The head.', schema: SealHead },
});

export const listSeals = route({
  id: 'listSeals',
  method: 'GET',
  path: '/operator/ledger/seals',
  tag,
  summary: 'List the batches of the sealed ledger',
  auth: ['operator'],
  roles: rights.ledger,
  query: Closed({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    starting_after: Type.Optional(Type.String({ ...SealId, description: following })),
    ending_before: Type.Optional(Type.String({ ...SealId, description: preceding })),
    order: Type.Optional(OneOf(['desc', 'asc'], { default: 'desc' })),
  }),
  ok: { status: 200, description: 'A page of batches, newest first.', schema: ListOf(Seal) },
});
