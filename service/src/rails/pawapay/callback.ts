import type { CallbackRequest, ReadCallback } from '../rail.ts';
import type { PawapayConfiguration, PawapayService } from './active-configuration.ts';
import type { PawapayRail } from './client.ts';
import type { Configurations } from './configuration.ts';
import { isOutgoingId } from './outgoing.ts';
import type { PublicKeys } from './public-keys.ts';
import { faultOfSignature, readMessageSignature } from './signature.ts';

type Json = Readonly<Record<string, unknown>>;
const idFields = ['depositId', 'payoutId', 'refundId'];

/**
 * Reads a callback. It is a hint to ask pawaPay, even if it is signed. An id of ours in it counts only if pawaPay's id
 * follows from it.
 * @throws if the body is not in pawaPay's form
 */
export async function receiveFromPawapay(
  rail: PawapayRail,
  { keys, configurations }: { readonly keys: PublicKeys; readonly configurations: Configurations },
  request: CallbackRequest,
): Promise<ReadCallback> {
  const { credentials, now } = rail;
  const signature = readMessageSignature(request.headers);
  const claimsOne = request.headers.signature !== undefined || request.headers['signature-input'] !== undefined;
  if (signature) {
    const key = await keys.find(signature.keyId);
    if (!key || faultOfSignature(request, signature, key, now()) !== null) return { refused: 'signature' };
  } else if (claimsOne || credentials.signed_callbacks) return { refused: 'signature' };
  const body = JSON.parse(request.body.toString()) as Json | null;
  // The service asks for its statements.
  if (typeof body?.statementId === 'string') return { answer: { status: 200 }, about: null };
  const field = idFields.find((name) => typeof body?.[name] === 'string');
  if (!body || !field) throw new Error('a callback of pawaPay has a depositId, a payoutId or a refundId');
  if (isOfOtherRail(rail, configurations.known(), body)) return { answer: { status: 200 }, about: null };
  const handle = String(body[field]).toLowerCase();
  return { answer: { status: 200 }, about: ourIdIn(body, handle), handle };
}

/**
 * pawaPay has one callback address for an account, so a rail also gets the callbacks of the account's other countries,
 * currencies and operators. They name no record here; their own rails learn of them from the state query.
 */
function isOfOtherRail(
  { country, currency, credentials }: PawapayRail,
  configuration: PawapayConfiguration | null,
  body: Json,
): boolean {
  if ((body.country ?? country) !== country || (body.currency ?? currency) !== currency) return true;
  const { accountDetails } = (body.payer ?? body.recipient ?? {}) as { accountDetails?: { provider?: unknown } };
  const provider = accountDetails?.provider;
  if (provider === undefined) return false;
  if (credentials.operator !== undefined) return provider !== credentials.operator;
  // pawaPay never predicts an operator that redirects: such a payment is of a rail with that operator alone.
  const isRedirect = ({ provider: one, authorisation }: PawapayService) =>
    one === provider && authorisation === 'redirect';
  return configuration?.services.some(isRedirect) ?? false;
}

/** Deposits and payouts name our id in two places, refunds in the metadata alone. */
function ourIdIn(body: Json, handle: string): string | null {
  const metadata = typeof body.metadata === 'object' && body.metadata !== null ? body.metadata : {};
  const named = [body.clientReferenceId, (metadata as Json).reference];
  return named.find((id): id is string => typeof id === 'string' && isOutgoingId(handle, id)) ?? null;
}
