import { currencyRule } from '../config/config.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { MessageQueue } from '../messages/enqueue.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { SmsKey } from '../messages/texts/catalogue.ts';
import { languageOf, readableAmount, readableName, writeEmail, writeSms } from '../messages/texts.ts';
import type { CodeMessage, InvitationMessage, People } from './people.ts';

export type Sending = {
  readonly outbox: Pick<Outbox, 'sms' | 'email' | 'checkRoom'>;
  /** For notices, which must survive a crash. */
  readonly queue: MessageQueue;
  readonly brand: string;
  /** The base URL of the service's own pages. */
  readonly docBase: string;
  /** Whether e-mail is sent, and not only written to the log. */
  readonly sendsEmail: boolean;
};

const texts = {
  login: 'login_code',
  device: 'login_code',
  enable: 'login_code',
  disable: 'login_code',
  register: 'registration_code',
  reset: 'password_reset_code',
} as const satisfies Partial<Record<CodeMessage['purpose'], SmsKey>>;

/** Writes messages to people in their language: notices go into the durable queue, all others into the outbox. */
export function createSending({
  outbox,
  queue,
  brand,
  docBase,
  sendsEmail,
}: Sending): Pick<People, 'sendCode' | 'tell' | 'invite' | 'linkToCopy' | 'checkRoom'> {
  // Browsers do not send the part behind the #, so the token appears in no server's log.
  const linkOf = (token: string) => `${docBase}/dashboard/invitation#${token}`;
  /**
   * `checkRoom` has already answered 503 to every caller if the outbox was full. An outbox that filled up since is
   * not reported, because the answer would differ for a phone with an account. The person can ask for the code again.
   */
  const deliver = (act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  };
  return {
    checkRoom: outbox.checkRoom,
    sendCode: ({ to, by, purpose, code, payment, ...message }: CodeMessage) => {
      const language = languageOf(message.language);
      const wording = { brand, language };
      if (purpose === 'approve') {
        const { merchant, amount, currency } = payment!;
        const values = {
          code,
          merchant: readableName(merchant),
          amount: readableAmount(amount, currencyRule(currency)!, language),
        };
        deliver(() => outbox.sms(writeSms(to, 'payment_approval_code', values, wording), 'code'));
      } else if (by === 'email') deliver(() => outbox.email(writeEmail(to, texts[purpose], { code }, wording), 'code'));
      else deliver(() => outbox.sms(writeSms(to, texts[purpose], { code }, wording), 'code'));
    },
    tell: async (tx, { to, by, what, ...notice }) => {
      const wording = { brand, language: languageOf(notice.language) };
      const common = { world: null, kind: what };
      await queue.add(tx, [
        by === 'email'
          ? { ...common, channel: by, message: writeEmail(to, what, {}, wording) }
          : { ...common, channel: by, message: writeSms(to, what, {}, wording) },
      ]);
    },
    invite: ({ to, integration, token, language }: InvitationMessage) => {
      const values = { integration: readableName(integration), link: linkOf(token) };
      deliver(() =>
        outbox.email(writeEmail(to, 'developer_invitation', values, { brand, language: languageOf(language) })),
      );
    },
    linkToCopy: (token) => (sendsEmail ? null : linkOf(token)),
  };
}
