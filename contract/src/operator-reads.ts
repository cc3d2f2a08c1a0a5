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
    balanced: Type.Boolean({ description: 'Of every currency and mode.' }),
    ledgers: Type.Array(
      Closed({
        livemode: Type.Boolean(),
        currency: Type.String(),
        debits: sum('What stands below zero, of system wallets: money that is elsewhere.'),
        credits: sum('What wallets hold.'),
        balanced: Type.Boolean({ description: 'debits = credits.' }),
        reserved: sum('Of the credits, what is held for things under way.'),
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
    'Of every currency and mode, from the balances as they are at one moment. `npm run admin -- ledger check` proves the balances from the postings.',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'The trial balance.', schema: TrialBalance },
});

export const SystemWallet = Closed(
  {
    id: Id('wal'),
    object: Type.Literal('system_wallet'),
    livemode: Type.Boolean(),
    role: Type.String({ description: '`clearing:<rail>`, `fees`, `funding`, `adjustments` or `suspense`.' }),
    currency: Type.String(),
    balance: sum('Below zero where money is elsewhere.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'System wallet', description: 'It stands for money that is elsewhere, or that is the deployment’s own.' },
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
  balance_after: sum("The wallet's total once this was written."),
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
        object: OneOf(['transfer', 'payment', 'refund', 'payout_item', 'approval', 'request']),
        id: Type.String(),
        status: Nullable(Type.String()),
        reference: Nullable(Type.String()),
        integration: Nullable(Type.String({ description: 'Null where a person did it by themselves.' })),
        merchant: Nullable(Type.String()),
        payment: Nullable(Type.String({ description: 'Of a refund.' })),
        payout: Nullable(Type.String({ description: 'Of a payout item.' })),
        requested_by: Nullable(Type.String({ description: 'Of a cash-in or an adjustment.' })),
        decided_by: Nullable(Type.String()),
      },
      { description: 'What moved the money. A `request` is a test helper or a command of the machine.' },
    ),
    related: Type.Array(Id('ent'), { description: 'Other postings of the same cause, such as its fee.' }),
    events: Type.Array(
      Closed({ id: Id('evt'), type: Type.String(), integration: Nullable(Type.String()), created_at: Timestamp }),
      { description: 'What integrations were told of the cause as it was posted.' },
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
  summary: "Read a posting's story",
  description: 'By the id that its line has in the statement of either wallet.',
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
  summary: "List somebody's wallets",
  description: 'The look is written to the audit log.',
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
  summary: "Read the statement of anybody's wallet, or of a system wallet",
  description: "The look is written to the audit log, where it isn't a system wallet.",
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('wal'),
  query: ListQuery('ent', {}),
  ok: { status: 200, description: 'A page of the statement.', schema: ListOf(Entry) },
});

const Calls = Closed(
  {
    attempts: Type.Integer(),
    failures: Type.Integer({ description: 'It did not answer, or not in a way that says what happened.' }),
    declined: Type.Integer({ description: 'It said no.' }),
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
      description: 'When it last answered, within two days.',
    } as typeof Timestamp),
    last_failure_at: Nullable(Timestamp),
    waiting: Closed({
      payments: Type.Integer({ description: 'That wait for the rail, not for their customer.' }),
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
  summary: 'See how rails do',
  description: 'What all nodes asked of each, and what still waits for it.',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'Every rail.', schema: ListOf(RailHealth) },
});

const backlog = {
  due: Type.Integer({ description: 'Deliveries whose time has come.' }),
  oldest_due_at: Nullable(Timestamp),
  waiting: Type.Integer({ description: 'For a later attempt.' }),
  held: Type.Integer({ description: 'For an endpoint that is disabled.' }),
  dead: Type.Integer({ description: 'In the dead-letter queue.' }),
  disabled_endpoints: Type.Integer(),
  failing_endpoints: Type.Integer({ description: 'Enabled, without one 2xx since they began to fail.' }),
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
      { description: 'Those with anything of it, at most 100, the most due first.' },
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
  summary: 'See what webhooks are behind with',
  auth: ['operator'],
  roles: rights.read,
  ok: { status: 200, description: 'In all, and by integration and mode.', schema: WebhookBacklog },
});

const Head = Type.String({ pattern: '^[0-9]+:[0-9a-f]{64}$', description: 'As `audit verify --head` takes it.' });

export const AuditChain = Closed(
  {
    object: Type.Literal('audit_chain'),
    length: Type.Integer(),
    head: Head,
    whole: Nullable(Type.Boolean({ description: 'What the last walk found; null before the first came to its end.' })),
    verified: Nullable(
      Closed({ to: Type.Integer(), head: Head, at: Timestamp }, { description: 'The last walk along a whole chain.' }),
    ),
    walking: Closed({ to: Type.Integer(), began_at: Timestamp }, { description: 'How far the walk under way is.' }),
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
  summary: "See whether the audit log's chain is whole",
  description:
    'The service walks along it, 10 000 rows a minute, over and over, and against what its last walk found. Whoever can write to the database can write this too: only a head that is kept elsewhere proves it (`npm run admin -- audit verify --head`).',
  auth: ['operator'],
  roles: rights.audit,
  ok: { status: 200, description: 'The state of the chain.', schema: AuditChain },
});
