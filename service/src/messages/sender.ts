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

/** Resolves when the provider has accepted the message, within 10 s, or rejects with a SendFailure. */
export type SmsSender = { send(message: SmsMessage): Promise<void> };
export type EmailSender = { send(message: EmailMessage): Promise<void> };

/** The most time that one send may take. */
export const SEND_MS = 10_000;

/**
 * The reason why a message was not accepted. It goes to the log, so it contains only this service's own words, statuses
 * and error codes. It never contains the message, the recipient, credentials, or free text of the other side, because
 * answers tend to echo the request.
 */
export class SendFailure extends Error {
  override readonly name = 'SendFailure';
}
