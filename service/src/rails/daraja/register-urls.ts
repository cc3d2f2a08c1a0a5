import { type DarajaCall, isNotTaken } from './api.ts';
import { callbackFault, stepUrl } from './callback-url.ts';
import type { DarajaCredentials } from './credentials.ts';

/** Registrations by this process. */
export type Registered = { pull: boolean; c2b: boolean };

/**
 * Registers the short code for the transaction pull and, where the credentials say so, the addresses for unasked money.
 * Both happen once: the provider says so if they were registered before.
 * @throws if the provider did not take one of them; the next refresh tries again
 */
export async function registerUrls(
  call: DarajaCall,
  credentials: DarajaCredentials,
  callbackUrl: string | null,
  registered: Registered,
): Promise<void> {
  if (callbackUrl === null) return;
  const fault = callbackFault(callbackUrl);
  if (fault) throw new Error(fault.why);
  const { nominated_number: nominated, register_urls: isWanted, short_code: shortCode } = credentials;
  if (nominated && !registered.pull) {
    await post(call, '/pulltransactions/v1/register', {
      ShortCode: shortCode,
      RequestType: 'Pull',
      NominatedNumber: nominated,
      CallBackURL: callbackUrl,
    });
    registered.pull = true;
  }
  if (isWanted && !registered.c2b) {
    await post(call, '/mpesa/c2b/v2/registerurl', {
      ShortCode: shortCode,
      // Without our validation in time, the customer's payment completes.
      ResponseType: 'Completed',
      ConfirmationURL: callbackUrl,
      ValidationURL: stepUrl(callbackUrl, 'validation'),
    });
    registered.c2b = true;
  }
}

async function post(call: DarajaCall, path: string, body: object): Promise<void> {
  const reply = await call(path, body);
  if (isNotTaken(reply)) throw new Error(`${path}: ${reply.why}`);
  if (reply.is === 'ok') return;
  const text = reply.is === 'error' ? reply.error.errorMessage : 'no answer';
  if (!/already registered/i.test(text)) throw new Error(`${path}: ${text}`);
}
