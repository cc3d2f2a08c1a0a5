import Type, { type Static } from 'typebox';
import {
  Amount,
  Closed,
  Currency,
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
} from './fields.ts';
import { moneyChanges, moneyReads } from './member-rights.ts';
import { route, walletHolders } from './route.ts';
import { splitPartnerRoutes } from './split-partners.ts';

/** Debits and credits together. */
export const MOST_LEGS = 100;

const Max = Type.Integer({ ...Amount, description: 'The most that the leg takes, in minor units.' });

const NewDebit = Closed(
  {
    wallet: Id('wal', "Your own or your merchant's wallet. No wallet may be in two legs."),
    amount: Type.Optional(Amount),
    sweep: Type.Optional(
      Closed(
        { max: Max },
        {
          description: 'Instead of `amount`: takes what the wallet has available, at most `max`. It may be nothing.',
        },
      ),
    ),
    currency: Currency,
  },
  { title: 'NewDebit' },
);

const NewCredit = Closed(
  {
    wallet: Id('wal', 'Any wallet here. No wallet may be in two legs.'),
    amount: Type.Optional(Amount),
    remainder: Type.Optional(
      Type.Literal(true, {
        description:
          'Instead of `amount`: takes what the debits in this currency have beyond its other credits. One credit of a currency may take the remainder, and one must if a debit is a sweep.',
      }),
    ),
    currency: Currency,
  },
  { title: 'NewCredit' },
);

export const Movement = Closed(
  {
    ...common('mov', 'movement'),
    status: OneOf(['succeeded']),
    debits: Type.Array(
      Closed({
        wallet: Id('wal'),
        amount: Money,
        currency: Type.String(),
        sweep: Nullable(Closed({ max: Money })),
      }),
      { description: 'As requested, each with the amount that it took. A sweep may have taken 0.' },
    ),
    credits: Type.Array(
      Closed({ wallet: Id('wal'), amount: Money, currency: Type.String(), remainder: Type.Boolean() }),
      { description: 'As requested, each with the amount that it got. A remainder may be 0.' },
    ),
    postings: Type.Array(Closed({ from: Id('wal'), to: Id('wal'), amount: Money, currency: Type.String() }), {
      description: 'The movements between pairs of wallets, in the order of the statements.',
    }),
    reverses: Nullable(Type.String({ description: 'The transfer whose money it returned.' })),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
  },
  { title: 'Movement' },
);
export type Movement = Static<typeof Movement>;

const words = {
  reference: Type.Optional(Nullable(Reference)),
  description: Type.Optional(Nullable(Description)),
  metadata: Type.Optional(Metadata),
};

export const createMovement = route({
  id: 'createMovement',
  method: 'POST',
  path: '/movements',
  tag: 'Movements',
  summary: 'Move money between several wallets',
  description: `All legs move in one transaction, or none does: when the answer is 201, the money has moved. The debits are from your own wallets, the credits go to any wallet. There are up to ${MOST_LEGS} legs. In each currency the debits equal the credits.\n\nMoney moves between pairs of wallets: the first debit pays the first credit of its currency. When one of the two is complete, the next leg of its side follows. So n debits and m credits of a currency make at most n + m − 1 postings.`,
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:write',
  members: moneyChanges,
  body: Closed({
    debits: Type.Array(NewDebit, { minItems: 1, maxItems: MOST_LEGS - 1 }),
    credits: Type.Array(NewCredit, { minItems: 1, maxItems: MOST_LEGS - 1 }),
    ...words,
  }),
  ok: { status: 201, description: 'The money has moved.', schema: Movement },
  errors: [
    'insufficient_funds',
    'not_found',
    'limit_exceeded',
    'kyc_required',
    'wallet_frozen',
    'wallet_closed',
    'currency_mismatch',
    'unsupported_currency',
    'recipient_not_found',
    'reference_already_used',
  ],
});

export const reverseTransfer = route({
  id: 'reverseTransfer',
  method: 'POST',
  path: '/transfers/{id}/reverse',
  tag: 'Transfers',
  summary: 'Reverse a transfer',
  description:
    'Returns the money of a transfer to the wallet that paid it, in whole or in part, and again until all of it is back. It is a movement out of the wallet that received the money, so only the owner of that wallet can do it, while the wallet has the money. The answer is the movement, and `reversed_amount` of the transfer grows.',
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:write',
  members: moneyChanges,
  params: IdParams('trf'),
  body: Closed({
    amount: Type.Optional(
      Type.Integer({ ...Amount, description: 'In minor units. Default: all that is not reversed yet.' }),
    ),
    ...words,
  }),
  ok: { status: 201, description: 'The money is back.', schema: Movement },
  errors: [
    'insufficient_funds',
    'not_found',
    'limit_exceeded',
    'kyc_required',
    'wallet_frozen',
    'wallet_closed',
    'transfer_not_reversible',
    'reversal_exceeds_remaining',
    'reference_already_used',
  ],
});

export const listMovements = route({
  id: 'listMovements',
  method: 'GET',
  path: '/movements',
  tag: 'Movements',
  summary: 'List movements',
  description: 'The movements that you made, with the reversals of transfers.',
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:read',
  members: moneyReads,
  query: ListQuery('mov', { reference: Type.Optional(Reference), reverses: Type.Optional(Id('trf')) }),
  ok: { status: 200, description: 'A page of movements.', schema: ListOf(Movement) },
});

export const getMovement = route({
  id: 'getMovement',
  method: 'GET',
  path: '/movements/{id}',
  tag: 'Movements',
  summary: 'Read one movement',
  description: 'You can read a movement that you made. Its other receivers see their own lines in their statements.',
  auth: walletHolders,
  integration: 'optional',
  scope: 'wallets:read',
  members: moneyReads,
  params: IdParams('mov'),
  ok: { status: 200, description: 'The movement.', schema: Movement },
});

/** Movements, and the split partners that share payments with you. */
export const movementRoutes = {
  createMovement,
  listMovements,
  getMovement,
  reverseTransfer,
  ...splitPartnerRoutes,
};
