import Type, { type Static } from 'typebox';
import { resultColumns } from './csv-dialect-results.ts';
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
import { Reason } from './operators.ts';
import { Failure } from './payments.ts';
import { integrationCallers, route } from './route.ts';

export const payoutStatuses = ['pending', 'processing', 'completed', 'canceled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutResults = ['all_succeeded', 'partial', 'all_failed'] as const;
export type PayoutResult = (typeof payoutResults)[number];

export const payoutItemStatuses = ['pending', 'processing', 'succeeded', 'failed', 'canceled'] as const;
export type PayoutItemStatus = (typeof payoutItemStatuses)[number];

const sum = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

export const payoutApprovals = ['pending', 'approved', 'rejected', 'canceled'] as const;

export const PayoutApproval = Closed(
  {
    required: Type.Literal(true),
    status: OneOf(payoutApprovals, {
      description: 'pending: nothing is paid before a second person approves. canceled: it was before anybody decided.',
    }),
    requested_by: Type.String({ description: 'Who made the payout: `usr_…` or `dev_…`.' }),
    reserved: sum('All that leaves the wallet where all are paid: the amounts and fees of all items, as reserved.'),
    decided_by: Nullable(Type.String({ description: 'Never who made it.' })),
    decided_at: Nullable(Timestamp),
    rejection_reason: Nullable(Type.String()),
  },
  {
    title: 'Payout approval',
    description:
      'Of a payout that a person made above a total, or above a sum a day, that the operator sets; null for every other.',
  },
);

export type PayoutApproval = Static<typeof PayoutApproval>;

export const Payout = Closed(
  {
    ...common('pout', 'payout'),
    ...changing,
    status: OneOf(payoutStatuses, {
      description:
        'pending: can still be canceled. processing: items are being paid. completed: every item is final, whatever became of it.',
    }),
    result: Nullable(OneOf(payoutResults, { description: 'What became of the items, once the payout is completed.' })),
    wallet: Id('wal', 'The wallet of yours that pays.'),
    currency: Type.String(),
    totals: Closed(
      {
        count: Type.Integer({ description: 'Items in all.' }),
        amount: sum('All items together, in minor units.'),
        succeeded_count: Type.Integer(),
        succeeded_amount: Money,
        failed_count: Type.Integer(),
        failed_amount: sum('Back on the wallet, with the fees of these items.'),
        fee: sum('Taken so far, for the items that succeeded; on top of their amounts.'),
      },
      { title: 'Payout totals', description: 'They grow as items become final.' },
    ),
    repeated_recipients: Type.Integer({
      description:
        'Items to somebody whom an earlier item pays: by the same phone, however it was written, or by another wallet of theirs.',
    }),
    reference: Nullable(Type.String()),
    completed_at: Nullable(Timestamp),
    approval: Nullable(PayoutApproval),
  },
  { title: 'Payout' },
);
export type Payout = Static<typeof Payout>;

export const PayoutItem = Closed(
  {
    ...common('pit', 'payout_item'),
    ...changing,
    payout: Id('pout'),
    recipient: Type.String({ description: "A wallet's id, or a phone in E.164 form." }),
    amount: Money,
    currency: Type.String(),
    fee: sum('Taken if the item succeeds.'),
    status: OneOf(payoutItemStatuses, {
      description:
        'processing: an operator has been asked; an unknown outcome stays so and is asked about again. succeeded, failed and canceled are final.',
    }),
    failure: Nullable(Failure),
    wallet: Nullable(Type.String({ description: 'The wallet here that was paid; null where an operator paid.' })),
    rail: Nullable(Type.String({ description: 'Who pays a phone that has no wallet here.' })),
    rail_reference: Nullable(Type.String({ description: "The operator's own id of this item." })),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    name: Nullable(Type.String()),
    succeeded_at: Nullable(Timestamp),
    failed_at: Nullable(Timestamp),
  },
  { title: 'Payout item' },
);
export type PayoutItem = Static<typeof PayoutItem>;

export const MAX_ITEMS = 10_000;
export const MAX_RECIPIENT = 40;

export const NewPayoutItem = Closed(
  {
    recipient: Type.String({
      text: 'recipient',
      minLength: 1,
      maxLength: MAX_RECIPIENT,
      description:
        'A wallet id, or a phone number in international format (E.164). A phone that has a wallet here is paid into it; another is paid by an operator.',
    }),
    amount: Amount,
    reference: Type.Optional(
      Nullable(Type.String({ ...Reference, description: "The client's own id of this item, unique in the payout." })),
    ),
    description: Type.Optional(Nullable(Description)),
    name: Type.Optional(Nullable(Type.String({ text: 'name', maxLength: 140, description: 'Who it is, for people.' }))),
  },
  { title: 'New payout item' },
);
export type NewPayoutItem = Static<typeof NewPayoutItem>;

const ofWallet = "The wallet that pays. Default: your default wallet in this currency. Must be one of your merchant's.";

export const createPayout = route({
  id: 'createPayout',
  method: 'POST',
  path: '/payouts',
  tag: 'Payouts',
  summary: 'Pay many at once',
  description: `1 to 10 000 items, as JSON or as CSV. Every item is validated first: one bad item refuses all, and \`details\` names up to 100 bad ones, such as \`items[3].amount\`. The total with its fees is reserved on the wallet at once. An item that fails later gives its share back and stops no other. A body may have up to 5 MiB.

As \`text/csv\` the first line names the columns: \`recipient\` and \`amount\`, and if you like \`reference\`, \`description\` and \`name\`, in any order. \`currency\`, \`wallet\` and the payout's own \`reference\` stand in the query then. A byte order mark, any line ends, quotes, empty lines and rows of empty cells are fine, and so are semicolons or tabs in place of commas when the header has them, and a line \`sep=;\` before it; an amount is a whole number of minor units. The result file may be sent again: its other columns are known and not read, but a line whose \`status\` is not \`failed\` or \`canceled\` is refused. A refusal names the line too.

What a person makes above the total that the operator sets (\`PAYOUT_APPROVAL_ABOVE\`) is reserved and waits: see \`approval\`. So is what would bring the sum that a person has paid out on that day (UTC) without a second person above \`PAYOUT_PERSON_DAY_MAX\`.`,
  auth: integrationCallers,
  integration: 'required',
  scope: 'payouts:write',
  bulk: {
    bodyLimit: 5 * 1024 * 1024,
    list: 'items',
    csv: {
      required: ['recipient', 'amount'],
      optional: ['reference', 'description', 'name'],
      numbers: ['amount'],
      result: resultColumns,
      example: 'recipient,amount,reference,name\n+221771234567,30000,emp-1,Awa Ndiaye\n+221770000011,30000,emp-2,\n',
    },
  },
  query: Closed({
    currency: Type.Optional(
      Type.String({ ...Currency, description: 'With CSV only, and needed then: ISO 4217 code.' }),
    ),
    wallet: Type.Optional(Id('wal', `With CSV only. ${ofWallet}`)),
    reference: Type.Optional(
      Type.String({ ...Reference, description: "With CSV only. The client's own id of the payout, unique." }),
    ),
  }),
  body: Closed({
    currency: Currency,
    wallet: Type.Optional(Id('wal', ofWallet)),
    reference: Type.Optional(Nullable(Reference)),
    items: Type.Array(NewPayoutItem, { minItems: 1, maxItems: MAX_ITEMS }),
    metadata: Type.Optional(Metadata),
  }),
  ok: { status: 202, description: 'The payout is accepted; its money is reserved.', schema: Payout },
  errors: [
    'amount_out_of_bounds',
    'insufficient_funds',
    'not_found',
    'reference_already_used',
    'wallet_frozen',
    'wallet_closed',
    'currency_mismatch',
    'same_wallet',
  ],
});

export const listPayouts = route({
  id: 'listPayouts',
  method: 'GET',
  path: '/payouts',
  tag: 'Payouts',
  summary: 'List payouts',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payouts:read',
  query: ListQuery('pout', {
    status: Type.Optional(OneOf(payoutStatuses)),
    currency: Type.Optional(Currency),
    reference: Type.Optional(Reference),
    approval: Type.Optional(OneOf(['pending'], { description: 'Those that wait for a second person.' })),
    item: Type.Optional(Id('pit', "The payout that has this item, as the `source` of a statement's entry names it.")),
  }),
  ok: { status: 200, description: 'A page of payouts.', schema: ListOf(Payout) },
});

export const getPayout = route({
  id: 'getPayout',
  method: 'GET',
  path: '/payouts/{id}',
  tag: 'Payouts',
  summary: 'Read one payout',
  description: 'Its totals tell how far it is, at any time.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payouts:read',
  params: IdParams('pout'),
  ok: { status: 200, description: 'The payout.', schema: Payout },
});

export const listPayoutItems = route({
  id: 'listPayoutItems',
  method: 'GET',
  path: '/payouts/{id}/items',
  tag: 'Payouts',
  summary: "List a payout's items",
  description:
    'With `Accept: text/csv` the answer is a file of all items in the order of the request; filters hold there, paging does not. `fee` is taken from items that succeed. Texts that a spreadsheet would take for a formula are led by an apostrophe.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payouts:read',
  params: IdParams('pout'),
  query: ListQuery('pit', {
    status: Type.Optional(OneOf(payoutItemStatuses)),
    reference: Type.Optional(Reference),
  }),
  ok: {
    status: 200,
    description: 'A page of items.',
    schema: ListOf(PayoutItem),
    csv: 'id,recipient,amount,currency,status,failure_code,failure_message,fee,wallet,rail,rail_reference,reference,description,name,succeeded_at,failed_at\r\n',
  },
});

export const cancelPayout = route({
  id: 'cancelPayout',
  method: 'POST',
  path: '/payouts/{id}/cancel',
  tag: 'Payouts',
  summary: 'Cancel a payout',
  description: 'While it is pending. No item is paid and all its money is available again.',
  auth: integrationCallers,
  integration: 'required',
  scope: 'payouts:write',
  params: IdParams('pout'),
  ok: { status: 200, description: 'The payout is canceled.', schema: Payout },
  errors: ['payout_not_cancelable'],
});

const secondPerson =
  "By another person than the one who made it: one of the merchant's, or an owner of the integration; in live mode with a second factor. Nobody approves for somebody whom they invited, or who invited them, in the last seven days.";

export const approvePayout = route({
  id: 'approvePayout',
  method: 'POST',
  path: '/payouts/{id}/approve',
  tag: 'Payouts',
  summary: 'Approve a payout that a person made',
  description: `${secondPerson} Its items are paid from then on; for a moment it can still be canceled.`,
  auth: ['merchant', 'developer'],
  integration: 'required',
  scope: 'payouts:write',
  params: IdParams('pout'),
  ok: { status: 200, description: 'It is approved.', schema: Payout },
  errors: ['approval_not_pending', 'two_factor_required', 'wallet_frozen'],
});

export const rejectPayout = route({
  id: 'rejectPayout',
  method: 'POST',
  path: '/payouts/{id}/reject',
  tag: 'Payouts',
  summary: 'Reject a payout that a person made',
  description: `${secondPerson} The payout is canceled and all its money available again.`,
  auth: ['merchant', 'developer'],
  integration: 'required',
  scope: 'payouts:write',
  params: IdParams('pout'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'It is rejected and canceled.', schema: Payout },
  errors: ['approval_not_pending', 'two_factor_required'],
});
