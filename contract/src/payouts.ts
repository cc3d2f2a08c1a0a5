import Type, { type Static } from 'typebox';
import { resultColumns } from './csv-dialect-results.ts';
import { dryRunAnswer, dryRunField, dryRunQuery } from './dry-run.ts';
import { newPayoutBearer, payoutBearer, sentAmount } from './fee-bearer.ts';
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
  RailSlug,
  Reference,
  Timestamp,
} from './fields.ts';
import { decisions, moneyChanges, moneyReads } from './member-rights.ts';
import { Reason } from './operators.ts';
import { Failure } from './payments.ts';
import { integrationCallers, route } from './route.ts';

export const payoutStatuses = ['pending', 'processing', 'completed', 'canceled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export const payoutResults = ['all_succeeded', 'partial', 'all_failed'] as const;
export type PayoutResult = (typeof payoutResults)[number];

export const payoutItemStatuses = ['pending', 'processing', 'succeeded', 'failed', 'canceled', 'returned'] as const;
export type PayoutItemStatus = (typeof payoutItemStatuses)[number];

/** How a recipient's name fits the account. */
export const nameMatches = ['full', 'partial', 'none', 'unknown'] as const;

const sum = (description: string) => Type.Unsafe<bigint>({ ...Money, description });

export const payoutApprovals = ['pending', 'approved', 'rejected', 'canceled'] as const;

export const PayoutApproval = Closed(
  {
    required: Type.Literal(true),
    status: OneOf(payoutApprovals, {
      description:
        '`pending`: no item is paid before a second person approves. `canceled`: the payout was canceled before a decision.',
    }),
    requested_by: Type.String({ description: 'The person who made the payout: `usr_…` or `dev_…`.' }),
    reserved: sum('The reserved total: the amounts, fees and taxes of all items.'),
    decided_by: Nullable(Type.String({ description: 'The person who decided. Never the person who made the payout.' })),
    decided_at: Nullable(Timestamp),
    rejection_reason: Nullable(Type.String()),
  },
  {
    title: 'Payout approval',
    description:
      "The approval of a payout that exceeds the operator's limit for one payout of a person, or for a person's payouts of one day. Null for every other payout.",
  },
);

export type PayoutApproval = Static<typeof PayoutApproval>;

export const Payout = Closed(
  {
    ...common('pout', 'payout'),
    ...changing,
    status: OneOf(payoutStatuses, {
      description:
        '`pending`: the payout can still be canceled. `processing`: items are being paid. `completed`: every item is final, succeeded or failed.',
    }),
    result: Nullable(
      OneOf(payoutResults, { description: 'The result of the items, set when the payout is completed.' }),
    ),
    wallet: Id('wal', 'Your wallet that pays.'),
    currency: Type.String(),
    fee_bearer: payoutBearer,
    totals: Closed(
      {
        count: Type.Integer({ description: 'The number of items.' }),
        amount: sum('The total that is sent for all items, in minor units: the sum of each `sent_amount`.'),
        succeeded_count: Type.Integer(),
        succeeded_amount: Money,
        failed_count: Type.Integer(),
        failed_amount: sum(
          'The total of the failed items. It is back in the wallet, with the fees and taxes of these items.',
        ),
        returned_count: Type.Integer({
          description: 'The number of items that the provider paid and later took back.',
        }),
        returned_amount: sum(
          'The total of the returned items. It is back in the wallet, without their fees and taxes.',
        ),
        fee: sum('The fees taken so far for the items that were paid, in addition to the amounts sent.'),
        tax: sum('The taxes on these fees, taken with them.'),
      },
      { title: 'Payout totals', description: 'The totals of the payout. They grow as items become final.' },
    ),
    repeated_recipients: Type.Integer({
      description:
        'The number of items whose recipient already has an earlier item: the same phone in any spelling, or another wallet of the same owner.',
    }),
    rail: Nullable(Type.String({ description: 'The rail that pays all phones; null: each phone has its own.' })),
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
    fee: sum('The fee, taken if the item succeeds.'),
    tax: sum('The tax on the fee, taken with it.'),
    sent_amount: sentAmount,
    status: OneOf(payoutItemStatuses, {
      description:
        '`processing`: the request is with the provider. An item with an unknown outcome stays `processing`, and the service asks again. `succeeded`, `failed` and `canceled` are final, except that a provider may take a payment back: then the item is `returned`.',
    }),
    failure: Nullable(Failure),
    wallet: Nullable(Type.String({ description: 'The wallet here that was paid; null if a provider paid.' })),
    rail: Nullable(Type.String({ description: 'The rail that pays a phone without a wallet here.' })),
    rail_reference: Nullable(Type.String({ description: "The provider's own id of this item." })),
    reference: Nullable(Type.String()),
    description: Nullable(Type.String()),
    name: Nullable(Type.String()),
    name_match: Nullable(
      OneOf(nameMatches, {
        description:
          'How the name fits the account, checked while the payout waits for a second person. `none`: another name, no account, or an account that cannot receive. `unknown`: the provider does not say. Null: not checked.',
      }),
    ),
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
        'A wallet id, or a phone number in international format (E.164). A phone that has a wallet here is paid into that wallet; a provider pays any other phone.',
    }),
    amount: Amount,
    reference: Type.Optional(
      Nullable(Type.String({ ...Reference, description: 'Your own id of this item, unique in the payout.' })),
    ),
    description: Type.Optional(Nullable(Description)),
    name: Type.Optional(
      Nullable(Type.String({ text: 'name', maxLength: 140, description: 'The name of the recipient, for people.' })),
    ),
  },
  { title: 'New payout item' },
);
export type NewPayoutItem = Static<typeof NewPayoutItem>;

const ofRail =
  'The rail that pays every phone of the payout: a slug of `GET /rails`, or `sandbox` in test mode. Default: a phone that has a wallet here is paid into it, and the rail that reaches the phone pays any other.';
const ofWallet =
  'The wallet that pays. Default: your default wallet in this currency. It must be a wallet of your merchant.';

export const createPayout = route({
  id: 'createPayout',
  method: 'POST',
  path: '/payouts',
  tag: 'Payouts',
  summary: 'Create a payout to many recipients',
  description: `Send 1 to 10 000 items, as JSON or as CSV. All items are validated first: one invalid item refuses the whole payout, and \`details\` names up to 100 invalid fields, such as \`items[3].amount\`. The total with its fees is reserved in the wallet at once. If an item fails later, its money goes back to the wallet, and the other items continue. A body may have up to 5 MiB.

With \`text/csv\`, the first line names the columns in any order: \`recipient\` and \`amount\` are required; \`reference\`, \`description\` and \`name\` are optional. Put \`currency\`, \`wallet\`, \`rail\`, \`fee_bearer\` and the payout's own \`reference\` in the query. An amount is a whole number of minor units. The file may have a byte order mark, any line ends, quotes, empty lines and rows of empty cells. Semicolons or tabs replace commas if the header has them, and a line \`sep=;\` may come before the header. You may send the result file again: its other columns are ignored, but a line whose \`status\` is not \`failed\` or \`canceled\` is refused. A refusal also names the line.

If a person makes a payout above the total that the operator sets (\`PAYOUT_APPROVAL_ABOVE\`), its money is reserved and the payout waits for an approval: see \`approval\`. The same applies if the payout would bring the person's payouts of that day (UTC) without a second person above \`PAYOUT_PERSON_DAY_MAX\`.`,
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
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
    ...dryRunQuery,
    currency: Type.Optional(
      Type.String({ ...Currency, description: 'Only with CSV, and then required: ISO 4217 code.' }),
    ),
    wallet: Type.Optional(Id('wal', `Only with CSV. ${ofWallet}`)),
    rail: Type.Optional(RailSlug(`Only with CSV. ${ofRail}`)),
    fee_bearer: newPayoutBearer('Only with CSV. '),
    reference: Type.Optional(
      Type.String({ ...Reference, description: 'Only with CSV. Your own id of the payout, unique.' }),
    ),
  }),
  body: Closed({
    currency: Currency,
    wallet: Type.Optional(Id('wal', ofWallet)),
    rail: Type.Optional(RailSlug(ofRail)),
    fee_bearer: newPayoutBearer(),
    reference: Type.Optional(Nullable(Reference)),
    items: Type.Array(NewPayoutItem, { minItems: 1, maxItems: MAX_ITEMS }),
    metadata: Type.Optional(Metadata),
    ...dryRunField,
  }),
  dryRun: dryRunAnswer,
  ok: { status: 202, description: 'The payout is accepted and its money is reserved.', schema: Payout },
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
  members: moneyReads,
  scope: 'payouts:read',
  query: ListQuery('pout', {
    status: Type.Optional(OneOf(payoutStatuses)),
    currency: Type.Optional(Currency),
    reference: Type.Optional(Reference),
    approval: Type.Optional(OneOf(['pending'], { description: 'Only payouts that wait for a second person.' })),
    item: Type.Optional(Id('pit', "Only the payout with this item, such as the `source` of a statement's entry.")),
  }),
  ok: { status: 200, description: 'A page of payouts.', schema: ListOf(Payout) },
});

export const getPayout = route({
  id: 'getPayout',
  method: 'GET',
  path: '/payouts/{id}',
  tag: 'Payouts',
  summary: 'Read one payout',
  description: "The payout's totals show its progress at any time.",
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
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
    'With `Accept: text/csv` the answer is a file of all items in the order of the request; filters apply, paging does not. `fee` is taken only for items that succeed. A text that a spreadsheet would read as a formula starts with an apostrophe.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyReads,
  scope: 'payouts:read',
  params: IdParams('pout'),
  query: ListQuery('pit', {
    status: Type.Optional(OneOf(payoutItemStatuses)),
    name_match: Type.Optional(OneOf(nameMatches)),
    reference: Type.Optional(Reference),
  }),
  ok: {
    status: 200,
    description: 'A page of items.',
    schema: ListOf(PayoutItem),
    csv: 'id,recipient,amount,currency,status,failure_code,failure_message,fee,tax,sent_amount,wallet,rail,rail_reference,reference,description,name,succeeded_at,failed_at\r\n',
  },
});

export const cancelPayout = route({
  id: 'cancelPayout',
  method: 'POST',
  path: '/payouts/{id}/cancel',
  tag: 'Payouts',
  summary: 'Cancel a payout',
  description: 'Possible while the payout is pending. No item is paid, and all its money is available again.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payouts:write',
  params: IdParams('pout'),
  ok: { status: 200, description: 'The payout is canceled.', schema: Payout },
  errors: ['payout_not_cancelable'],
});

export const retryPayout = route({
  id: 'retryPayout',
  method: 'POST',
  path: '/payouts/{id}/retry',
  tag: 'Payouts',
  summary: 'Pay the failed items of a payout again',
  description:
    'Makes a new payout of the items that failed, from the same wallet and on the same rail. The first payout must be completed. If a provider reports a failed item as paid, the answer is 409 while operators look into it, and the item is left out afterwards. The new reference derives from the first one (`<reference>-again`, or `again-<id>`), so the items are paid again once: to try a third time, retry the new payout. `metadata.retry_of` names the first payout.',
  auth: integrationCallers,
  integration: 'required',
  members: moneyChanges,
  scope: 'payouts:write',
  params: IdParams('pout'),
  ok: { status: 202, description: 'The new payout is accepted and its money is reserved.', schema: Payout },
  errors: ['payout_not_retryable', 'insufficient_funds', 'reference_already_used', 'wallet_frozen', 'wallet_closed'],
});

const secondPerson =
  "Only another person than the maker of the payout may do this: one of the merchant's people, or an owner of the integration; in live mode with a second factor. It must not be a person whom the maker invited, or who invited the maker, in the last seven days.";

export const approvePayout = route({
  id: 'approvePayout',
  method: 'POST',
  path: '/payouts/{id}/approve',
  tag: 'Payouts',
  summary: 'Approve a payout that a person made',
  description: `${secondPerson} The items are paid after the approval; for a moment the payout can still be canceled.`,
  auth: ['merchant', 'developer'],
  integration: 'required',
  members: decisions,
  scope: 'payouts:write',
  params: IdParams('pout'),
  ok: { status: 200, description: 'The payout is approved.', schema: Payout },
  errors: ['approval_not_pending', 'two_factor_required', 'wallet_frozen'],
});

export const rejectPayout = route({
  id: 'rejectPayout',
  method: 'POST',
  path: '/payouts/{id}/reject',
  tag: 'Payouts',
  summary: 'Reject a payout that a person made',
  description: `${secondPerson} The payout is canceled, and all its money is available again.`,
  auth: ['merchant', 'developer'],
  integration: 'required',
  members: decisions,
  scope: 'payouts:write',
  params: IdParams('pout'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The payout is rejected and canceled.', schema: Payout },
  errors: ['approval_not_pending', 'two_factor_required'],
});

/** The routes of this file, for `routes.ts`. */
export const payoutRoutes = {
  createPayout,
  listPayouts,
  getPayout,
  listPayoutItems,
  cancelPayout,
  retryPayout,
  approvePayout,
  rejectPayout,
};
