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

export const Transfer = Closed(
  {
    ...common('trf', 'transfer'),
    from: Id('wal'),
    to: Id('wal'),
    amount: Money,
    currency: Type.String(),
    status: OneOf(['succeeded']),
    reversed_amount: Type.Unsafe<bigint>({
      ...Money,
      description: 'How much of it reversals returned to `from`, in minor units.',
    }),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
  },
  { title: 'Transfer' },
);
export type Transfer = Static<typeof Transfer>;

export const createTransfer = route({
  id: 'createTransfer',
  method: 'POST',
  path: '/wallets/transfer',
  tag: 'Transfers',
  summary: 'Move money between wallets',
  description: 'Atomic and synchronous: when the answer is 201, the money has moved.',
  auth: walletHolders,
  integration: 'optional',
  members: moneyChanges,
  scope: 'wallets:write',
  body: Closed({
    from: Type.Optional(
      Id('wal', "Default: your default wallet in this currency. It must be your own or your merchant's."),
    ),
    to: Type.String({
      text: 'recipient',
      minLength: 1,
      maxLength: 40,
      description: 'A wallet id, or the phone of a customer who has a wallet here.',
    }),
    amount: Amount,
    currency: Currency,
    reference: Type.Optional(Nullable(Reference)),
    description: Type.Optional(Nullable(Description)),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 201, description: 'The money has moved.', schema: Transfer },
  errors: [
    'insufficient_funds',
    'not_found',
    'limit_exceeded',
    'kyc_required',
    'wallet_frozen',
    'wallet_closed',
    'currency_mismatch',
    'same_wallet',
    'recipient_not_found',
    'reference_already_used',
  ],
});

export const listTransfers = route({
  id: 'listTransfers',
  method: 'GET',
  path: '/transfers',
  tag: 'Transfers',
  summary: 'List transfers',
  auth: walletHolders,
  integration: 'optional',
  members: moneyReads,
  scope: 'wallets:read',
  query: ListQuery('trf', { currency: Type.Optional(Currency), reference: Type.Optional(Reference) }),
  ok: { status: 200, description: 'A page of transfers.', schema: ListOf(Transfer) },
});

export const getTransfer = route({
  id: 'getTransfer',
  method: 'GET',
  path: '/transfers/{id}',
  tag: 'Transfers',
  summary: 'Read one transfer',
  description:
    'You can read a transfer that you made, and a transfer into or out of your wallets. If somebody else made the transfer, `reference` is null and `metadata` is empty, because they belong to its maker.',
  auth: walletHolders,
  integration: 'optional',
  members: moneyReads,
  scope: 'wallets:read',
  params: IdParams('trf'),
  ok: { status: 200, description: 'The transfer.', schema: Transfer },
});

export const transferRoutes = { createTransfer, listTransfers, getTransfer };
