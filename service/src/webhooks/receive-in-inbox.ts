import { verify } from '../core/signature.ts';
import type { Request, Sender } from './send.ts';

export type InboxVerdict = 'valid' | 'invalid';

/**
 * The receiver of a test integration's inbox, in place of a network: it gets the same headers and bytes as any other
 * endpoint, checks the signature as docs/webhooks.md tells receivers to, and answers.
 */
export function inboxReceiver(secret: string, headerPrefix: string): Pick<Sender, 'send'> {
  return {
    send: async ({ headers, body }: Request) => {
      const began = performance.now();
      const header = headers[`${headerPrefix}-Signature`] ?? '';
      const isValid = verify(header, body, secret, Math.floor(Date.now() / 1000));
      const signature: InboxVerdict = isValid ? 'valid' : 'invalid';
      return {
        responseStatus: isValid ? 200 : 400,
        responseHeaders: { 'content-type': 'application/json' },
        responseBody: JSON.stringify({ signature }),
        error: null,
        durationMs: Math.round(performance.now() - began),
        retryAfterMs: null,
      };
    },
  };
}
