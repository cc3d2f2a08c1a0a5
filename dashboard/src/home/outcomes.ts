import type { FailureCode } from '../../../contract/src/payments.ts';

/** The last four digits of a customer's phone choose the outcome in test mode (docs/testing.md). */
export const outcomes = {
  pays: '0100',
  insufficient_funds: '0001',
  customer_declined: '0002',
  approval_expired: '0003',
  customer_not_found: '0004',
  waits: '0007',
} as const satisfies Partial<Record<FailureCode | 'pays' | 'waits', string>>;
export type Outcome = keyof typeof outcomes;

/** A phone of the reader's own country with these digits at its end. */
export const customerWith = (outcome: Outcome, phone: string | null): string =>
  `${(phone ?? '+221770000000').slice(0, -4)}${outcomes[outcome]}`;
