import Type, { type Static } from 'typebox';
import {
  Amount,
  Closed,
  Currency,
  changing,
  Id,
  IdParams,
  ListOf,
  ListQuery,
  Nullable,
  OneOf,
  Reference,
  Timestamp,
} from './fields.ts';
import { limitFields } from './limits.ts';
import { Reason, rights } from './operators.ts';
import { type OperatorRole, operatorRoles, route } from './route.ts';
import { Wallet } from './wallets.ts';

const tag = 'Approvals';

export const approvalKinds = ['cash_in', 'adjustment', 'operator', 'fee', 'limit', 'unfreeze'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** The roles that may decide: those that may ask for the same kind. */
export const deciders: Readonly<Record<ApprovalKind, readonly OperatorRole[]>> = {
  cash_in: rights.money,
  adjustment: rights.money,
  operator: rights.operators,
  fee: rights.fees,
  limit: rights.limits,
  unfreeze: rights.freeze,
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
const ChargedOn = OneOf(['payment', 'payout'], { default: 'payment' });
const feeFields = {
  merchant: Id('mer'),
  livemode: Type.Boolean(),
  currency: Currency,
  basis_points: Type.Integer({ minimum: 0, maximum: 10_000 }),
  fixed: Type.Integer({ ...Amount, minimum: 0 }),
};
export const FeeChange = Closed({ ...feeFields, charged_on: ChargedOn }, { title: 'Fee change' });
export type FeeChange = Static<typeof FeeChange>;
export const LimitChange = Closed(limitFields, { title: 'Limit change' });
export type LimitChange = Static<typeof LimitChange>;
export const Unfreeze = Closed({ wallet: Id('wal') }, { title: 'Unfreeze' });
export type Unfreeze = Static<typeof Unfreeze>;

export const Approval = Closed(
  {
    id: Id('apr'),
    object: Type.Literal('approval'),
    livemode: Nullable(Type.Boolean({ description: 'Of the wallet, the fee or the limit. Null for a new operator.' })),
    created_at: Timestamp,
    ...changing,
    kind: OneOf(approvalKinds),
    payload: Type.Union([CashIn, Adjustment, NewOperator, FeeChange, LimitChange, Unfreeze], {
      description: 'What was asked for.',
    }),
    reference: Nullable(Type.String()),
    reason: Type.String(),
    requested_by: Id('opr'),
    status: OneOf(approvalStatuses),
    decided_by: Nullable(Id('opr')),
    decided_at: Nullable(Timestamp),
    rejection_reason: Nullable(Type.String()),
    expires_at: Timestamp,
  },
  { title: 'Approval', description: 'What one operator asked for and another decides on.' },
);
export type Approval = Static<typeof Approval>;

const asked = { status: 202, description: 'It waits for another operator.', schema: Approval } as const;
const twoPeople =
  'Nothing happens until another operator has approved it, within three days. Both need an authenticator (`totp`) on their account.';

export const requestCashIn = route({
  id: 'requestCashIn',
  method: 'POST',
  path: '/operator/cash_ins',
  tag,
  summary: 'Ask for money to be put into a wallet',
  description: `For money that arrived outside, at a bank or a desk. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.money,
  body: Closed({
    ...cashIn,
    reference: Type.Optional(
      Type.String({ ...Reference, description: "The bank's or the desk's own number: taken once in each mode." }),
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
  summary: 'Ask for the balance of a wallet to be corrected',
  description: `A correction into the wallet or out of it. It passes a freeze in both directions: what a thief took is taken back without letting them at it. It does not pass a closing. ${twoPeople}`,
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
  summary: 'Ask for a new operator',
  description: `${twoPeople} Who makes operators could otherwise make their own second person. The new one sets a password with \`POST /auth/password/forgot\`.`,
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
  summary: 'Ask for what a merchant pays for each payment or payout item to be set',
  description: `For those from the approval on; what is under way keeps the fee that it was opened with. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.fees,
  body: Closed({ ...feeFields, charged_on: Type.Optional(ChargedOn), reason: Reason }),
  ok: asked,
  errors: ['not_found', 'two_factor_required'],
});

export const setLimit = route({
  id: 'setLimit',
  method: 'POST',
  path: '/operator/limits',
  tag,
  summary: 'Ask for what customers of a tier may send and hold to be set',
  description: `For movements from the approval on; what was spent and what is held stays, also where it is over the limit. ${twoPeople}`,
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
  description: `A wallet that is frozen for \`kyc\` is unfrozen at once (200, the wallet). One that is frozen for \`fraud\` takes two people and a \`reason\` (202, an approval). ${twoPeople}`,
  auth: ['operator'],
  roles: rights.freeze,
  params: IdParams('wal'),
  body: Closed({
    reason: Type.Optional(Type.String({ ...Reason, description: 'Why. Needed where the wallet is frozen for fraud.' })),
  }),
  ok: { status: 200, description: 'The wallet, which is not frozen any more.', schema: Wallet },
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
  summary: 'Approve and carry out',
  description:
    'Does what was asked for, once, in the same transaction. Never by who asked for it. Money and fees take the role finance or admin, limits and freezes compliance or admin, a new operator admin. Where it cannot be done now (a cash-in to a frozen wallet, no funds) the answer says why and it goes on waiting.',
  auth: ['operator'],
  roles: rights.approvals,
  params: IdParams('apr'),
  ok: { status: 200, description: 'It is done.', schema: Approval },
  errors: [
    'approval_not_pending',
    'two_factor_required',
    'insufficient_funds',
    'wallet_frozen',
    'wallet_closed',
    'limit_exceeded',
    'kyc_required',
    'account_already_exists',
  ],
});

export const reject = route({
  id: 'reject',
  method: 'POST',
  path: '/operator/approvals/{id}/reject',
  tag,
  summary: 'Reject',
  auth: ['operator'],
  roles: rights.approvals,
  params: IdParams('apr'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'It will not be done.', schema: Approval },
  errors: ['approval_not_pending', 'two_factor_required'],
});
