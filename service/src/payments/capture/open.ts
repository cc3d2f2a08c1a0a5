import { MOST_CAPTURE_DAYS, USUAL_CAPTURE_DAYS } from '../../../../contract/src/capture-fields.ts';
import { type FeeSchedule, tierOf } from '../../core/fee.ts';
import { writeTier } from '../../fees/stored-schedules.ts';
import type { Command } from '../../kernel/command.ts';
import { invalidField, type Refusal } from '../../kernel/refusal.ts';
import { isBuiltIn } from '../../rails/rail.ts';
import type { RoutedInput } from '../route-payment.ts';
import type { PaymentRow } from '../store.ts';

const DAY_MS = 24 * 3_600_000;

/** Checks until when the money is to be held. Shares are paid at once, so a payment in parts has none. */
export function checkCapture({ input }: Command<RoutedInput>): Refusal | null {
  const { capture, capture_before: until, split } = input;
  if (capture === 'manual' && split != null) return invalidField('split', 'not_together', { other: 'capture' });
  if (until == null) return null;
  if (capture !== 'manual') return invalidField('capture_before', 'only_with_manual');
  const time = Date.parse(until);
  const now = Date.now();
  if (Number.isNaN(time)) return invalidField('capture_before', 'not_time');
  if (time <= now) return invalidField('capture_before', 'not_in_future');
  if (time <= now + MOST_CAPTURE_DAYS * DAY_MS) return null;
  return invalidField('capture_before', 'most_days', { maximum: MOST_CAPTURE_DAYS, other: 'created_at' });
}

/** Only money in the ledger can be held: a provider's rail takes it at once. */
export function checkHolding({ input }: Command<RoutedInput>, rail: string): Refusal | null {
  return input.capture === 'manual' && !isBuiltIn(rail) ? invalidField('capture', 'cannot_hold', { rail }) : null;
}

type CaptureColumns = Pick<PaymentRow, 'capture_before' | 'authorized' | 'captured' | 'fee_rate'>;

/** The columns of a new payment for its later capture. The tier of its amount stays, however little is captured. */
export function captureOf(
  { capture, capture_before: until }: RoutedInput,
  { amount, rate, now }: { readonly amount: bigint; readonly rate: FeeSchedule; readonly now: Date },
): CaptureColumns {
  if (capture !== 'manual') return { capture_before: null, authorized: null, captured: null, fee_rate: null };
  return {
    capture_before: new Date(until ?? now.getTime() + USUAL_CAPTURE_DAYS * DAY_MS),
    authorized: amount,
    captured: 0n,
    fee_rate: writeTier(tierOf(amount, rate)),
  };
}
