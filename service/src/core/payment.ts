import type { FailureCode, PaymentStatus } from '../../../contract/src/payments.ts';

/**
 * A payment's life: pending → requires_action → processing → succeeded | failed. It has two final states and one final
 * event.
 */
export type NextAction = {
  readonly type: 'prompt' | 'in_app' | 'otp' | 'redirect';
  readonly expires_at: string;
  readonly instructions: string;
  readonly redirect_url: string | null;
};
export type Failure = { readonly code: FailureCode; readonly message: string; readonly rail_code: string | null };

/** A rail's answer about a collection. An unknown outcome is `processing`, whatever the reason. */
export type RailAnswer =
  | { readonly state: 'requires_action'; readonly nextAction: NextAction }
  | { readonly state: 'processing' }
  /** The provider's reference. Money that stays in the service has none. */
  | { readonly state: 'succeeded'; readonly railReference: string | null }
  | { readonly state: 'failed'; readonly failure: Failure };

export type PaymentState = {
  readonly status: PaymentStatus;
  readonly next_action: NextAction | null;
  readonly failure: Failure | null;
  readonly rail_reference: string | null;
};

const rank: Record<PaymentStatus, number> = { pending: 0, requires_action: 1, processing: 2, succeeded: 3, failed: 3 };

export function isFinal(status: PaymentStatus): boolean {
  return rank[status] === 3;
}

/**
 * The state after the rail's answer, or null if nothing changes: final states stay, no state goes back, and a repeated
 * answer changes nothing.
 */
export function advance(payment: PaymentState, answer: RailAnswer): PaymentState | null {
  if (isFinal(payment.status) || rank[answer.state] <= rank[payment.status]) return null;
  return {
    status: answer.state,
    next_action: answer.state === 'requires_action' ? answer.nextAction : null,
    failure: answer.state === 'failed' ? answer.failure : null,
    rail_reference: answer.state === 'succeeded' ? answer.railReference : payment.rail_reference,
  };
}

export function failed(code: FailureCode, message: string): RailAnswer {
  return { state: 'failed', failure: { code, message, rail_code: null } };
}

export const canceled = failed('canceled', 'The payment was canceled before the customer approved it.');
export const declined = failed('customer_declined', 'The customer declined.');
export const approvalExpired = failed('approval_expired', 'The customer did not approve in time.');
