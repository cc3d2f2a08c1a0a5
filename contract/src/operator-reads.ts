import Type, { type Static } from 'typebox';
import {
  Closed,
  Currency,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  prefixes,
  suffix,
  Timestamp,
} from './fields.ts';
import { rights } from './operators.ts';
import { route } from './route.ts';
import { Entry, Wallet, walletStatuses } from './wallets.ts';

const tag = 'Oversight';
const sum = (description: string) => Type.Unsafe<bigint>({ ...Money, description });
const Mode = OneOf(['live', 'test'], { description: 'Default: both.' });

export const TrialBalance = Closed(
  {
    object: Type.Literal('trial_balance'),
    at: Timestamp,
    balanced: Type.Boolean({ description: 'Whether every currency and mode is balanced.' }),
    ledgers: Type.Array(
      Closed({
        livemode: Type.Boolean(),
        currency: Type.String(),
        debits: sum('The negative balances of system wallets: money that is elsewhere.'),
        credits: sum('The positive balances of wallets.'),
        balanced: Type.Boolean({ description: 'debits = credits.' }),
        reserved: sum('The part of the credits that is reserved for operations in progress.'),
        wallets: Type.Integer(),
      }),
    ),
  },
  { title: 'Trial balance' },
);
export type TrialBalance = Static<typeof TrialBalance>;

export const getTrialBalance = route({
  id: 'getTrialBalance',
  method: 'GET',
  path: '/operator/ledger/trial_balance',
  tag,
  summary: 'Read the trial balance',
  description:
    'For every currency and mode, from the balances at one moment. `npm run admin -- ledger check` proves the balances from the postings.',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'The trial balance.', schema: TrialBalance },
});

export const SystemWallet = Closed(
  {
    id: Id('wal'),
    object: Type.Literal('system_wallet'),
    livemode: Type.Boolean(),
    role: Type.String({
      description:
        '`clearing:<rail>`, `suspense:<rail>`, `provider_fees:<rail>`, `receivable:<merchant>`, `fees`, `funding`, `adjustments`, `opening` or `suspense`.',
    }),
    currency: Type.String(),
    balance: sum('Negative if it represents money that is elsewhere.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'System wallet', description: "Represents money that is elsewhere, or the deployment's own money." },
);
export type SystemWallet = Static<typeof SystemWallet>;

export const listSystemWallets = route({
  id: 'listSystemWallets',
  method: 'GET',
  path: '/operator/ledger/wallets',
  tag,
  summary: 'List system wallets',
  auth: ['operator'],
  roles: rights.ledger,
  query: ListQuery('wal', { currency: Type.Optional(Currency), mode: Type.Optional(Mode) }),
  ok: { status: 200, description: 'A page of system wallets.', schema: ListOf(SystemWallet) },
});

const Side = Closed({
  wallet: Id('wal'),
  owner: Closed({
    type: OneOf(['customer', 'merchant', 'system']),
    id: Type.String({ description: '`usr_…`, `mer_…`, or the role of a system wallet.' }),
  }),
  balance_after: sum("The wallet's total after this posting."),
});

export const Posting = Closed(
  {
    id: Id('ent'),
    object: Type.Literal('posting'),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    kind: Entry.properties.kind,
    amount: Money,
    currency: Type.String(),
    debit: Side,
    credit: Side,
    cause: Closed(
      {
        object: OneOf(['transfer', 'movement', 'payment', 'refund', 'payout_item', 'approval', 'hold', 'request']),
        id: Type.String(),
        status: Nullable(Type.String()),
        reference: Nullable(Type.String()),
        integration: Nullable(Type.String({ description: 'Null if a person acted without an integration.' })),
        merchant: Nullable(Type.String()),
        payment: Nullable(Type.String({ description: 'For a refund: its payment.' })),
        payout: Nullable(Type.String({ description: 'For a payout item: its payout.' })),
        requested_by: Nullable(Type.String({ description: 'For a cash-in or an adjustment: the operator.' })),
        decided_by: Nullable(Type.String()),
      },
      {
        description:
          'The record that moved the money. A `request` is a test helper or an admin command on the machine.',
      },
    ),
    related: Type.Array(Id('ent'), { description: 'Other postings of the same cause, such as its fee or other legs.' }),
    events: Type.Array(
      Closed({ id: Id('evt'), type: Type.String(), integration: Nullable(Type.String()), created_at: Timestamp }),
      { description: 'The events about the cause that integrations got when it was posted.' },
    ),
  },
  { title: 'Posting' },
);
export type Posting = Static<typeof Posting>;

export const getPosting = route({
  id: 'getPosting',
  method: 'GET',
  path: '/operator/postings/{id}',
  tag,
  summary: 'Read a posting with its cause',
  description: 'Use the id of its line in the statement of either wallet.',
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('ent'),
  ok: { status: 200, description: 'The posting.', schema: Posting },
});

const { user, merchant } = prefixes;

export const listWalletsOf = route({
  id: 'listWalletsOf',
  method: 'GET',
  path: '/operator/wallets',
  tag: 'Operators',
  summary: "List a customer's or merchant's wallets",
  description: 'The read is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  query: Closed({
    ...ListQuery('wal', {
      currency: Type.Optional(Currency),
      status: Type.Optional(OneOf(walletStatuses)),
      mode: Type.Optional(Mode),
    }).properties,
    owner: Type.String({ pattern: `^(${user}|${merchant})_${suffix}$`, description: '`usr_…` or `mer_…`' }),
  }),
  ok: { status: 200, description: 'A page of wallets.', schema: ListOf(Wallet) },
});

export const listAnyEntries = route({
  id: 'listAnyEntries',
  method: 'GET',
  path: '/operator/wallets/{id}/entries',
  tag: 'Operators',
  summary: 'Read the statement of any wallet or system wallet',
  description: 'The read is written to the audit log, except for system wallets.',
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('wal'),
  query: ListQuery('ent', {}),
  ok: { status: 200, description: 'A page of the statement.', schema: ListOf(Entry) },
});

const Calls = Closed(
  {
    attempts: Type.Integer(),
    failures: Type.Integer({
      description: 'Calls without an answer, or with an answer that leaves the outcome unknown.',
    }),
    declined: Type.Integer({ description: 'Calls that the rail declined.' }),
  },
  { title: 'Rail calls' },
);

export const RailHealth = Closed(
  {
    object: Type.Literal('rail'),
    name: Type.String(),
    last_hour: Calls,
    last_day: Calls,
    last_success_at: Nullable({
      ...Timestamp,
      description: 'The time of the last answer, within the last two days.',
    } as typeof Timestamp),
    last_failure_at: Nullable(Timestamp),
    waiting: Closed({
      payments: Type.Integer({ description: 'Payments that wait for the rail, not for their customer.' }),
      refunds: Type.Integer(),
      payout_items: Type.Integer(),
      oldest_at: Nullable(Timestamp),
    }),
  },
  { title: 'Rail' },
);
export type RailHealth = Static<typeof RailHealth>;

export const listRails = route({
  id: 'listRails',
  method: 'GET',
  path: '/operator/rails',
  tag,
  summary: 'Read the health of rails',
  description: 'The calls of all nodes to each rail, and the records that still wait for it.',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'Every rail.', schema: ListOf(RailHealth) },
});

const backlog = {
  due: Type.Integer({ description: 'Deliveries that are due now.' }),
  oldest_due_at: Nullable(Timestamp),
  waiting: Type.Integer({ description: 'Deliveries that wait for a later attempt.' }),
  held: Type.Integer({ description: 'Deliveries held for a disabled endpoint.' }),
  dead: Type.Integer({ description: 'Deliveries in the dead-letter queue.' }),
  disabled_endpoints: Type.Integer(),
  failing_endpoints: Type.Integer({ description: 'Enabled endpoints without a 2xx since they began to fail.' }),
};

export const WebhookBacklog = Closed(
  {
    object: Type.Literal('webhook_backlog'),
    at: Timestamp,
    ...backlog,
    integrations: Type.Array(
      Closed({
        integration: Id('int'),
        name: Type.String(),
        merchant: Id('mer'),
        livemode: Type.Boolean(),
        ...backlog,
      }),
      { description: 'Integrations with a backlog, at most 100, most due deliveries first.' },
    ),
  },
  { title: 'Webhook backlog' },
);
export type WebhookBacklog = Static<typeof WebhookBacklog>;

export const getWebhookBacklog = route({
  id: 'getWebhookBacklog',
  method: 'GET',
  path: '/operator/webhooks/backlog',
  tag,
  summary: 'Read the webhook backlog',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'The totals, and the backlog by integration and mode.', schema: WebhookBacklog },
});

const Head = Type.String({ pattern: '^[0-9]+:[0-9a-f]{64}$', description: 'The format of `audit verify --head`.' });

export const AuditChain = Closed(
  {
    object: Type.Literal('audit_chain'),
    length: Type.Integer(),
    head: Head,
    whole: Nullable(
      Type.Boolean({ description: 'The result of the last full check; null before the first has ended.' }),
    ),
    verified: Nullable(
      Closed(
        { to: Type.Integer(), head: Head, at: Timestamp },
        { description: 'The last check that found the chain intact.' },
      ),
    ),
    walking: Closed({ to: Type.Integer(), began_at: Timestamp }, { description: 'The progress of the current check.' }),
    first_break: Nullable(Closed({ seq: Type.Integer(), fault: Type.String(), seen_at: Timestamp })),
  },
  { title: 'Audit chain' },
);
export type AuditChain = Static<typeof AuditChain>;

export const getAuditChain = route({
  id: 'getAuditChain',
  method: 'GET',
  path: '/operator/audit/chain',
  tag,
  summary: 'Read the state of the audit chain',
  description:
    'The service checks the chain continuously, 10 000 rows a minute, and compares it with its last check. A person who can write to the database can also forge this result: only a head that you store elsewhere proves the chain (`npm run admin -- audit verify --head`).',
  auth: ['operator'],
  roles: rights.audit,
  ok: { status: 200, description: 'The state of the chain.', schema: AuditChain },
});
