import type { Logger } from 'pino';
import type { EmailSender, SmsSender } from './sender.ts';

/**
 * For a sandbox, where SMS go to the log. Codes are written nowhere else, and the settings refuse this sender in live.
 */
export const logSms = (log: Logger): SmsSender => ({
  send: async ({ to, text }) => log.info({ to, text }, 'SMS written to the log, because SMS_SENDER=log'),
});

/** The same for e-mail. */
export const logEmail = (log: Logger): EmailSender => ({
  send: async ({ to, subject, text }) =>
    log.info({ to, subject, text }, 'e-mail written to the log, because SMTP_URL is not set'),
});
