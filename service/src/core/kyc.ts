import type { SubmissionStatus } from '../../../contract/src/kyc.ts';
import { type Fault, fault } from '../../../contract/src/reasons.ts';
import type { KycStatus } from '../../../contract/src/users.ts';

/** docs/kyc.md shows this table. */
const next: Readonly<Record<KycStatus, readonly KycStatus[]>> = {
  none: ['pending'],
  pending: ['verified', 'rejected'],
  verified: ['pending', 'rejected'],
  rejected: ['pending'],
};

export const mayBecome = (from: KycStatus, to: KycStatus) => next[from].includes(to);

export type Verdict = 'approved' | 'rejected';
export type KycStanding = {
  readonly status: SubmissionStatus;
  /** The customer has no later submission. */
  readonly current: boolean;
  /** The status of the customer. */
  readonly kyc: KycStatus;
};

/**
 * The reason why a submission cannot get this verdict, or null. `revoke` also rejects an approved one, because fraud
 * may show later. It must be explicit, so that a decision on a pending submission never overturns a colleague's.
 */
export function faultOfVerdict({ status, current, kyc }: KycStanding, verdict: Verdict, revoke = false): string | null {
  const open = status === 'pending' || (status === 'approved' && verdict === 'rejected' && revoke);
  if (!open) return `The submission is already ${status}`;
  if (!current) return 'The customer has sent a newer submission';
  const to = verdict === 'approved' ? 'verified' : 'rejected';
  return mayBecome(kyc, to) ? null : `The customer's KYC status is ${kyc}`;
}

/** A customer's identity as submitted. */
export type Identity = { readonly name: string; readonly date_of_birth: string; readonly document_number: string };

const MAX_AGE = 120;
const compact = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** The first impossible field and its fault. Dates are RFC 3339 full-dates, which compare as text. */
export function faultOfIdentity(given: Identity, today: string): { field: keyof Identity; fault: Fault } | null {
  const oldest = `${String(Number(today.slice(0, 4)) - MAX_AGE).padStart(4, '0')}${today.slice(4)}`;
  if (!/\p{L}/u.test(given.name)) return { field: 'name', fault: fault('no_letters') };
  if (given.date_of_birth > today) return { field: 'date_of_birth', fault: fault('in_future') };
  if (given.date_of_birth < oldest) {
    return { field: 'date_of_birth', fault: fault('too_long_ago', { years: MAX_AGE }) };
  }
  if (compact(given.document_number).length < 3) {
    return { field: 'document_number', fault: fault('too_few_letters', { minimum: 3 }) };
  }
  return null;
}

/**
 * Whether a text that is stored in clear repeats a sealed value, in any spelling: with spaces, dashes or small letters.
 */
export function repeats(text: string, { document_number, date_of_birth }: Identity): boolean {
  const inside = compact(text);
  return [document_number, date_of_birth].some((secret) => inside.includes(compact(secret)));
}
