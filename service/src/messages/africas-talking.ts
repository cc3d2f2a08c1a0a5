import { exchange, parseObject } from './exchange.ts';
import { SendFailure, type SmsSender } from './sender.ts';

export type AfricasTalkingOptions = {
  /** Without a trailing slash; empty for the default host of the username. */
  readonly baseUrl: string;
  readonly username: string;
  readonly apiKey: string;
  /** A registered name or short code; empty for the provider's own. */
  readonly from: string;
  readonly timeoutMs?: number;
};

/** Processed, sent, queued. Any other status is a failure for that number, even in a 201. */
const TAKEN = [100, 101, 102];

/** @see https://developers.africastalking.com/docs/sms/sending/bulk */
export function africasTalking({ baseUrl, username, apiKey, from, timeoutMs }: AfricasTalkingOptions): SmsSender {
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com';
  return {
    send: async ({ to, text }) => {
      const { text: answer } = await exchange(
        {
          who: "Africa's Talking",
          url: `${baseUrl || `https://${host}`}/version1/messaging`,
          method: 'POST',
          headers: {
            apiKey,
            accept: 'application/json',
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams({ username, to, message: text, ...(from ? { from } : {}) }).toString(),
        },
        timeoutMs,
      );
      checkTaken(answer);
    },
  };
}

function checkTaken(answer: string): void {
  const { Message: message, Recipients: recipients } = (parseObject(answer).SMSMessageData ?? {}) as {
    Message?: unknown;
    Recipients?: unknown;
  };
  if (!Array.isArray(recipients) || recipients.length === 0)
    throw new SendFailure(`Africa's Talking sent it to no recipient${inWord(message)}`);
  for (const { statusCode, status } of recipients)
    if (!TAKEN.includes(statusCode))
      throw new SendFailure(`Africa's Talking did not send it: ${Number(statusCode)}${inWord(status)}`);
}

/** Their reasons are single words (`InsufficientBalance`). A longer text could repeat the request. */
const inWord = (reason: unknown) =>
  typeof reason === 'string' && /^[A-Za-z]{1,30}$/.test(reason) ? ` (${reason})` : '';
