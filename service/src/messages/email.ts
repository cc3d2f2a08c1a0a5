import type { SendMailOptions } from 'nodemailer';
import { type EmailSender, SEND_MS, SendFailure } from './sender.ts';

export type EmailOptions = {
  /** `smtps://user:password@host:port`, or `smtp://` for STARTTLS. */
  readonly url: string;
  readonly from: string;
  readonly live: boolean;
  readonly timeoutMs?: number;
};

/** A single bare address, without characters that could end a header or begin another recipient. */
const ADDRESS = /^[^\s<>",;:@\p{Cc}]{1,64}@[^\s<>",;:@\p{Cc}]{1,255}$/u;

/** Sends plain text through an SMTP server, one connection per message, within 10 s. */
export function smtpEmail({ url, from, live, timeoutMs = SEND_MS }: EmailOptions): EmailSender {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLoopback = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const settings = {
    host,
    port: port === '' ? (protocol === 'smtps:' ? 465 : 587) : Number(port),
    secure: protocol === 'smtps:',
    // Codes, links and passwords are sent over this connection, and an attacker who strips STARTTLS would read them.
    requireTLS: !isLoopback && (live || username !== ''),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    send: async ({ to, subject, text }) => {
      if (!ADDRESS.test(to)) throw new SendFailure('The e-mail has no valid recipient address');
      const signal = AbortSignal.timeout(timeoutMs);
      // An address given as an object is not parsed, so it stays one recipient. The types do not have `signal` yet.
      const mail: SendMailOptions & { signal: AbortSignal } = {
        from,
        to: { name: '', address: to },
        subject: subject.replace(/[\p{Cc}\s]+/gu, ' ').trim(),
        text,
        signal,
      };
      // Loaded with the first message and not at each start: 39 modules.
      const { createTransport } = await import('nodemailer');
      try {
        await createTransport(settings).sendMail(mail);
      } catch (error) {
        if (signal.aborted) throw new SendFailure(`The mail server did not answer within ${timeoutMs} ms`);
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        throw new SendFailure(`The mail server did not accept it (${[code, responseCode].filter(Boolean).join(' ')})`);
      }
    },
  };
}
