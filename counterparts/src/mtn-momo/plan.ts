import type { Outcome } from '../kit/outcome.ts';
import type { Direction } from './kinds.ts';

export type Plan =
  /** Answered at once, and no resource exists. */
  | { readonly does: 'refuse'; readonly status: 500 | 503; readonly code: string }
  /** Final after a time: successful without a code, otherwise failed with it. */
  | { readonly does: 'settle'; readonly code: string | null; readonly afterMs: number }
  /** Waits for control. Null: for ever. A state that is asked for meanwhile may have a reason. */
  | { readonly does: 'wait'; readonly expiresAfterMs: number | null };

/** The customer's time to approve. */
export const APPROVAL_MS = 300_000;
const ONGOING_MS = 30_000;
const DELAYED_MS = 60_000;

export type Waits = { readonly successAfterMs: number; readonly amountsDecide: boolean };

/** @param amount in major units as the request has it, for the provider's amounts for tests */
export function planOf(direction: Direction, partyId: string, amount: string, outcome: Outcome, waits: Waits): Plan {
  return (
    (waits.amountsDecide ? planOfAmount(amount, waits) : null) ??
    planOfTestNumber(direction, partyId, waits) ??
    planOfOutcome(direction, outcome, waits)
  );
}

const settle = (code: string | null, afterMs: number): Plan => ({ does: 'settle', code, afterMs });

function planOfOutcome(direction: Direction, outcome: Outcome, { successAfterMs }: Waits): Plan {
  if (outcome === 'hangs') return { does: 'wait', expiresAfterMs: null };
  if (direction === 'in' && outcome === 'waits') return { does: 'wait', expiresAfterMs: APPROVAL_MS };
  const codes = direction === 'in' ? codesOfPayers : direction === 'out' ? codesOfRecipients : {};
  return settle(codes[outcome] ?? null, successAfterMs);
}

type Codes = Readonly<Partial<Record<Outcome, string>>>;

/** Also the code with which POST /_control/answer settles a collection. */
export const codesOfPayers: Codes = {
  insufficient_funds: 'NOT_ENOUGH_FUNDS',
  declined: 'APPROVAL_REJECTED',
  expires: 'EXPIRED',
  not_found: 'PAYER_NOT_FOUND',
  limit: 'PAYER_LIMIT_REACHED',
  unavailable: 'SERVICE_UNAVAILABLE',
};

export const codesOfRecipients: Codes = {
  recipient_not_found: 'PAYEE_NOT_FOUND',
  cannot_receive: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
};

/** The operator's page "Sandbox use cases": 467331234xx. */
const testNumbers: Readonly<Record<'in' | 'out', Readonly<Record<string, string>>>> = {
  in: {
    50: 'INTERNAL_PROCESSING_ERROR',
    51: 'APPROVAL_REJECTED',
    52: 'EXPIRED',
    55: 'PAYER_NOT_FOUND',
    56: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
    57: 'at once NOT_ALLOWED',
    58: 'at once NOT_ALLOWED_TARGET_ENVIRONMENT',
    59: 'at once INVALID_CALLBACK_URL_HOST',
    60: 'at once INVALID_CURRENCY',
    61: 'at once INTERNAL_PROCESSING_ERROR',
    62: 'at once SERVICE_UNAVAILABLE',
    63: 'COULD_NOT_PERFORM_TRANSACTION',
    64: 'TRANSFER_TYPE_UNKNOWN',
  },
  out: {
    50: 'INTERNAL_PROCESSING_ERROR',
    51: 'APPROVAL_REJECTED',
    52: 'EXPIRED',
    55: 'NOT_ENOUGH_FUNDS',
    56: 'PAYER_LIMIT_REACHED',
    57: 'PAYEE_NOT_FOUND',
    58: 'at once NOT_ALLOWED',
    59: 'at once NOT_ALLOWED_TARGET_ENVIRONMENT',
    60: 'at once INVALID_CALLBACK_URL_HOST',
    61: 'at once INVALID_CURRENCY',
    62: 'at once INTERNAL_PROCESSING_ERROR',
    63: 'at once SERVICE_UNAVAILABLE',
    64: 'TRANSFER_TYPE_UNKNOWN',
  },
};

function planOfTestNumber(direction: Direction, partyId: string, { successAfterMs }: Waits): Plan | null {
  const [, last] = /^467331234(\d\d)$/.exec(partyId) ?? [];
  if (last === undefined || direction === 'back') return null;
  if (last === '53') return settle(null, ONGOING_MS);
  if (last === '54') return settle(null, DELAYED_MS);
  const [, atOnce, code] = /^(at once )?(\w+)$/.exec(testNumbers[direction][last] ?? '') ?? [];
  if (code === undefined) return null;
  if (!atOnce) return settle(code, successAfterMs);
  return { does: 'refuse', status: code === 'SERVICE_UNAVAILABLE' ? 503 : 500, code };
}

function planOfAmount(amount: string, { successAfterMs }: Waits): Plan | null {
  switch (amount.replace(/\.0+$/, '')) {
    case '1000':
      return settle(null, successAfterMs);
    case '2000':
      return settle('INTERNAL_PROCESSING_ERROR', successAfterMs);
    case '3000':
      return settle(null, ONGOING_MS);
    case '4000':
      return settle('INTERNAL_PROCESSING_ERROR', ONGOING_MS);
    case '5000':
    case '6000':
      return { does: 'wait', expiresAfterMs: null };
    case '7000':
      return settle('TRANSFER_TYPE_UNKNOWN', successAfterMs);
    default:
      return null;
  }
}
