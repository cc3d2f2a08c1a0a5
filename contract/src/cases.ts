import Type, { type Static } from 'typebox';
import { Approval, Slug, settlementOutcomes } from './approvals.ts';
import { Closed, changing, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Cases';

/** Everything about rails that needs a person. */
export const caseKinds = [
  /** The provider reports success for a payment that failed here. Its money is in `suspense:<slug>`. */
  'late_success',
  /** Another answer that contradicts a final state. */
  'contradiction',
  'wrong_amount',
  'wrong_payer',
  /** Money that nobody asked for and no payment matches. It is in `suspense:<slug>`. */
  'unmatched_money',
  'unknown_too_long',
  'low_float',
  'credentials_refused',
  /** A settlement that the ledger refuses. */
  'unbooked_settlement',
  /** A reversal that the merchant's wallet does not cover. */
  'uncovered_reversal',
  /** A callback with a valid secret about a record that does not exist. */
  'unknown_callback',
  /** A callback that only its source address refuses. */
  'callback_source',
  /** The books have a movement that the provider's statement lacks. */
  'missing_there',
  /** The provider's statement has a movement that the books lack. */
  'missing_here',
  'amount_differs',
  /** The provider's charge differs from the one in the books. */
  'fee_differs',
  /** The statement lists a movement twice. */
  'duplicate_there',
  /** A line of the statement fits several entries. */
  'ambiguous_match',
  /** The statement reverses a movement that the books keep. */
  'reversed_there',
  /** At the end of a day the money held did not cover the money owed to customers and merchants. */
  'safeguarding_gap',
  /** The two deciders of an escrow decided differently. Its money stays held. */
  'escrow_disagreement',
] as const;
export type CaseKind = (typeof caseKinds)[number];

export const caseStatuses = ['open', 'closed'] as const;
/** Cases of reconciliation: a line of a statement, or an entry of the books, without a whole match. */
export const exceptionKinds = [
  'missing_there',
  'missing_here',
  'amount_differs',
  'fee_differs',
  'duplicate_there',
  'ambiguous_match',
  'reversed_there',
] as const satisfies readonly CaseKind[];

export const caseActions = [
  'comment',
  'assign',
  'ask_again',
  'settle',
  'assign_money',
  'return_money',
  'match',
  'resolve',
  'mark_timing',
  'close',
] as const;
export type CaseAction = (typeof caseActions)[number];

const minor = (description: string) => Nullable(Type.Unsafe<bigint>({ ...Money, description }));
const opr = (description: string) => Nullable(Id('opr', description));

const summary = {
  id: Id('case'),
  object: Type.Literal('case'),
  livemode: Type.Boolean(),
  created_at: Timestamp,
  ...changing,
  kind: OneOf(caseKinds),
  status: OneOf(caseStatuses),
  rail: Nullable(Type.String({ description: 'The slug of the rail.' })),
  record: Nullable(
    Type.String({
      description:
        "The payment, refund, payout item, hold, provider's receipt or callback. Null: the case is about the rail.",
    }),
  ),
  integration: Nullable(Type.String()),
  merchant: Nullable(Type.String()),
  amount: minor("In the currency's minor unit."),
  currency: Nullable(Type.String()),
  assigned_to: opr('The operator who works on it.'),
  resolution: Nullable(Type.String({ description: 'How it was closed.' })),
  closed_by: Nullable(Type.String({ description: '`opr_…`, or `service` if the cause went away by itself.' })),
  closed_at: Nullable(Timestamp),
};

export const Case = Closed(summary, { title: 'Case', description: 'Something about a rail that needs a person.' });
export type Case = Static<typeof Case>;

const HistoryEntry = Closed({
  at: Timestamp,
  what: Type.String({
    description:
      'A state of the record (`created`, `sent`, `succeeded`, `failed`), a posting (`posted`), a `comment`, or an act in the audit log, such as `case.assigned`.',
  }),
  by: Nullable(Type.String({ description: 'The actor of an act or a comment.' })),
  text: Nullable(Type.String()),
});

export const CaseDetail = Closed(
  {
    ...summary,
    facts: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Facts about it. The fields depend on the kind.',
    }),
    suspended: Type.Unsafe<bigint>({
      ...Money,
      description: "The money of this case in the rail's suspense wallet. Two operators assign or return it.",
    }),
    actions: Type.Array(OneOf(caseActions), { description: 'The actions that are possible now.' }),
    history: Type.Array(HistoryEntry, { description: 'The record and the case, oldest first.' }),
  },
  { title: 'Case with its history' },
);
export type CaseDetail = Static<typeof CaseDetail>;

const ok = { status: 200, description: 'The case.', schema: CaseDetail } as const;
const twoPeople = 'Nothing happens until another operator approves it, within three days. Both need an authenticator.';

export const listCases = route({
  id: 'listCases',
  method: 'GET',
  path: '/operator/cases',
  tag,
  summary: 'List cases',
  description: 'The inbox of everything about rails that needs a person.',
  auth: ['operator'],
  roles: rights.read,
  query: ListQuery('case', {
    status: Type.Optional(OneOf(caseStatuses)),
    kind: Type.Optional(OneOf(caseKinds)),
    rail: Type.Optional(Slug),
    record: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$',
        description: 'An id, or a receipt of a provider.',
      }),
    ),
    assigned_to: Type.Optional(Type.String({ pattern: '^(opr_[0-9a-z]{26}|nobody)$' })),
    mode: Type.Optional(OneOf(['live', 'test'], { description: 'Default: both.' })),
  }),
  ok: { status: 200, description: 'A page of cases.', schema: ListOf(Case) },
});

export const getCase = route({
  id: 'getCase',
  method: 'GET',
  path: '/operator/cases/{id}',
  tag,
  summary: "Read a case with its record's history",
  description: 'The read is written to the audit log.',
  auth: ['operator'],
  roles: rights.read,
  params: IdParams('case'),
  ok,
});

export const assignCase = route({
  id: 'assignCase',
  method: 'POST',
  path: '/operator/cases/{id}/assign',
  tag,
  summary: 'Assign a case to an operator',
  auth: ['operator'],
  roles: rights.cases,
  params: IdParams('case'),
  body: Closed({ operator: opr('The operator who works on it; null for nobody.') }),
  ok,
  errors: ['case_closed'],
});

const Text = Type.String({ text: 'free', minLength: 1, maxLength: 1_000 });

export const commentCase = route({
  id: 'commentCase',
  method: 'POST',
  path: '/operator/cases/{id}/comments',
  tag,
  summary: 'Comment on a case',
  description: 'Other operators read it in the history of the case. A closed case can be commented on too.',
  auth: ['operator'],
  roles: rights.cases,
  params: IdParams('case'),
  body: Closed({ text: Text }),
  ok,
});

export const closeCase = route({
  id: 'closeCase',
  method: 'POST',
  path: '/operator/cases/{id}/close',
  tag,
  summary: 'Close a case',
  description:
    'Moves no money. While money of the case is in suspense, it is closed only by assigning or returning that money. The case of a disputed escrow is closed by the agreement of its deciders.',
  auth: ['operator'],
  roles: rights.cases,
  params: IdParams('case'),
  body: Closed({
    resolution: Type.String({
      text: 'free',
      minLength: 1,
      maxLength: 300,
      description: 'The findings, and the acts that followed.',
    }),
  }),
  ok,
  errors: ['case_closed', 'case_holds_money', 'escrow_is_disputed'],
});

export const askAgain = route({
  id: 'askAgain',
  method: 'POST',
  path: '/operator/cases/{id}/ask_again',
  tag,
  summary: "Ask the provider again about a case's record",
  description:
    "The provider is asked within a second instead of at the usual pace. Nothing is sent twice. Possible while the case's payment, refund or payout item is open.",
  auth: ['operator'],
  roles: rights.cases,
  params: IdParams('case'),
  ok,
  errors: ['case_closed', 'case_not_asked'],
});

const approval = { status: 202, description: 'The request waits for another operator.', schema: Approval } as const;

export const assignCaseMoney = route({
  id: 'assignCaseMoney',
  method: 'POST',
  path: '/operator/cases/{id}/assign_money',
  tag,
  summary: 'Request that money in suspense goes to a wallet',
  description: `The whole amount goes to the wallet of a merchant or a customer, and the case is closed. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('case'),
  body: Closed({ wallet: Id('wal', 'In the currency and mode of the case.'), reason: Reason }),
  ok: approval,
  errors: [
    'case_closed',
    'case_holds_no_money',
    'two_factor_required',
    'currency_mismatch',
    'wallet_closed',
    'reference_already_used',
  ],
});

export const returnCaseMoney = route({
  id: 'returnCaseMoney',
  method: 'POST',
  path: '/operator/cases/{id}/return_money',
  tag,
  summary: 'Request that money in suspense is booked as returned',
  description: `First return the money to its payer at the provider. The amount then goes from suspense back to the rail, and the case is closed. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('case'),
  body: Closed({
    provider_reference: Type.String({
      text: 'identifier',
      minLength: 1,
      maxLength: 64,
      description: "The provider's own id of the return.",
    }),
    reason: Reason,
  }),
  ok: approval,
  errors: ['case_closed', 'case_holds_no_money', 'two_factor_required', 'reference_already_used'],
});

export const settleCaseRecord = route({
  id: 'settleCaseRecord',
  method: 'POST',
  path: '/operator/cases/{id}/settle',
  tag,
  summary: "Request that a case's record is settled by hand",
  description: `For \`wrong_amount\` and \`unknown_too_long\`, while the payment, refund or payout item is open and the provider's own records show its outcome. It is settled as if the provider had answered so: money, events and webhooks are the same, and the case is closed. Before a payment fails for its amount, return the money to its payer at the provider. ${twoPeople}`,
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('case'),
  body: Closed({
    outcome: OneOf(settlementOutcomes, { description: "The outcome in the provider's records." }),
    amount: Type.Optional(
      OneOf(['asked', 'reported'], {
        default: 'asked',
        description:
          'For a success. asked: the amount of the record. reported: the amount of the case, which the provider received; it becomes the amount of the payment, and the fee stays.',
      }),
    ),
    provider_reference: Type.Optional(
      Type.String({
        text: 'identifier',
        minLength: 1,
        maxLength: 64,
        description: "The provider's own id of the operation, such as its receipt. Required for a success.",
      }),
    ),
    reason: Reason,
  }),
  ok: approval,
  errors: ['case_closed', 'case_record_not_open', 'two_factor_required', 'currency_mismatch', 'reference_already_used'],
});
