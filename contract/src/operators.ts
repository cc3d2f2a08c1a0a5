import Type, { type Static } from 'typebox';
import { Fee } from './fees.ts';
import {
  Closed,
  following,
  Id,
  IdParams,
  ListOf,
  Nullable,
  OneOf,
  Phone,
  preceding,
  prefixes,
  suffix,
  Timestamp,
} from './fields.ts';
import { accountTypes, type OperatorRole, operatorRoles, route } from './route.ts';
import { kycStatuses } from './users.ts';
import { freezeReasons, Wallet } from './wallets.ts';

/** The rights of each operator role. docs/operators.md has the same table for people. */
export const rights = {
  read: operatorRoles,
  unblock: ['support', 'admin'],
  freeze: ['compliance', 'admin'],
  cancel: ['compliance', 'admin'],
  suspend: ['compliance', 'admin'],
  throttle: ['compliance', 'admin'],
  audit: ['compliance', 'admin'],
  ledger: ['compliance', 'finance', 'admin'],
  money: ['finance', 'admin'],
  fees: ['finance', 'admin'],
  limits: ['compliance', 'admin'],
  cases: ['compliance', 'finance', 'admin'],
  operators: ['admin'],
  rails: ['finance', 'admin'],
  people: ['compliance', 'admin'],
  /** The roles that take part in approvals by two operators; `deciders` in approvals.ts has the roles per kind. */
  approvals: ['compliance', 'finance', 'admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;

const tag = 'Operators';
const { user, developer, operator } = prefixes;

/** The reason for the audit log. */
export const Reason = Type.String({
  text: 'free',
  minLength: 1,
  maxLength: 300,
  description: 'The reason, for the audit log.',
});
/** The text that an operator types to find a record. */
export const Search = Type.String({
  text: 'search',
  minLength: 2,
  maxLength: 254,
  description:
    'An id, a phone (with or without plus, or as dialled in its country), the beginning of an e-mail address, or the beginning of words of a name. Case and accents are ignored. A search with more than 1 000 matches is not read: type more.',
});
export const AccountId = Type.String({
  pattern: `^(${user}|${developer}|${operator})_${suffix}$`,
  description: '`usr_…`, `dev_…` or `opr_…`',
});
const AccountParams = Closed({ id: AccountId });

export const Account = Closed(
  {
    id: AccountId,
    object: Type.Literal('account'),
    type: OneOf(accountTypes),
    livemode: Nullable(Type.Boolean({ description: 'Null for developers and operators.' })),
    phone: Nullable(Type.String()),
    email: Nullable(Type.String()),
    name: Nullable(Type.String()),
    kyc: Nullable(OneOf(kycStatuses)),
    merchant: Nullable(Type.String({ description: "For a merchant's person: `mer_…`" })),
    role: Nullable(OneOf(operatorRoles, { description: 'For an operator: the role.' })),
    two_factor: OneOf(['none', 'sms', 'totp']),
    code_failures: Type.Integer({ description: 'Wrong codes in a row. 20 wrong codes block codes for a day.' }),
    login: Type.Boolean({
      description: 'false: the customer has not registered, so the account cannot log in or be suspended.',
    }),
    suspended: Nullable(Closed({ reason: Nullable(Type.String()), at: Timestamp })),
    created_at: Timestamp,
  },
  { title: 'Account' },
);
export type Account = Static<typeof Account>;

export const listAccounts = route({
  id: 'listAccounts',
  method: 'GET',
  path: '/operator/accounts',
  tag,
  summary: 'Find accounts',
  description:
    'Search by one of `phone`, `email` or `search`, across all types and modes. Without any of them, the list has the accounts of one type. The read is written to the audit log, with the ids of the accounts found.',
  auth: ['operator'],
  roles: rights.read,
  query: Closed({
    phone: Type.Optional(Phone),
    email: Type.Optional(Type.String({ text: 'identifier', minLength: 3, maxLength: 254, format: 'email' })),
    search: Type.Optional(Search),
    type: Type.Optional(OneOf(accountTypes, { description: 'Default without a search: customer.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    starting_after: Type.Optional(Type.String({ ...AccountId, description: following })),
    ending_before: Type.Optional(Type.String({ ...AccountId, description: preceding })),
    order: Type.Optional(OneOf(['desc', 'asc'], { default: 'desc' })),
  }),
  ok: { status: 200, description: 'A page of accounts.', schema: ListOf(Account) },
});

export const getAccount = route({
  id: 'getAccount',
  method: 'GET',
  path: '/operator/accounts/{id}',
  tag,
  summary: 'Read an account',
  description: 'The read is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  params: AccountParams,
  ok: { status: 200, description: 'The account.', schema: Account },
});

export const suspendAccount = route({
  id: 'suspendAccount',
  method: 'POST',
  path: '/operator/accounts/{id}/suspend',
  tag,
  summary: 'Suspend an account',
  description:
    "The account's tokens stop working on every node within a second, and it cannot log in. Only an admin may suspend an operator's account, and nobody may suspend their own.",
  auth: ['operator'],
  roles: rights.suspend,
  params: AccountParams,
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The account.', schema: Account },
});

export const unsuspendAccount = route({
  id: 'unsuspendAccount',
  method: 'POST',
  path: '/operator/accounts/{id}/unsuspend',
  tag,
  summary: 'Lift the suspension of an account',
  auth: ['operator'],
  roles: rights.suspend,
  params: AccountParams,
  ok: { status: 200, description: 'The account.', schema: Account },
});

export const unblockAccount = route({
  id: 'unblockAccount',
  method: 'POST',
  path: '/operator/accounts/{id}/unblock',
  tag,
  summary: 'Reset the failed passwords and codes of an account',
  description:
    "The owner can log in at once. Only an admin may unblock an operator's account, and nobody may unblock their own.",
  auth: ['operator'],
  roles: rights.unblock,
  params: AccountParams,
  ok: { status: 200, description: 'The account.', schema: Account },
});

export const getAnyWallet = route({
  id: 'getAnyWallet',
  method: 'GET',
  path: '/operator/wallets/{id}',
  tag,
  summary: 'Read any wallet',
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('wal'),
  ok: { status: 200, description: 'The wallet.', schema: Wallet },
});

export const freezeWallet = route({
  id: 'freezeWallet',
  method: 'POST',
  path: '/operator/wallets/{id}/freeze',
  tag,
  summary: 'Freeze a wallet',
  description:
    'The wallet refuses new debits and credits; transactions in progress still settle. Emits `wallet.frozen`. A wallet that is already frozen stays frozen, and the reason `fraud` replaces `kyc`.',
  auth: ['operator'],
  roles: rights.freeze,
  params: IdParams('wal'),
  body: Closed({ reason: OneOf(freezeReasons) }),
  ok: { status: 200, description: 'The wallet.', schema: Wallet },
  errors: ['wallet_closed'],
});

export const listFees = route({
  id: 'listFees',
  method: 'GET',
  path: '/operator/fees',
  tag,
  summary: 'List fees',
  description: 'The first 100 fees, by merchant, mode and currency. Name a merchant to get only its fees.',
  auth: ['operator'],
  roles: rights.read,
  query: Closed({ merchant: Type.Optional(Id('mer')) }),
  ok: { status: 200, description: 'The fees.', schema: ListOf(Fee) },
});

const AuditEntryId = Type.String({
  pattern: '^aud_[1-9][0-9]{0,17}$',
  description: '`aud_` and the position in the log.',
});

export const AuditEntry = Closed(
  {
    id: AuditEntryId,
    object: Type.Literal('audit_entry'),
    created_at: Timestamp,
    actor: Closed({
      type: OneOf([...accountTypes, 'key', 'admin', 'service'], {
        description: 'admin: an admin command on the machine. service: the service itself.',
      }),
      id: Type.String(),
    }),
    action: Type.String({ description: 'The action as noun.verb, such as `wallet.frozen`.' }),
    target: Type.String({ description: 'The id of the record that the action changed or read.' }),
    before: Nullable(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
    after: Nullable(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
    reason: Nullable(Type.String()),
    address: Nullable(Type.String()),
    request_id: Nullable(Type.String()),
    hash: Type.String({
      description: 'The hash of this entry and the one before it. `npm run admin -- audit verify` checks it.',
    }),
  },
  { title: 'Audit entry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const listAudit = route({
  id: 'listAudit',
  method: 'GET',
  path: '/operator/audit',
  tag,
  summary: 'Read the audit log',
  description: 'Every privileged action: actor, action, target, values before and after, reason and address.',
  auth: ['operator'],
  roles: rights.audit,
  query: Closed({
    target: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The id of a record.' })),
    actor: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The id of the actor.' })),
    account: Type.Optional(Type.String({ ...AccountId, description: 'Actions by this account, and actions on it.' })),
    action: Type.Optional(Type.String({ pattern: '^[a-z_]{1,40}\\.[a-z_]{1,40}$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    starting_after: Type.Optional(Type.String({ ...AuditEntryId, description: following })),
    ending_before: Type.Optional(Type.String({ ...AuditEntryId, description: preceding })),
    order: Type.Optional(OneOf(['desc', 'asc'], { default: 'desc' })),
  }),
  ok: { status: 200, description: 'A page of the log, newest first.', schema: ListOf(AuditEntry) },
});
