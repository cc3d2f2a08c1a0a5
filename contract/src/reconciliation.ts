import Type, { type Static } from 'typebox';
import { Approval, resolutions, Slug } from './approvals.ts';
import { CaseDetail } from './cases.ts';
import { Closed, Day, Id, IdParams, ListOf, ListQuery, Money, Nullable, OneOf, Timestamp } from './fields.ts';
import { Reason, rights } from './operators.ts';
import { route } from './route.ts';

const tag = 'Reconciliation';
const amount = (description: string) => Type.Unsafe<bigint>({ ...Money, description });
const day = (description: string) => Nullable(Type.String({ ...Day, description }));

export const lineKinds = ['collection', 'payout', 'refund', 'fee', 'topup', 'incoming', 'reversal', 'other'] as const;
export const lineStates = ['booked', 'pending', 'refused'] as const;
export const lineResults = ['matched', 'late', 'amount_differs', 'fee_differs', 'reversed', 'resolved'] as const;
export const itemResults = [
  'waiting',
  'missing_there',
  'missing_here',
  'amount_differs',
  'fee_differs',
  'duplicate_there',
  'ambiguous',
  'reversed',
] as const;

const settings = {
  layout: Type.String({
    pattern: '^[a-z][a-z0-9.-]{1,39}$',
    description: 'The layout of its statement files.',
  }),
  account: Nullable(
    Type.String({
      text: 'identifier',
      minLength: 1,
      maxLength: 64,
      description: 'The account that its statements name. Null: any.',
    }),
  ),
  time_zone: Type.String({
    pattern: '^[A-Za-z_]+(/[A-Za-z0-9_+-]+){0,2}$',
    description: 'The IANA time zone whose days the provider books by, for example `Africa/Nairobi`.',
  }),
  delay_days: Type.Integer({
    minimum: 0,
    maximum: 30,
    description: 'Days after which a movement that the other side lacks is an exception.',
  }),
  posts_fees: Type.Boolean({ description: 'Charges that only the statement tells are posted from it.' }),
};

const OpenSum = Closed({
  result: OneOf(itemResults),
  count: Type.Integer(),
  there: amount('The sum of the open lines.'),
  here: amount('The sum of the open entries.'),
});

export const ReconciledRail = Closed(
  {
    object: Type.Literal('reconciled_rail'),
    rail: Slug,
    livemode: Type.Boolean(),
    currency: Type.String(),
    ...settings,
    covered_to: day('The last day that its statements cover.'),
    closed_to: day('The last closed day.'),
    open: Type.Array(OpenSum, { description: 'Lines and entries without a whole match, by result.' }),
    oldest: day('The day of the oldest open item that does not wait.'),
  },
  { title: 'Reconciled rail', description: 'How a rail is reconciled with its provider, and the open items.' },
);
export type ReconciledRail = Static<typeof ReconciledRail>;

const notFound = ['not_found'] as const;
const SlugParams = Closed({ slug: Slug });

export const listReconciledRails = route({
  id: 'listReconciledRails',
  method: 'GET',
  path: '/operator/reconciliation',
  tag,
  summary: 'Read what ties and what does not',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'The rails with statements.', schema: ListOf(ReconciledRail) },
});

export const setReconciledRail = route({
  id: 'setReconciledRail',
  method: 'POST',
  path: '/operator/reconciliation/{slug}',
  tag,
  summary: 'Set how a rail is reconciled',
  description: 'The change is in the audit log. It applies to statements that are imported later.',
  auth: ['operator'],
  roles: rights.money,
  params: SlugParams,
  body: Closed({
    layout: settings.layout,
    account: Type.Optional(settings.account),
    time_zone: Type.Optional(settings.time_zone),
    delay_days: Type.Optional(settings.delay_days),
    posts_fees: Type.Optional(settings.posts_fees),
  }),
  ok: { status: 200, description: 'The settings.', schema: ReconciledRail },
  errors: notFound,
});

export const runReconciliation = route({
  id: 'runReconciliation',
  method: 'POST',
  path: '/operator/reconciliation/{slug}/run',
  tag,
  summary: 'Reconcile a rail now',
  description: 'The service reconciles each rail after an import and every few minutes. This starts it at once.',
  auth: ['operator'],
  roles: rights.money,
  params: SlugParams,
  ok: { status: 202, description: 'The rail as it is now. It is reconciled within seconds.', schema: ReconciledRail },
  errors: notFound,
});

export const StatementLine = Closed(
  {
    id: Id('stl'),
    object: Type.Literal('statement_line'),
    livemode: Type.Boolean(),
    created_at: Timestamp,
    rail: Slug,
    file: Id('stf'),
    line: Type.Integer({ description: 'The line, row or entry in the file, from 1.' }),
    operation: Nullable(Type.String({ description: "The provider's or the bank's id." })),
    record: Nullable(Type.String({ description: 'Our id, if the line shows it.' })),
    reference: Nullable(Type.String()),
    kind: OneOf(lineKinds),
    amount: amount('Signed: positive into the money at the provider.'),
    fee: amount('The charge inside the line.'),
    booked_on: Type.String(Day),
    accounted_on: Type.String({
      ...Day,
      description: 'The day it counts on: later than `booked_on` if that day was closed.',
    }),
    phone: Nullable(Type.String({ description: 'As the provider shows it.' })),
    state: OneOf(lineStates),
    result: Nullable(OneOf(lineResults, { description: 'Null: it has no match.' })),
    match: Nullable(Type.String({ description: 'The line or the case that leads the match.' })),
    entries: Type.Array(
      Closed({
        position: Type.String(),
        source: Type.String(),
        kind: Type.String(),
        amount: amount('Signed.'),
        booked_on: Type.String(Day),
      }),
      { description: 'The entries of the clearing wallet that it matches.' },
    ),
  },
  { title: 'Statement line', description: 'A movement that the provider lists.' },
);
export type StatementLine = Static<typeof StatementLine>;

export const listStatementLines = route({
  id: 'listStatementLines',
  method: 'GET',
  path: '/operator/statement_lines',
  tag,
  summary: 'List the lines of statements',
  auth: ['operator'],
  roles: rights.ledger,
  query: ListQuery('stl', {
    rail: Type.Optional(Slug),
    file: Type.Optional(Id('stf')),
    day: Type.Optional(Type.String(Day)),
  }),
  ok: { status: 200, description: 'A page of lines.', schema: ListOf(StatementLine) },
});

export const undoMatch = route({
  id: 'undoMatch',
  method: 'POST',
  path: '/operator/statement_lines/{id}/undo_match',
  tag,
  summary: 'Undo the match of a line',
  description:
    'All lines and entries of the match become open items. Charges that were posted for these lines are posted back. A match that a case resolved stays.',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('stl'),
  body: Closed({ reason: Reason }),
  ok: { status: 200, description: 'The line, open.', schema: StatementLine },
  errors: ['not_found', 'match_not_undoable'],
});

const Candidate = Closed({
  lines: Type.Array(Id('stl')),
  entries: Type.Array(Type.String({ pattern: '^[0-9]{1,19}$' }), { description: 'Positions.' }),
  records: Type.Array(Type.String(), { description: 'The records or references of them.' }),
  amount: amount('Their sum.'),
  day: Type.String(Day),
});

export const listCaseCandidates = route({
  id: 'listCaseCandidates',
  method: 'GET',
  path: '/operator/cases/{id}/candidates',
  tag,
  summary: 'Search open items that sum to a case',
  description:
    'One, two or three open items of the other side within ten days, whose sum is the amount of the case. Show them before money is posted from suspense.',
  auth: ['operator'],
  roles: rights.ledger,
  params: IdParams('case'),
  ok: {
    status: 200,
    description: 'At most 20 candidates, the nearest day first.',
    schema: Closed({ object: Type.Literal('candidates'), data: Type.Array(Candidate) }),
  },
});

export const matchCase = route({
  id: 'matchCase',
  method: 'POST',
  path: '/operator/cases/{id}/match',
  tag,
  summary: "Match a case's line or entry by hand",
  description: 'The sums of both sides must be equal. The cases of all of them are closed.',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('case'),
  body: Closed({
    lines: Type.Array(Id('stl'), { maxItems: 100 }),
    entries: Type.Array(Type.String({ pattern: '^[0-9]{1,19}$' }), { maxItems: 100 }),
    reason: Reason,
  }),
  ok: { status: 200, description: 'The case, closed.', schema: CaseDetail },
  errors: ['case_closed', 'case_not_an_exception', 'match_unequal'],
});

export const markTiming = route({
  id: 'markTiming',
  method: 'POST',
  path: '/operator/cases/{id}/mark_timing',
  tag,
  summary: 'Mark an exception as timing',
  description: 'The case is closed. If the other side still lacks the movement after that day, a new case is opened.',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('case'),
  body: Closed({ until: Type.String(Day), reason: Reason }),
  ok: { status: 200, description: 'The case, closed.', schema: CaseDetail },
  errors: ['case_closed', 'case_not_an_exception'],
});

export const resolveCase = route({
  id: 'resolveCase',
  method: 'POST',
  path: '/operator/cases/{id}/resolve',
  tag,
  summary: 'Request to book the difference of an exception',
  description:
    'Books the difference on the clearing wallet, so that it equals the provider. `suspense`: money that arrived waits in suspense, and is assigned or returned from the case. `write_off`: against adjustments. `fee`: against the charges of the provider. Nothing happens until another operator approves it, within three days. Both need an authenticator.',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('case'),
  body: Closed({ decision: OneOf(resolutions), reason: Reason }),
  ok: { status: 202, description: 'The request waits for another operator.', schema: Approval },
  errors: ['case_closed', 'case_not_an_exception', 'two_factor_required', 'reference_already_used'],
});

const rule = {
  name: Type.String({ text: 'name', minLength: 1, maxLength: 100 }),
  rail: Nullable(Type.String({ ...Slug, description: 'Null: every rail.' })),
  place: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Rules apply in this order.' }),
  shape: OneOf(['one_to_one', 'entries_to_line', 'lines_to_entry'], {
    description:
      '`entries_to_line`: the entries of one day are one line, as a settlement of a day. `lines_to_entry`: the lines with one reference are one entry.',
  }),
  kinds: Type.Array(OneOf(lineKinds), { maxItems: 8, description: 'Kinds of lines. Empty: any.' }),
  compare: Type.Array(OneOf(['phone', 'reference']), {
    maxItems: 2,
    description: 'More that must be equal, in one to one. The amounts are always equal.',
  }),
  window_hours: Type.Integer({ minimum: 1, maximum: 720, description: 'The longest time between both sides.' }),
  enabled: Type.Boolean(),
};

export const MatchingRule = Closed(
  { id: Id('rule'), object: Type.Literal('matching_rule'), created_at: Timestamp, ...rule, created_by: Type.String() },
  { title: 'Matching rule', description: 'How lines and entries without a common id may match.' },
);
export type MatchingRule = Static<typeof MatchingRule>;

export const listMatchingRules = route({
  id: 'listMatchingRules',
  method: 'GET',
  path: '/operator/matching_rules',
  tag,
  summary: 'List matching rules',
  auth: ['operator'],
  roles: rights.ledger,
  ok: { status: 200, description: 'The rules in their order.', schema: ListOf(MatchingRule) },
});

export const addMatchingRule = route({
  id: 'addMatchingRule',
  method: 'POST',
  path: '/operator/matching_rules',
  tag,
  summary: 'Add a matching rule',
  auth: ['operator'],
  roles: rights.money,
  body: Closed(rule),
  ok: { status: 201, description: 'The rule.', schema: MatchingRule },
});

export const enableMatchingRule = route({
  id: 'enableMatchingRule',
  method: 'POST',
  path: '/operator/matching_rules/{id}',
  tag,
  summary: 'Enable or disable a matching rule',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('rule'),
  body: Closed({ enabled: Type.Boolean() }),
  ok: { status: 200, description: 'The rule.', schema: MatchingRule },
});

export const tryMatchingRule = route({
  id: 'tryMatchingRule',
  method: 'GET',
  path: '/operator/matching_rules/{id}/trial',
  tag,
  summary: 'Show the matches of a rule without effect',
  auth: ['operator'],
  roles: rights.money,
  params: IdParams('rule'),
  query: Closed({
    rail: Type.Optional(
      Type.String({ ...Slug, description: "Default: the rule's rail. Required if it is for every rail." }),
    ),
  }),
  ok: {
    status: 200,
    description: 'The rule would match these lines and entries.',
    schema: Closed({
      object: Type.Literal('matching_trial'),
      lines: Type.Integer(),
      entries: Type.Integer(),
      unclear: Type.Integer({ description: 'Lines with several candidates. They stay open.' }),
      sample: Type.Array(Closed({ line: Id('stl'), position: Type.String() })),
    }),
  },
  errors: notFound,
});
