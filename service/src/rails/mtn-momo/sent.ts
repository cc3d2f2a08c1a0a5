import type { NotTaken } from '../../core/payment.ts';
import { codeIn, isPlainRefusal } from './codes.ts';
import type { MtnOrder } from './orders.ts';
import type { MtnProduct, MtnReply } from './product.ts';

/** The provider's answer to a request that moves money. */
export type MtnSent =
  | { readonly state: 'accepted' }
  /** A request with this reference exists: its state tells the rest. */
  | { readonly state: 'duplicate' }
  | NotTaken
  /** Certain: it had no effect. The code as sent, or the status of an answer without a code. */
  | { readonly state: 'refused'; readonly code: string }
  | { readonly state: 'unknown' };

/** Sends an order to a path of a product. */
export async function sendOrder(
  product: MtnProduct,
  path: string,
  { referenceId, body, callbackUrl }: MtnOrder,
): Promise<MtnSent> {
  const reply = await product({
    method: 'POST',
    path,
    headers: {
      'content-type': 'application/json',
      'x-reference-id': referenceId,
      ...(callbackUrl === null ? {} : { 'x-callback-url': callbackUrl }),
    },
    body,
  });
  return readSent(reply);
}

export function readSent(reply: MtnReply): MtnSent {
  if (reply.kind === 'unknown') return { state: 'unknown' };
  if (reply.kind === 'not_taken') {
    const { why, fault, retryAfterMs } = reply;
    return { state: 'not_taken', why, ...(fault ? { fault } : {}), ...(retryAfterMs ? { retryAfterMs } : {}) };
  }
  const { status, json } = reply;
  const code = codeIn(json);
  if (status === 202) return { state: 'accepted' };
  if (status === 409) return { state: 'duplicate' };
  if (status === 404 && code === null)
    return { state: 'not_taken', fault: 'setup', why: 'the provider has no such path: is the base address right?' };
  return isPlainRefusal(status, code) ? { state: 'refused', code: code ?? String(status) } : { state: 'unknown' };
}
