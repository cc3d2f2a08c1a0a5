import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { africasTalking } from './africas-talking.ts';
import { smtpEmail } from './email.ts';
import { httpGateway } from './http-gateway.ts';
import { africasTalkingInbound, gatewayInbound, type InboundReader, twilioInbound } from './inbound.ts';
import { logEmail, logSms } from './log.ts';
import { type Outbox, type OutboxOptions, openOutbox } from './outbox.ts';
import type { EmailSender, SmsSender } from './sender.ts';
import { twilio } from './twilio.ts';

export type Messages = { readonly outbox: Outbox } & Pick<OutboxOptions, 'sms' | 'email' | 'onOutcome'>;

/**
 * Opens the configured senders and the outbox with them. The settings were checked: everything that these senders need
 * is present.
 */
export function openMessages(config: Config, log: Logger, onOutcome: OutboxOptions['onOutcome']): Messages {
  const senders = { sms: smsSender(config, log), email: emailSender(config, log) };
  return { outbox: openOutbox({ ...senders, log, onOutcome }), ...senders, onOutcome };
}

function smsSender(config: Config, log: Logger): SmsSender {
  const from = config.SMS_FROM;
  switch (config.SMS_SENDER) {
    case 'log':
      return logSms(log);
    case 'http':
      return httpGateway({
        url: config.SMS_HTTP_URL,
        method: config.SMS_HTTP_METHOD,
        headers: config.SMS_HTTP_HEADERS,
        type: config.SMS_HTTP_TYPE,
        body: config.SMS_HTTP_BODY,
        expect: config.SMS_HTTP_EXPECT,
        from,
      });
    case 'twilio': {
      const messagingServiceSid = config.TWILIO_MESSAGING_SERVICE_SID;
      return twilio({
        baseUrl: config.TWILIO_URL,
        accountSid: config.TWILIO_ACCOUNT_SID,
        authToken: config.TWILIO_AUTH_TOKEN,
        from: messagingServiceSid === '' ? { number: from } : { messagingServiceSid },
      });
    }
    case 'africas-talking':
      return africasTalking({
        baseUrl: config.AFRICAS_TALKING_URL,
        username: config.AFRICAS_TALKING_USERNAME,
        apiKey: config.AFRICAS_TALKING_API_KEY,
        from,
      });
  }
}

/** The form of inbound messages of the configured sender. The `log` has none and takes those of a gateway. */
export function inboundReader(config: Config): InboundReader {
  if (config.SMS_SENDER === 'twilio') return twilioInbound(config.TWILIO_AUTH_TOKEN);
  return config.SMS_SENDER === 'africas-talking' ? africasTalkingInbound : gatewayInbound;
}

function emailSender(config: Config, log: Logger): EmailSender {
  if (config.SMTP_URL === '') return logEmail(log);
  return smtpEmail({ url: config.SMTP_URL, from: config.EMAIL_FROM, live: config.LIVE });
}
