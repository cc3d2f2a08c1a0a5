import Type, { type Static } from 'typebox';
import {
  Amount,
  Closed,
  Currency,
  changing,
  common,
  Description,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Metadata,
  Money,
  Nullable,
  OneOf,
  Reference,
  Timestamp,
} from './fields.ts';
import { HoldEscrow, holdStatuses } from './hold-fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { integrationCallers, route } from './route.ts';

/** The longest time from its creation to its expiry. */
export const MOST_HOLD_DAYS = 366;
/** The most captures of one hold. The rest can then only be released. */
export const MOST_CAPTURES = 50;

const minor = (description: string) => Type.Unsafe<bigint>({ ...Money, description });
const Recipient = (description: string) => Type.String({ text: 'recipient', minLength: 1, maxLength: 40, description });

const Capture = Closed(
  { to: Id('wal', 'The wallet that received the money.'), amount: Money, created_at: Timestamp },
  { title: 'Capture' },
);

export const Hold = Closed(
  {
    ...common('hld', 'hold'),
    ...changing,
    status: OneOf(holdStatuses, {
      description:
        '`open`: money is held. The others are final. `captured`: the last capture took the rest or gave it back. `released`: you gave the rest back, or both deciders of an escrow did. `expired`: the rest went back at `expires_at`.',
    }),
    wallet: Id('wal', 'The wallet whose money is held.'),
    to: Nullable(Id('wal', 'The wallet that captures pay. Null: each capture names one.')),
    amount: minor('The amount that was held at first, in minor units.'),
    amount_captured: minor('The amount that captures have paid.'),
    amount_released: minor('The amount that went back to the wallet.'),
    amount_remaining: minor('The amount that is still held.'),
    currency: Type.String(),
    captures: Type.Array(Capture, { description: 'Its captures, oldest first.' }),
    escrow: Nullable(HoldEscrow),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    expires_at: Type.String({ ...Timestamp, description: 'When what is left goes back to the wallet.' }),
    ended_at: Nullable(Timestamp),
  },
  { title: 'Hold' },
);
export type Hold = Static<typeof Hold>;

const shared = { tag: 'Holds', auth: integrationCallers, integration: 'required' } as const;
const read = { ...shared, scope: 'holds:read', members: moneyReads } as const;
const write = { ...shared, scope: 'holds:write', members: moneyChanges } as const;

export const createHold = route({
  id: 'createHold',
  method: 'POST',
  path: '/holds',
  summary: 'Hold money on a wallet',
  description:
    'The money stays on your wallet, is no longer available, and can be captured until `expires_at`. The rest becomes available again then. The event `hold.expiring` warns you 24 hours before, or half-way if the hold lasts less than 48 hours. With `escrow` two deciders end the hold instead of you.',
  ...write,
  // Enforced by `holds/create.ts`, because `to` may be null.
  body: Closed({
    wallet: Type.Optional(Id('wal', 'Your wallet. Default: your default wallet in this currency.')),
    amount: Amount,
    currency: Currency,
    expires_at: Type.String({
      ...Timestamp,
      description: `When what is left goes back, at most ${MOST_HOLD_DAYS} days from now.`,
    }),
    to: Type.Optional(
      Nullable(
        Recipient(
          'The wallet that captures pay: a wallet id, or the phone of a customer who has a wallet here. Without it each capture names one.',
        ),
      ),
    ),
    escrow: Type.Optional(
      Nullable(
        Closed(
          {
            deciders: Type.Array(
              Recipient(
                'A wallet id in the currency of the hold, or the phone of a customer who has a wallet here. Its owner decides: a customer with their own login, a merchant with its keys and people. One of your own wallets names you.',
              ),
              { minItems: 2, maxItems: 2, description: 'Two different owners of wallets.' },
            ),
          },
          {
            description:
              'Only both deciders together end the hold: they release the whole amount to `to`, which is then required, or return it. You can neither capture nor release it.',
          },
        ),
      ),
    ),
    reference: Type.Optional(Nullable(Reference)),
    description: Type.Optional(Nullable(Description)),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 201, description: 'The money is held.', schema: Hold },
  errors: [
    'insufficient_funds',
    'not_found',
    'wallet_frozen',
    'wallet_closed',
    'currency_mismatch',
    'same_wallet',
    'recipient_not_found',
    'reference_already_used',
  ],
});

export const listHolds = route({
  id: 'listHolds',
  method: 'GET',
  path: '/holds',
  summary: 'List holds',
  ...read,
  query: ListQuery('hld', {
    status: Type.Optional(OneOf(holdStatuses)),
    wallet: Type.Optional(Id('wal')),
    reference: Type.Optional(Reference),
  }),
  ok: { status: 200, description: 'A page of holds.', schema: ListOf(Hold) },
});

export const getHold = route({
  id: 'getHold',
  method: 'GET',
  path: '/holds/{id}',
  summary: 'Read one hold',
  ...read,
  params: IdParams('hld'),
  ok: { status: 200, description: 'The hold.', schema: Hold },
});

export const captureHold = route({
  id: 'captureHold',
  method: 'POST',
  path: '/holds/{id}/capture',
  summary: 'Capture a hold',
  description: `Pays held money to a wallet at once: all of it, or a part. You can capture the rest later, up to ${MOST_CAPTURES} times in all. A freeze or a limit of the receiver can refuse a capture; the money then stays held.`,
  ...write,
  params: IdParams('hld'),
  body: Closed({
    amount: Type.Optional({ ...Amount, description: 'Default: all that is still held.' } as typeof Amount),
    final: Type.Optional(
      Type.Boolean({ description: 'true: what is left afterwards goes back to the wallet at once. Default: false.' }),
    ),
    to: Type.Optional(
      Recipient(
        'A wallet id, or the phone of a customer who has a wallet here. Required if the hold has no `to`; otherwise leave it out.',
      ),
    ),
  }),
  ok: { status: 200, description: 'The money has moved.', schema: Hold },
  errors: [
    'hold_is_over',
    'hold_in_escrow',
    'capture_exceeds_remaining',
    'too_many_captures',
    'recipient_not_found',
    'currency_mismatch',
    'same_wallet',
    'limit_exceeded',
    'kyc_required',
    'wallet_frozen',
    'wallet_closed',
  ],
});

export const releaseHold = route({
  id: 'releaseHold',
  method: 'POST',
  path: '/holds/{id}/release',
  summary: 'Release a hold',
  description: 'The rest of the money becomes available on the wallet again. Captures stay paid.',
  ...write,
  params: IdParams('hld'),
  ok: { status: 200, description: 'Nothing is held any more.', schema: Hold },
  errors: ['hold_is_over', 'hold_in_escrow'],
});

/** The routes of this file, for `routes.ts`. */
export const holdRoutes = { createHold, listHolds, getHold, captureHold, releaseHold };
