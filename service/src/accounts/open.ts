import type { Logger } from 'pino';
import { createDevices } from '../access/tokens/devices.ts';
import type { Tokens } from '../access/tokens/tokens.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { MessageQueue } from '../messages/enqueue.ts';
import type { Outbox } from '../messages/outbox.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { createPasswords } from './passwords.ts';
import type { People } from './people.ts';
import { createSending } from './send.ts';

export type PeopleOptions = {
  readonly db: Database;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly outbox: Outbox;
  readonly queue: MessageQueue;
  readonly log: Logger;
};

export function openPeople({ db, config, secrets, tokens, outbox, queue, log }: PeopleOptions): People {
  return {
    db,
    secrets,
    tokens,
    devices: createDevices(secrets.pepper),
    passwords: createPasswords(
      { memoryMib: config.PASSWORD_MEMORY, passes: config.PASSWORD_PASSES },
      { processes: config.WORKERS, live: config.LIVE },
    ),
    ...createSending({
      ...{ outbox, queue, brand: config.BRAND, docBase: config.docBase },
      sendsEmail: config.SMTP_URL !== '',
    }),
    registrations: {
      countries: config.REGISTRATION_COUNTRIES,
      mostPerHour: config.REGISTRATIONS_PER_HOUR,
      perNetwork: config.RATE_LIMIT ? config.REGISTRATIONS_PER_NETWORK : null,
      test: config.TEST_REGISTRATIONS,
    },
    testCodes:
      config.SMS_SENDER === 'log'
        ? null
        : {
            perLogin: config.TEST_SMS_PER_DAY,
            perNetwork: config.TEST_SMS_PER_NETWORK,
            perCountry: config.TEST_SMS_PER_COUNTRY,
          },
    invitations: {
      perHour: config.INVITATIONS_PER_HOUR,
      perDayInTest: config.RATE_LIMIT ? config.TEST_EMAILS_PER_DAY : null,
      perNetwork: config.RATE_LIMIT,
    },
    brand: config.BRAND,
    live: config.LIVE,
    defaultCurrency: [...config.CURRENCIES.keys()][0]!,
    log,
  };
}
