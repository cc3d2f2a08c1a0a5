import pino from 'pino';
import { createDevices } from '../../src/access/tokens/devices.ts';
import { openSigningKeys } from '../../src/access/tokens/signing-keys.ts';
import { createTokens } from '../../src/access/tokens/tokens.ts';
import { createPasswords } from '../../src/accounts/passwords.ts';
import type { People } from '../../src/accounts/people.ts';
import type { Database } from '../../src/db/database.ts';
import { testSecrets } from './harness.ts';

/** The dependencies of login, assembled as the service does it, for tests below HTTP. */
export function makePeople(db: Database): People {
  return {
    db,
    secrets: testSecrets,
    passwords: createPasswords({ memoryMib: 19, passes: 2 }),
    tokens: createTokens(openSigningKeys(db, testSecrets.encryptionKey), 'rialto'),
    devices: createDevices(testSecrets.pepper),
    sendCode: () => {},
    tell: async () => {},
    invite: () => {},
    linkToCopy: () => null,
    checkRoom: () => {},
    testCodes: null,
    invitations: { perHour: 1_000, perDayInTest: null, perNetwork: false },
    registrations: { countries: null, mostPerHour: 1_000, perNetwork: null, test: 'open' },
    brand: 'Rialto',
    live: false,
    defaultCurrency: 'XOF',
    log: pino({ level: 'silent' }),
  };
}
