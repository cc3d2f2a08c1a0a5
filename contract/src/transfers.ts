import Type, { type Static } from 'typebox';
import { BULK_BODY_LIMIT, Bulk, bulkDescription, bulkFields, bulkQuery, MAX_BULK_ITEMS } from './bulk.ts';
import { dryRunAnswer, dryRunField } from './dry-run.ts';
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
import { integrationCallers, route, walletHolders } from './route.ts';

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

/** The fields of a new transfer, alone or as an item of a bulk request. */
const newTransfer = {
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
};

/** The refusals of one transfer. */
const refusals = [
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
] as const;

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
  body: Closed({ ...newTransfer, ...dryRunField }),
  ok: { status: 201, description: 'The money has moved.', schema: Transfer },
  dryRun: dryRunAnswer,
  errors: refusals,
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

export const createTransferBulk = route({
  id: 'createTransferBulk',
  method: 'POST',
  path: '/transfers/bulk',
  tag: 'Transfers',
  summary: 'Make many transfers with one request',
  description: bulkDescription('transfer', 'succeeded'),
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:write',
  members: moneyChanges,
  bulk: {
    bodyLimit: BULK_BODY_LIMIT,
    list: 'items',
    ndjson: 'application/x-ndjson',
    csv: {
      required: ['to', 'amount', 'currency'],
      optional: ['from', 'reference', 'description'],
      numbers: ['amount'],
      result: [],
      example: 'to,amount,currency,reference\n+50937000100,2500,XOF,cashback-9\n',
    },
  },
  query: bulkQuery,
  body: Closed({
    ...bulkFields,
    items: Type.Array(Closed(newTransfer, { title: 'New transfer' }), { minItems: 1, maxItems: MAX_BULK_ITEMS }),
  }),
  ok: { status: 201, description: 'Every item has its result.', schema: Bulk },
  dryRun: dryRunAnswer,
  errors: ['amount_out_of_bounds', 'bulk_item_failed'],
});

export const getTransferBulk = route({
  id: 'getTransferBulk',
  method: 'GET',
  path: '/transfers/bulk/{id}',
  tag: 'Transfers',
  summary: 'Read a bulk request of transfers',
  description: 'The totals and results so far.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'wallets:read',
  members: moneyReads,
  params: IdParams('blk'),
  ok: { status: 200, description: 'The bulk request with its results.', schema: Bulk },
});

export const transferRoutes = { createTransfer, createTransferBulk, getTransferBulk, listTransfers, getTransfer };
