import type { NotTaken } from '../../core/payment.ts';
import type { RailResponse } from '../http.ts';
import { notSent, reasonIn } from './answers.ts';
import type { PawapayRail } from './client.ts';

/** A phone as pawaPay addresses it. */
export type OperatorAccount = { readonly provider: string; readonly phoneNumber: string };

export type Prediction =
  | { readonly kind: 'known'; readonly account: OperatorAccount }
  /** Certain: the number does not belong to the rail's country. `code` is pawaPay's. */
  | { readonly kind: 'no_account'; readonly code: string | null }
  /** pawaPay did not answer. Nothing was sent. */
  | { readonly kind: 'not_taken'; readonly answer: NotTaken };

export type Predictions = (phone: string) => Promise<Prediction>;

/** A ported number is found again after a day. */
const LIFE_MS = 86_400_000;
const MOST_KNOWN = 10_000;

/**
 * Finds the operator of a phone (E.164): the one of the credentials, or the one that pawaPay predicts. It follows
 * ported numbers only in part, so a customer who is not found may have another operator.
 */
export function predictOperators({ client, country, credentials, now }: PawapayRail): Predictions {
  const known = new Map<string, { readonly account: OperatorAccount; readonly until: number }>();
  return async (phone) => {
    const digits = phone.replace(/^\+/, '');
    if (credentials.operator)
      return { kind: 'known', account: { provider: credentials.operator, phoneNumber: digits } };
    const found = known.get(digits);
    if (found && found.until > now()) return { kind: 'known', account: found.account };
    const response = await client.post('/v2/predict-provider', { phoneNumber: digits });
    const prediction = readPrediction(response, country);
    if (prediction.kind === 'known') {
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
      known.set(digits, { account: prediction.account, until: now() + LIFE_MS });
    }
    return prediction;
  };
}

/** Reads the response to `POST /v2/predict-provider`. */
function readPrediction(response: RailResponse, country: string): Prediction {
  if (response.kind !== 'answered') return { kind: 'not_taken', answer: notSent(response) };
  const { provider, phoneNumber, country: its } = (response.json ?? {}) as Readonly<Record<string, unknown>>;
  if (response.status === 200 && typeof provider === 'string' && typeof phoneNumber === 'string') {
    if (its !== country) return { kind: 'no_account', code: null };
    return { kind: 'known', account: { provider, phoneNumber } };
  }
  const reason = reasonIn(response.json);
  if (reason?.code === 'INVALID_PHONE_NUMBER') return { kind: 'no_account', code: reason.code };
  return { kind: 'not_taken', answer: notSent(response) };
}
