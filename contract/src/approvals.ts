import Type, { type Static } from 'typebox';
import { FeeChange, newFeeFields } from './fee-changes.ts';
import {
  Amount,
  Closed,
  Currency,
  changing,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Money,
  Nullable,
  OneOf,
  Reference,
  Timestamp,
} from './fields.ts';
import { limitFields } from './limits.ts';
import { OpeningImport } from './opening-file.ts';
import { AccountId, Reason, rights } from './operators.ts';
import { type OperatorRole, operatorRoles, route } from './route.ts';
import { Wallet } from './wallets.ts';

const tag = 'Approvals';

export const approvalKinds = [
  'cash_in',
  'adjustment',
  'operator',
  'fee',
  'limit',
  'unfreeze',
  'rail',
  'float',
  'suspense',
  'settlement',
  'reconciliation',
  'person_export',
  'person_erasure',
  'opening',
] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** The roles that may decide on each kind: the roles that may request it. */
export const deciders: Readonly<Record<ApprovalKind, readonly OperatorRole[]>> = {
  cash_in: rights.money,
  adjustment: rights.money,
  operator: rights.operators,
  fee: rights.fees,
  limit: rights.limits,
  unfreeze: rights.freeze,
  rail: rights.rails,
  float: rights.money,
  suspense: rights.money,
  settlement: rights.money,
  reconciliation: rights.money,
  person_export: rights.people,
  person_erasure: rights.people,
  opening: rights.money,
};

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

const Email = Type.String({ text: 'identifier', minLength: 3, maxLength: 254, format: 'email' });
const Name = Type.String({ text: 'name', minLength: 1, maxLength: 100 });
const cashIn = { wallet: Id('wal'), amount: Amount };
const Direction = OneOf(['credit', 'debit'], { description: 'credit: into the wallet; debit: out of it.' });

export const CashIn = Closed(cashIn, { title: 'Cash in' });
export type CashIn = Static<typeof CashIn>;
export const Adjustment = Closed({ ...cashIn, direction: Direction }, { title: 'Adjustment' });
export type Adjustment = Static<typeof Adjustment>;
export const NewOperator = Closed({ email: Email, name: Name, role: OneOf(operatorRoles) }, { title: 'New operator' });
export type NewOperator = Static<typeof NewOperator>;
export const LimitChange = Closed(limitFields, { title: 'Limit change' });
export type LimitChange = Static<typeof LimitChange>;
export const Unfreeze = Closed({ wallet: Id('wal') }, { title: 'Unfreeze' });
export type Unfreeze = Static<typeof Unfreeze>;
export const RailConnection = Closed(
  { rail: Type.String(), provider: Type.String(), base_url: Type.String(), fingerprint: Type.String() },
  { title: 'Rail connection' },
);
export type RailConnection = Static<typeof RailConnection>;

export const Slug = Type.String({ pattern: '^[a-z][a-z0-9-]{1,29}$', description: 'The slug of the rail.' });
export const floatDirections = ['opening', 'top_up', 'sweep'] as const;
export const FloatChange = Closed(
  {
    rail: Slug,
    currency: Type.String({ ...Currency, description: "The rail's currency." }),
    amount: Amount,
    direction: OneOf(floatDirections, {
      description: 'opening, top_up: from the bank to the provider. sweep: from the provider to the bank.',
    }),
  },
  { title: 'Float change' },
);
export type FloatChange = Static<typeof FloatChange>;

export const suspenseDecisions = ['assign', 'return'] as const;
export const SuspenseDecision = Closed(
  {
    case: Id('case'),
    rail: Slug,
    amount: Amount,
    currency: Currency,
    decision: OneOf(suspenseDecisions),
    wallet: Nullable(Id('wal', 'The wallet that gets the money. Null for a return.')),
    provider_reference: Nullable(Type.String({ description: "The provider's id of the return. Null for a wallet." })),
  },
  { title: 'Decision on money in suspense' },
);
export type SuspenseDecision = Static<typeof SuspenseDecision>;

export const settlementOutcomes = ['succeeded', 'failed'] as const;
export const SettlementDecision = Closed(
  {
    case: Id('case'),
    rail: Slug,
    record: Type.String({ description: 'The payment, refund or payout item.' }),
    outcome: OneOf(settlementOutcomes),
    amount: Amount,
    currency: Currency,
    provider_reference: Nullable(Type.String({ description: "The provider's id of a success. Null for a failure." })),
  },
  {
    title: 'Settlement of a record by hand',
    description: '`amount` is the amount of a success; otherwise the amount of the record.',
  },
);
export type SettlementDecision = Static<typeof SettlementDecision>;
export const resolutions = ['suspense', 'write_off', 'fee'] as const;
export const ExceptionResolution = Closed(
  {
    case: Id('case'),
    rail: Slug,
    amount: Type.Unsafe<bigint>({
      ...Money,
      description: 'Booked on the clearing wallet; positive: there is more money at the provider than in the books.',
    }),
    currency: Currency,
    decision: OneOf(resolutions),
  },
  { title: 'Resolution of an exception' },
);
export type ExceptionResolution = Static<typeof ExceptionResolution>;

export const PersonRequest = Closed(
  {
    person: Type.String({ description: 'The phone or address, masked, or the account.' }),
    accounts: Type.Array(AccountId, { description: 'The accounts of the person, in both modes.' }),
    kept_until: Nullable(
      Type.String({
        ...Timestamp,
        description:
          'For an erasure: the law keeps the identity of this customer until then. Null: nothing is kept, or an export.',
      }),
    ),
  },
  { title: 'Request about a person' },
);
export type PersonRequest = Static<typeof PersonRequest>;

export const Approval = Closed(
  {
    id: Id('apr'),
    object: Type.Literal('approval'),
    livemode: Nullable(
      Type.Boolean({ description: 'The mode of the wallet, fee, limit or rail. Null for a new operator or a person.' }),
    ),
    created_at: Timestamp,
    ...changing,
    kind: OneOf(approvalKinds),
    payload: Type.Union(
      [
        CashIn,
        Adjustment,
        NewOperator,
        FeeChange,
        LimitChange,
        Unfreeze,
        RailConnection,
        FloatChange,
        SuspenseDecision,
        SettlementDecision,
        ExceptionResolution,
        PersonRequest,
        OpeningImport,
      ],
      { description: 'The requested change.' },
    ),
    reference: Nullable(Type.String()),
    reason: Type.String(),
    requested_by: Nullable(Id('opr', 'Null: a command of the machine opened it, and no operator has taken it on yet.')),
    status: OneOf(approvalStatuses),
    decided_by: Nullable(Id('opr')),
    decided_at: Nullable(Timestamp),
    rejection_reason: Nullable(Type.String()),
    expires_at: Timestamp,
  },
  { title: 'Approval', description: "One operator's request, which another operator decides on." },
);
export type Approval = Static<typeof Approval>;

const asked = { status: 202, description: 'The request waits for another operator.', schema: Approval } as const;
const twoPeople =
  'Nothing happens until another operator approves it, within three days. Both need an authenticator (`totp`) on their account.';

export const requestCashIn = route({
  id: 'requestCashIn',
  method: 'POST',
  path: '/operator/cash_ins',
  tag,
  summary: 'Request a cash-in to a wallet',
  description: `Adds money that arrived outside, at a bank or a desk. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.money,
  body: Closed({
    ...cashIn,
    reference: Type.Optional(
      Type.String({ ...Reference, description: "The bank's or the desk's own number, unique in each mode." }),
    ),
    reason: Reason,
  }),
  ok: asked,
  errors: ['not_found', 'two_factor_required', 'reference_already_used', 'wallet_closed'],
});

export const requestAdjustment = route({
  id: 'requestAdjustment',
  method: 'POST',
  path: '/operator/adjustments',
  tag,
  summary: 'Request a correction of a wallet balance',
  description: `A correction credits or debits the wallet. It also works on a frozen wallet, so stolen money can be taken back while the thief has no access to it. It does not work on a closed wallet. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.money,
  body: Closed({ ...cashIn, direction: Direction, reason: Reason }),
  ok: asked,
  errors: ['not_found', 'two_factor_required', 'wallet_closed'],
});

export const requestOperator = route({
  id: 'requestOperator',
  method: 'POST',
  path: '/operator/operators',
  tag,
  summary: 'Request a new operator',
  description: `${twoPeople} Otherwise an operator could create their own second person. The new operator sets a password with \`POST /auth/password/forgot\`.`,
  auth: ['operator'],
  roles: rights.operators,
  body: Closed({ email: Email, name: Name, role: OneOf(operatorRoles), reason: Reason }),
  ok: asked,
  errors: ['two_factor_required', 'account_already_exists'],
});

export const setFee = route({
  id: 'setFee',
  method: 'POST',
  path: '/operator/fees',
  tag,
  summary: "Request a change of a merchant's fee for payments or payout items",
  description: `Either \`basis_points\` and \`fixed\`, or \`tiers\`. Once approved, the change starts when no earlier quote binds any more (\`next\` of the fee says when). It applies to payments and payouts made from then on; those in progress keep the fee that they were opened with. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.fees,
  body: Closed({ ...newFeeFields, reason: Reason }),
  ok: asked,
  errors: ['not_found', 'two_factor_required'],
});

export const setLimit = route({
  id: 'setLimit',
  method: 'POST',
  path: '/operator/limits',
  tag,
  summary: "Request a change of a tier's limits",
  description: `The limits apply to movements after the approval. Earlier spending and held balances stay, even above the limit. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.limits,
  body: Closed({ ...limitFields, reason: Reason }),
  ok: asked,
  errors: ['two_factor_required'],
});

export const unfreezeWallet = route({
  id: 'unfreezeWallet',
  method: 'POST',
  path: '/operator/wallets/{id}/unfreeze',
  tag: 'Operators',
  summary: 'Unfreeze a wallet',
  description: `A wallet that is frozen for \`kyc\` is unfrozen at once (200, the wallet). A wallet that is frozen for \`fraud\` needs two operators and a \`reason\` (202, an approval). ${twoPeople}`,
  auth: ['operator'],
  roles: rights.freeze,
  params: IdParams('wal'),
  body: Closed({
    reason: Type.Optional(
      Type.String({ ...Reason, description: 'The reason. Required if the wallet is frozen for fraud.' }),
    ),
  }),
  ok: { status: 200, description: 'The wallet, no longer frozen.', schema: Wallet },
  accepted: { description: asked.description, schema: Approval },
  errors: ['wallet_closed', 'two_factor_required'],
});

export const listApprovals = route({
  id: 'listApprovals',
  method: 'GET',
  path: '/operator/approvals',
  tag,
  summary: 'List approvals',
  auth: ['operator'],
  roles: rights.approvals,
  query: ListQuery('apr', {
    status: Type.Optional(OneOf(approvalStatuses)),
    kind: Type.Optional(OneOf(approvalKinds)),
  }),
  ok: { status: 200, description: 'A page of approvals.', schema: ListOf(Approval) },
});

export const getApproval = route({
  id: 'getApproval',
  method: 'GET',
  path: '/operator/approvals/{id}',
  tag,
  summary: 'Read an approval',
  auth: ['operator'],
  roles: rights.approvals,
  params: IdParams('apr'),
  ok: { status: 200, description: 'The approval.', schema: Approval },
});

export const approve = route({
  id: 'approve',
  method: 'POST',
  path: '/operator/approvals/{id}/approve',
  tag,
  summary: 'Approve and execute a request',
  description:
    'Executes the request once, in the same transaction. The operator who made the request cannot approve it. Money, fees and rails need the role finance or admin, limits, freezes and people compliance or admin, a new operator admin. A request that a command opened (`requested_by` is null) takes two approvals: the first operator takes it on, and the second executes it. If the request cannot be executed now (a cash-in to a frozen wallet, no funds), the answer says why and the request keeps waiting.',
  auth: ['operator'],
  roles: rights.approvals,
  params: IdParams('apr'),
  ok: { status: 200, description: 'The approval, executed.', schema: Approval },
  errors: [
    'approval_not_pending',
    'two_factor_required',
    'insufficient_funds',
    'wallet_frozen',
    'wallet_closed',
    'limit_exceeded',
    'kyc_required',
    'account_already_exists',
    'rail_changed',
    'case_closed',
    'case_holds_no_money',
    'case_record_not_open',
    'reference_already_used',
    'person_has_open_records',
    'bulk_item_failed',
    'opening_changed',
  ],
});

export const reject = route({
  id: 'reject',
  method: 'POST',
  path: '/operator/approvals/{id}/reject',
  tag,
  summary: 'Reject a request',
  auth: ['operator'],
  roles: rights.approvals,
  params: IdParams('apr'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The approval, rejected.', schema: Approval },
  errors: ['approval_not_pending', 'two_factor_required'],
});

export const downloadPersonExport = route({
  id: 'downloadPersonExport',
  method: 'GET',
  path: '/operator/approvals/{id}/file',
  tag,
  summary: "Download the export of a person's data",
  description:
    'All data about a person, of an approved `person_export`: a line of JSON for each row and document. The file is ready within the hour, is downloaded once, and is deleted then or after three days.',
  auth: ['operator'],
  roles: rights.people,
  params: IdParams('apr'),
  ok: { status: 200, description: 'The file.', download: ['application/x-ndjson'] },
  errors: ['export_not_completed'],
});
