import Type, { type Static } from 'typebox';
import { dryRunField, dryRunQuery } from './dry-run.ts';
import { catalogue } from './errors.ts';
import { Closed, common, Metadata, Money, Nullable, OneOf, Timestamp } from './fields.ts';

export const bulkKinds = ['transfers', 'payments'] as const;
export type BulkKind = (typeof bulkKinds)[number];

export const bulkModes = ['all_or_nothing', 'each'] as const;
export type BulkMode = (typeof bulkModes)[number];

export const MAX_BULK_ITEMS = 10_000;
export const BULK_BODY_LIMIT = 5 * 1024 * 1024;

const Count = (description: string) => Type.Integer({ description });

const BulkResult = Closed(
  {
    status: OneOf(['succeeded', 'accepted', 'failed'], {
      description: '`succeeded`: the transfer has moved its money. `accepted`: the payment is created.',
    }),
    id: Type.Optional(Type.String({ description: 'The record of the item; absent if the item failed.' })),
    error: Type.Optional(
      Closed({
        code: OneOf(Object.keys(catalogue), { description: 'The error that the same single request gets.' }),
        message: Type.String(),
        param: Type.Optional(Type.String({ description: 'The field of the item.' })),
        record: Type.Optional(
          Type.String({ description: 'With `reference_already_used`: the record that has the reference.' }),
        ),
      }),
    ),
  },
  { title: 'Bulk result' },
);

const notice = {
  ...common('blk', 'bulk'),
  kind: OneOf(bulkKinds),
  mode: OneOf(bulkModes),
  status: OneOf(['processing', 'completed'], {
    description:
      '`processing`: the request was interrupted after some of its items. The same request with the same key carries out the others.',
  }),
  totals: Closed(
    {
      count: Count('The number of items.'),
      succeeded_count: Count('The items that succeeded or were accepted so far.'),
      failed_count: Count('The items that failed so far.'),
      amounts: Type.Array(
        Closed({
          currency: Type.String(),
          succeeded_amount: Type.Unsafe<bigint>({
            ...Money,
            description: 'The total of the items that succeeded or were accepted so far, in minor units.',
          }),
        }),
        { description: 'By currency, for the items that succeeded or were accepted.' },
      ),
    },
    { title: 'Bulk totals' },
  ),
  completed_at: Nullable(Timestamp),
};

/** The record in events: without results, because 10 000 of them are too long for an event. */
export const BulkNotice = Closed(notice, { title: 'Bulk notice' });
export type BulkNotice = Static<typeof BulkNotice>;

export const Bulk = Closed(
  {
    ...notice,
    results: Type.Array(BulkResult, {
      description: 'One result for each item that was carried out, in the order of the items.',
    }),
  },
  { title: 'Bulk' },
);
export type Bulk = Static<typeof Bulk>;

export const Mode = OneOf(bulkModes, {
  description:
    '`all_or_nothing`: one transaction; if an item cannot be carried out, nothing is. `each`: every item has its own result.',
});

/** The fields of a bulk request besides its items. */
export const bulkFields = { mode: Mode, ...dryRunField, metadata: Type.Optional(Metadata) };

export const bulkQuery = Closed({
  ...dryRunQuery,
  mode: Type.Optional(
    OneOf(bulkModes, { description: 'Only with CSV and NDJSON, and then required: `all_or_nothing` or `each`.' }),
  ),
});

export const bulkDescription = (record: string, accepted: string) =>
  `Send 1 to ${MAX_BULK_ITEMS.toLocaleString('en').replace(',', ' ')} items as JSON, as NDJSON (\`application/x-ndjson\`, one item a line) or as CSV (\`text/csv\`); with the last two, \`mode\` is in the query. A body may have up to 5 MiB. The whole body is read and validated first: an invalid item refuses the request with 400, and \`details\` names up to 100 faults, such as \`items[3].amount\`.

The answer is synchronous. \`results\` has one entry for each item, in the order of the items: \`${accepted}\` with the id of its ${record}, or \`failed\` with the error that the single request gets. An item whose \`reference\` was used before fails with \`reference_already_used\` and names the record that has it.

With \`mode: "all_or_nothing"\` all items are one transaction. If an item cannot be carried out, the answer is \`bulk_item_failed\`, \`details\` names the first such items, and nothing has changed. With \`mode: "each"\` the items are committed in portions of up to 1 000, each with its results. If the request is interrupted, send it again with the same \`Idempotency-Key\`: it continues after the last committed portion.`;
