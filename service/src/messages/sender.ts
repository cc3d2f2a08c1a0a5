export type SmsMessage = {
  /** E.164. */
  readonly to: string;
  readonly text: string;
};

export type EmailMessage = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Resolves once the operator has taken the message, within 10 s, or rejects with a SendFailure. */
export type SmsSender = { send(message: SmsMessage): Promise<void> };
export type EmailSender = { send(message: EmailMessage): Promise<void> };

/** All that one send may take, whatever the other side does. */
export const SEND_MS = 10_000;

/**
 * Why a message was not taken. It goes to the log, so it is made of this service's own words, statuses and error codes:
 * never of what was sent, whom to, credentials, or what the other side wrote freely (answers tend to echo the request).
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
}
