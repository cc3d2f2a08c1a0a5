import { Refusal } from '../kernel/refusal.ts';
import type { Kyc } from './kyc.ts';

/** The store of documents may be far away: where it fails the request is 503, and the log says why. */
export async function reachStore<T>(
  work: Promise<T>,
  { onError }: Pick<Kyc, 'onError'>,
  requestId: string,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    onError(error, requestId);
    throw new Refusal('service_unavailable', 'The document store cannot be reached. Send the request again.');
  }
}
