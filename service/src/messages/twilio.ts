import { exchange, parseObject } from './exchange.ts';
import { SendFailure, type SmsSender } from './sender.ts';

export type TwilioOptions = {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** A number or name, or the messaging service that chooses one. */
  readonly from: { readonly number: string } | { readonly messagingServiceSid: string };
  readonly timeoutMs?: number;
};

/** @see https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource */
export function twilio({ baseUrl, accountSid, authToken, from, timeoutMs }: TwilioOptions): SmsSender {
  const sender: [string, string] =
    'number' in from ? ['From', from.number] : ['MessagingServiceSid', from.messagingServiceSid];
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    send: async ({ to, text }) => {
      const answer = await exchange(
        {
          who: 'Twilio',
          url: `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
          method: 'POST',
          headers: {
            authorization,
            accept: 'application/json',
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: new URLSearchParams([['To', to], sender, ['Body', text]]).toString(),
          reason: (text) => numbered(parseObject(text).code),
        },
        timeoutMs,
      );
      const { status, error_code: error } = parseObject(answer.text);
      if (status === 'failed' || status === 'undelivered')
        throw new SendFailure(`Twilio did not send it${numbered(error)}`);
    },
  };
}

/** Twilio's error codes have five digits. The message beside them quotes the request. */
const numbered = (code: unknown) =>
  typeof code === 'number' && code >= 10_000 && code <= 99_999 ? `, error ${code}` : '';
