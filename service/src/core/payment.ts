import type { FailureCode, PaymentStatus } from '../../../contract/src/payments.ts';

/**
 * A payment's life: pending → requires_action → processing → succeeded | failed. It has two final states and one final
 * event. One with manual capture is requires_capture before it succeeds: its money is held, and no rail is asked.
 */
export type NextAction = {
  readonly type: 'prompt' | 'in_app' | 'otp' | 'redirect';
  readonly expires_at: string;
  readonly instructions: string;
  readonly redirect_url: string | null;
};
export type Failure = { readonly code: FailureCode; readonly message: string; readonly rail_code: string | null };

/**
 * A fault on our side, which concerns all records of a rail: refused credentials, an empty float, a missing permission,
 * or a provider that is closed. No record fails for it.
 */
export type Fault = 'credentials' | 'float' | 'setup' | 'closed';

/** Certain: the provider has not taken the request. It may be sent again. */
export type NotTaken = {
  readonly state: 'not_taken';
  readonly fault?: Fault;
  /** The rail takes no request for this time. */
  readonly retryAfterMs?: number;
  /** This record alone waits for this time. */
  readonly askAgainInMs?: number;
  /** In the answer to a question: the provider has refused the record itself for this fault, and no money moved. */
  readonly refused?: true;
  /** The provider was not called. */
  readonly unasked?: true;
  /** The reason, for operators. It holds no secret. */
  readonly why?: string;
};

/** The provider does not know the record. One such answer proves nothing: a young request may still be on its way. */
export type NotFound = { readonly state: 'not_found' };

/** The money that the provider reports, where that may differ from the request. */
export type ReceivedMoney = {
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** E.164; null if the provider does not say. */
  readonly payer: string | null;
};

/** Fields of any answer that leaves the outcome open. */
type Open = {
  /** The provider's own id or token, at most 1 kB. It is kept and given back to each later call. */
  readonly handle?: string;
  /** The provider's own pace, for the next check. */
  readonly askAgainInMs?: number;
};

/** A rail's answer about a collection. */
export type RailAnswer =
  | NotTaken
  | NotFound
  /** No answer, or one that says nothing. A prompt that was shown stays. */
  | ({ readonly state: 'unknown' } & Open)
  | ({ readonly state: 'requires_action'; readonly nextAction: NextAction } & Open)
  /** The customer has nothing left to do, or the outcome of the request is unknown. */
  | ({ readonly state: 'processing' } & Open)
  | {
      readonly state: 'succeeded';
      /** The provider's reference. Money that stays in the service has none. */
      readonly railReference: string | null;
      readonly handle?: string;
      /** The provider's charge in minor units, taken from the float. */
      readonly fee?: bigint;
      readonly received?: ReceivedMoney;
    }
  | { readonly state: 'failed'; readonly failure: Failure; readonly handle?: string }
  /** The provider took the money back after it had succeeded. */
  | { readonly state: 'reversed'; readonly failure: Failure };

export type PaymentState = {
  readonly status: PaymentStatus;
  readonly next_action: NextAction | null;
  readonly failure: Failure | null;
  readonly rail_reference: string | null;
  /** Not null: its money is held when the rail has succeeded, until the merchant captures it. */
  readonly capture_before?: Date | null;
};

const rank: Record<PaymentStatus, number> = {
  ...{ pending: 0, requires_action: 1, processing: 2, requires_capture: 3, succeeded: 4, failed: 4 },
};

export function isFinal(status: PaymentStatus): boolean {
  return rank[status] === rank.succeeded;
}

/** Whether the rail has decided. It is not asked again. */
export function isDecided(status: PaymentStatus): boolean {
  return rank[status] >= rank.requires_capture;
}

/**
 * The state after the rail's answer, or null if nothing changes: final states stay, and a repeated answer changes
 * nothing. A prompt or a redirect may arrive after the outcome of the request was unknown, and a redirect may be
 * replaced; otherwise no state goes back.
 */
export function advance(payment: PaymentState, answer: RailAnswer): PaymentState | null {
  const status = statusAfter(payment, answer);
  if (status === null) return null;
  return {
    status,
    next_action: answer.state === 'requires_action' ? answer.nextAction : null,
    failure: answer.state === 'failed' ? answer.failure : null,
    rail_reference: answer.state === 'succeeded' ? answer.railReference : payment.rail_reference,
  };
}

function statusAfter(payment: PaymentState, answer: RailAnswer): PaymentStatus | null {
  const { status, next_action: action, capture_before: heldUntil = null } = payment;
  if (isDecided(status)) return null;
  switch (answer.state) {
    case 'not_taken':
    case 'not_found':
    case 'reversed':
      return null;
    case 'unknown':
      return status === 'pending' ? 'processing' : null;
    case 'requires_action': {
      const { redirect_url: url } = answer.nextAction;
      const isNew = status === 'processing' || (url !== null && url !== action?.redirect_url);
      return isNew || rank[status] < rank.requires_action ? 'requires_action' : null;
    }
    case 'succeeded':
      return heldUntil === null ? 'succeeded' : 'requires_capture';
    default:
      return rank[answer.state] > rank[status] ? answer.state : null;
  }
}

export function failed(code: FailureCode, message: string): RailAnswer {
  return { state: 'failed', failure: { code, message, rail_code: null } };
}

export const canceled = failed('canceled', 'The payment was canceled before the customer approved it.');
export const heldReleased = failed('canceled', 'The held money went back to the customer without a capture.');
export const declined = failed('customer_declined', 'The customer declined.');
export const approvalExpired = failed('approval_expired', 'The customer did not approve in time.');
