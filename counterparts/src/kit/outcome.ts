/** The outcomes of docs/testing.md by the last four digits of a phone. */
const byDigits = {
  '0001': 'insufficient_funds',
  '0002': 'declined',
  '0003': 'expires',
  '0004': 'not_found',
  '0005': 'limit',
  '0006': 'unavailable',
  /** Waits for POST /_control/answer. */
  '0007': 'waits',
  /** Stays open at the provider. */
  '0008': 'hangs',
  '0010': 'refund_fails',
  '0011': 'recipient_not_found',
  '0012': 'cannot_receive',
} as const;

export type Outcome = 'succeeds' | (typeof byDigits)[keyof typeof byDigits];

const outcomes: ReadonlySet<string> = new Set<Outcome>(['succeeds', ...Object.values(byDigits)]);

export const isOutcome = (value: unknown): value is Outcome => typeof value === 'string' && outcomes.has(value);

/** @param phone in any form that ends with the subscriber's digits */
export function outcomeOf(phone: string): Outcome {
  return byDigits[phone.slice(-4) as keyof typeof byDigits] ?? 'succeeds';
}
