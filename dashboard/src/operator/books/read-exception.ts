import type { CaseDetail, CaseKind, exceptionKinds } from '../../../../contract/src/cases.ts';

export type ExceptionKind = (typeof exceptionKinds)[number];
/** A record of all kinds, so that the compiler notices a kind that is missing. */
const kinds: Record<ExceptionKind, true> = {
  missing_there: true,
  missing_here: true,
  amount_differs: true,
  fee_differs: true,
  duplicate_there: true,
  ambiguous_match: true,
  reversed_there: true,
};

export type Exception = {
  readonly kind: ExceptionKind;
  /** `there`: a line of the statement; `here`: an entry of the books. */
  readonly side: 'there' | 'here';
  /** In minor units; positive: there is more money at the provider than in the books. */
  readonly difference: bigint;
  readonly currency: string;
  /** The amount of the line or the entry; positive into the money at the provider. */
  readonly amount: bigint;
  readonly day: string | null;
  /** Our record, if the line shows it or the entry has one. */
  readonly record: string | null;
  /** The provider's id. */
  readonly operation: string | null;
  readonly reference: string | null;
  readonly phone: string | null;
};

const isException = (kind: CaseKind): kind is ExceptionKind => kind in kinds;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Null for a case that is not about a statement. */
export function readException({ kind, facts, currency }: CaseDetail): Exception | null {
  const amount = textOf(facts.amount);
  if (!isException(kind) || currency === null || amount === null || !/^-?\d+$/.test(amount)) return null;
  const side = facts.side === 'here' ? 'here' : 'there';
  return {
    kind,
    side,
    difference: side === 'there' ? BigInt(amount) : -BigInt(amount),
    currency,
    amount: BigInt(amount),
    day: textOf(facts.day),
    record: textOf(facts.record),
    operation: textOf(facts.operation),
    reference: textOf(facts.reference),
    phone: textOf(facts.phone),
  };
}
