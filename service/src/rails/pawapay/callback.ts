import { derivedUuid } from '../derived-uuid.ts';
import type { CallbackRequest, ReadCallback } from '../rail.ts';
import type { PawapayRail } from './client.ts';
import type { PublicKeys } from './public-keys.ts';
import { faultOfSignature, readMessageSignature } from './signature.ts';

const idFields = ['depositId', 'payoutId', 'refundId'];

/**
 * Reads a callback. It is a hint to ask pawaPay, even if it is signed. An id of ours in it counts only if pawaPay's id
 * follows from it.
 * @throws if the body is not in pawaPay's form
 */
export async function receiveFromPawapay(
  { credentials, now }: PawapayRail,
  keys: PublicKeys,
  request: CallbackRequest,
): Promise<ReadCallback> {
  const signature = readMessageSignature(request.headers);
  const claimsOne = request.headers.signature !== undefined || request.headers['signature-input'] !== undefined;
  if (signature) {
    const key = await keys.find(signature.keyId);
    if (!key || faultOfSignature(request, signature, key, now()) !== null) return { refused: 'signature' };
  } else if (claimsOne || credentials.signed_callbacks) return { refused: 'signature' };
  const body = JSON.parse(request.body.toString()) as Readonly<Record<string, unknown>> | null;
  const field = idFields.find((name) => typeof body?.[name] === 'string');
  if (!body || !field) throw new Error('a callback of pawaPay has a depositId, a payoutId or a refundId');
  const handle = String(body[field]).toLowerCase();
  return { answer: { status: 200 }, about: ourIdIn(body, handle), handle };
}

/** Deposits and payouts name our id in two places, refunds in the metadata alone. */
function ourIdIn(body: Readonly<Record<string, unknown>>, handle: string): string | null {
  const metadata = typeof body.metadata === 'object' && body.metadata !== null ? body.metadata : {};
  const named = [body.clientReferenceId, (metadata as Readonly<Record<string, unknown>>).reference];
  return named.find((id): id is string => typeof id === 'string' && derivedUuid(id) === handle) ?? null;
}
