import { amountText, readAmount } from '../amount-text.ts';
import { plainText } from '../plain-text.ts';
import type { Disbursement, PayOutAnswer } from '../rail.ts';
import { failedPayout, payoutVerdict, readWaveError, type WaveError, waveFailure } from './codes.ts';

/** A payout, as far as an item needs it. */
export type WavePayout = {
  readonly id: string;
  /** Our id. */
  readonly reference: string | null;
  readonly status: string;
  readonly amount: unknown;
  readonly currency: string;
  readonly fee: unknown;
  /** The time of the request, milliseconds since 1970. */
  readonly requestedAt: number;
  readonly error: WaveError | null;
};

export type WavePayoutOptions = { readonly exponent: number; readonly aggregatedMerchant: string | undefined };

/** docs.wave.com, Payout: the reason is on the recipient's receipt. */
const MAX_REASON = 40;
const MAX_NAME = 255;
/** The state of a payout that Wave is still working on, and of a batch. */
const ASK_MS = 2_000;

/** @returns the body of `POST /v1/payout`; null if the amount is not whole, which Wave cannot pay */
export function payoutBody(item: Disbursement, { exponent, aggregatedMerchant }: WavePayoutOptions): object | null {
  const amount = amountText(item.amount, exponent);
  if (amount.includes('.')) return null;
  // Only what never changes: another body under the same key would be refused at a repeat.
  const reason = plainText(item.description ?? '', MAX_REASON);
  const name = item.name?.slice(0, MAX_NAME);
  return {
    currency: item.currency,
    receive_amount: amount,
    mobile: item.recipient,
    ...(name ? { name } : {}),
    ...(reason === '' ? {} : { payment_reason: reason }),
    client_reference: item.id,
    ...(aggregatedMerchant === undefined ? {} : { aggregated_merchant_id: aggregatedMerchant }),
  };
}

export const notPayable: PayOutAnswer = {
  state: 'failed',
  failure: { ...waveFailure('rail_error', null), message: 'Wave pays whole amounts only, without decimals.' },
};

/** @param body parsed JSON of any shape. @returns null if it is no payout */
export function readWavePayout(body: unknown): WavePayout | null {
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  const { id, status, currency, client_reference: reference, timestamp } = fields;
  if (typeof id !== 'string' || typeof status !== 'string') return null;
  return {
    id,
    reference: typeof reference === 'string' ? reference : null,
    status,
    amount: fields.receive_amount,
    currency: typeof currency === 'string' ? currency : '',
    fee: fields.fee,
    requestedAt: typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN,
    error: readWaveError(fields.payout_error),
  };
}

/** @returns the payouts of a search or of a batch; null if the body has no list */
export function readWavePayouts(body: unknown): WavePayout[] | null {
  const { result, payouts } = (body ?? {}) as { result?: unknown; payouts?: unknown };
  const list = result ?? payouts;
  return Array.isArray(list) ? list.map(readWavePayout).filter((payout) => payout !== null) : null;
}

/** The one of several payouts of an item that says most: one that moved money or may do so, then one that failed. */
export function choosePayout(payouts: readonly WavePayout[]): WavePayout | undefined {
  const byStatus = (wanted: string) => payouts.find(({ status }) => status === wanted);
  return byStatus('succeeded') ?? byStatus('processing') ?? byStatus('reversed') ?? payouts.at(-1);
}

/** True for a payout that certainly failed because our float was empty: the item waits for the float. */
export const failedByFloat = ({ status, error }: WavePayout): boolean =>
  status === 'failed' && payoutVerdict(error).kind === 'float';

export const emptyFloat = (code: string): PayOutAnswer => ({
  state: 'not_taken',
  fault: 'float',
  why: `Wave's answer is ${code}`,
});

/** The state of the item. An amount that is not the item's, or an unknown status, leaves the outcome open. */
export function payoutAnswer(payout: WavePayout, item: Disbursement, exponent: number): PayOutAnswer {
  const { id: handle, status } = payout;
  if (payout.reference !== null && payout.reference !== item.id)
    throw new Error(`${item.id}: Wave's payout ${handle} belongs to ${payout.reference}`);
  if (status === 'failed')
    return failedByFloat(payout)
      ? emptyFloat(payout.error!.code)
      : { state: 'failed', failure: failedPayout(payout.error), handle };
  if (status === 'reversed') return { state: 'returned', failure: reversed };
  if (status !== 'succeeded') return { state: 'pending', handle, askAgainInMs: ASK_MS };
  if (readAmount(payout.amount, exponent) !== item.amount || payout.currency !== item.currency)
    throw new Error(`${item.id}: Wave's payout ${handle} has another amount`);
  const fee = readAmount(payout.fee, exponent);
  return { state: 'succeeded', railReference: handle, handle, ...(fee === null ? {} : { fee }) };
}

const reversed = { ...waveFailure('rail_error', 'reversed'), message: 'The provider took the money back.' };
