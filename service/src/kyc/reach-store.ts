import { Refusal } from '../kernel/refusal.ts';
import type { Kyc } from './kyc.ts';

/** The document store may be remote. If it fails, the request gets 503, and the log has the reason. */
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
