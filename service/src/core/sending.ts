/**
 * How a record stands with its rail. The mark commits before each send. A marked record without an answer is looked
 * for, and never sent again blindly.
 */
export type Sends = {
  /** The mark: when the record was sent, perhaps. Null: certainly not sent. */
  readonly sent_at: Date | null;
  /** How often in turn the provider did not know the record. */
  readonly not_found: number;
  /** The provider's own id or token. */
  readonly rail_handle: string | null;
};

/** How a provider treats what it got. */
export type SendRules = {
  /** The provider recognises our id, so a repeat has no second effect. */
  readonly deduplicates: boolean;
  /** An answer `not_found` counts from this time after the send. */
  readonly arrivalMs: number;
};

type Answer = { readonly state: string; readonly handle?: string | undefined };

/** The provider must say so twice, late enough. */
const TIMES = 2;

/**
 * Whether `not_found`, said once more now, proves that the request never arrived. Where the provider does not recognise
 * our id nothing proves it: a request that was delayed on its way could still have its effect beside the second one.
 */
export function hasNeverArrived({ sent_at: sentAt, not_found: before }: Sends, rules: SendRules, now: Date): boolean {
  if (!rules.deduplicates || sentAt === null) return false;
  return before + 1 >= TIMES && now.getTime() - sentAt.getTime() >= rules.arrivalMs;
}

/**
 * The meaning of an answer to a question about a record that was sent. A question that the provider did not take says
 * nothing about the record, except where the provider has refused the record itself, as for an empty float.
 */
export function meaningOf(
  answer: Answer & { readonly fault?: string; readonly refused?: boolean },
  sends: Sends,
  rules: SendRules | null | undefined,
  now: Date,
): 'as it says' | 'nothing' | 'never arrived' {
  if (answer.state === 'not_taken') return answer.refused || answer.fault === 'float' ? 'as it says' : 'nothing';
  const isCertain = answer.state === 'not_found' && rules && hasNeverArrived(sends, rules, now);
  return isCertain ? 'never arrived' : 'as it says';
}

/** The record's sends after an answer. `not_taken` clears the mark, because it is certain. */
export function afterAnswer(sends: Sends, answer: Answer): Sends {
  if (answer.state === 'not_taken') return { sent_at: null, not_found: 0, rail_handle: null };
  return {
    sent_at: sends.sent_at,
    not_found: answer.state === 'not_found' ? sends.not_found + 1 : 0,
    rail_handle: answer.handle ?? sends.rail_handle,
  };
}

/** The question that an answer belongs to, or the record as it is now. `asked` grows with each question. */
type Asked = { readonly rail: string | null; readonly asked: number };

/**
 * Whether an answer still applies to its record, which may have been asked again since: a process that paused for
 * longer than its lease brings an old answer. The answer of an earlier rail says nothing about the present one, and an
 * old "not taken" says nothing about a later send.
 */
function stillApplies({ state }: Answer, question: Asked, now: Asked): boolean {
  if (question.rail !== now.rail) return false;
  return question.asked === now.asked || (state !== 'not_taken' && state !== 'not_found');
}

/** The records among these, as they are now, whose answer still applies. */
export function withPresentAnswers<Row extends Asked & { readonly id: string }>(
  rows: readonly Row[],
  questions: readonly (Asked & { readonly id: string })[],
  answers: ReadonlyMap<string, Answer>,
): Row[] {
  const questionOf = new Map(questions.map((question) => [question.id, question]));
  return rows.filter((row) => stillApplies(answers.get(row.id)!, questionOf.get(row.id)!, row));
}
