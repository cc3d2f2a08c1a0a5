import type { RefundAnswer, Repayment } from '../rail.ts';
import { refusedKey, type WaveCall } from './call.ts';
import { isSession, type WaveCheckout } from './checkout.ts';
import { checkoutVerdict, readWaveError, waveFailure } from './codes.ts';

/**
 * Gives a payment back, always whole. Wave does it once for each session, however often it is asked, and keeps no state
 * of it: the empty answer 200 is the success.
 */
export async function refundSession(
  call: WaveCall,
  checkout: Pick<WaveCheckout, 'search'>,
  { id, amount, payment }: Repayment,
): Promise<RefundAnswer> {
  if (amount !== payment.amount) return { state: 'failed', failure: notWhole };
  const found = payment.handle === null ? await checkout.search(payment.id) : null;
  if (found === 'unknown') return { state: 'not_taken', why: 'Wave did not find the session' };
  if (found !== null && !isSession(found)) return found;
  const handle = payment.handle ?? found?.id;
  if (handle === undefined) return otherWallet;
  const path = `/v1/checkout/sessions/${encodeURIComponent(handle)}/refund`;
  const response = await call('POST', path, { key: id });
  if (response.kind === 'not_taken') return { state: 'not_taken', why: response.why };
  if (response.kind === 'unknown') return { state: 'pending' };
  const { status, json } = response;
  const error = readWaveError(json);
  const refused = refusedKey(response);
  if (refused) return refused;
  if (status === 200) return error ? { state: 'pending' } : { state: 'succeeded', railReference: null, handle };
  const verdict = checkoutVerdict(status < 400 ? null : error);
  if (verdict.kind === 'refused') return { state: 'failed', failure: verdict.failure };
  return verdict.kind === 'missing' ? otherWallet : { state: 'pending' };
}

/**
 * A refund that was sent before is repeated. A refusal to take the repeat says nothing about the first, but a refused
 * key is reported.
 */
export async function repeatRefund(...asked: Parameters<typeof refundSession>): Promise<RefundAnswer> {
  const answer = await refundSession(...asked);
  return answer.state === 'not_taken' && answer.fault !== 'credentials' ? { state: 'pending' } : answer;
}

const notWhole = { ...waveFailure('rail_error', null), message: 'Wave refunds only the whole payment.' };
const otherWallet: RefundAnswer = {
  state: 'not_taken',
  fault: 'setup',
  why: 'Wave does not know the session: the key belongs to another wallet',
};
