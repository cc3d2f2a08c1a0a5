import { amountText } from '../amount-text.ts';
import type { LookedUp, LookUp } from '../rail.ts';
import { type WaveCall, whyNoAnswer } from './call.ts';
import { payoutVerdict, readWaveError } from './codes.ts';

/** The path has a slash at its end (docs.wave.com, Payout). */
const PATH = '/v1/verify_recipient/';
const matches: Readonly<Record<string, LookedUp['nameMatch']>> = { MATCH: 'full', NO_MATCH: 'none' };

/**
 * Asks whether a phone can receive an amount, and whether a name is its owner's. Wave compares the name and does not
 * tell it. It blocks a number for an hour after 30 questions in five minutes.
 * @throws if Wave does not answer
 */
export async function verifyRecipient(call: WaveCall, question: LookUp, exponent: number): Promise<LookedUp> {
  const { phone, currency, name, amount } = question;
  const body = {
    mobile: phone,
    ...(name === null ? {} : { name: name.slice(0, 255) }),
    // Without an amount the smallest one asks for the account alone.
    amount: amount === null ? '1' : amountText(amount, exponent),
    currency,
  };
  const response = await call('POST', PATH, { body });
  if (response.kind !== 'answered') throw new Error(`verify_recipient: ${whyNoAnswer(response)}`);
  if (response.status !== 200) {
    const verdict = payoutVerdict(readWaveError(response.json));
    if (verdict.kind === 'refused' && verdict.failure.code === 'recipient_not_found')
      return { exists: false, canReceive: false, name: null, nameMatch: 'unknown' };
    throw new Error(`verify_recipient: ${whyNoAnswer(response)}`);
  }
  return readVerified(response.json);
}

/** @throws if the body has no answer */
export function readVerified(body: unknown): LookedUp {
  const { within_limits: within, name_match: match } = (body ?? {}) as Record<string, unknown>;
  if (typeof within !== 'boolean') throw new Error('verify_recipient: the answer has no within_limits');
  const nameMatch = matches[String(match)] ?? 'unknown';
  // NAME_NOT_KNOWN: no such number, or one without a verified name.
  return { exists: nameMatch === 'unknown' ? null : true, canReceive: within, name: null, nameMatch };
}
