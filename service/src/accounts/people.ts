import type { Logger } from 'pino';
import type { Devices } from '../access/tokens/devices.ts';
import type { Tokens } from '../access/tokens/tokens.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../db/database.ts';
import type { Passwords } from './passwords.ts';

/** A one-time code on its way to a person. */
export type CodeMessage = {
  readonly to: string;
  readonly by: 'sms' | 'email';
  readonly purpose: 'login' | 'register' | 'enable' | 'disable' | 'reset' | 'approve' | 'device';
  readonly code: string;
  readonly language: string;
  /** What an approval is for. */
  readonly payment?: { readonly merchant: string; readonly amount: bigint; readonly currency: string };
};

/** Something that a person should know of. */
export type Notice = {
  readonly to: string;
  readonly by: 'sms' | 'email';
  readonly what: 'password_changed' | 'two_factor_on' | 'two_factor_off';
  readonly language: string;
};

/** To a developer, with the token that accepts it. */
export type InvitationMessage = {
  readonly to: string;
  readonly integration: string;
  readonly token: string;
  readonly language: string;
};

/** Whose phones may be registered in live, and how many of a country may await their code in an hour. */
export type Registrations = {
  readonly countries: ReadonlySet<string> | null;
  readonly mostPerHour: number;
  /** Of one network within an hour, in each mode; null for no bound. */
  readonly perNetwork: number | null;
  /** Who may register in test. */
  readonly test: 'open' | 'invited' | 'closed';
};

/** How many invitations are sent: in all within an hour, and of an integration in test within a day (null for no bound). */
export type Invitations = {
  readonly perHour: number;
  readonly perDayInTest: number | null;
  /** Whether networks are bounded. */
  readonly perNetwork: boolean;
};

/** Codes by SMS within a day to merchants' test logins. They cost money, and anybody can ask for them. */
export type TestCodes = { readonly perLogin: number; readonly perNetwork: number; readonly perCountry: number };

/** What logging in takes, put together once. */
export type People = {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly devices: Devices;
  /** Hands a message over; it does not wait for its delivery. */
  readonly sendCode: (message: CodeMessage) => void;
  readonly tell: (notice: Notice) => void;
  readonly invite: (invitation: InvitationMessage) => void;
  /**
   * Whether a message could be taken, asked before it is known whether anybody gets one.
   * @throws Refusal service_unavailable
   */
  readonly checkRoom: (channel: 'sms' | 'email', lane: 'code' | 'other') => void;
  readonly invitations: Invitations;
  /** Bounds of real codes for merchants' test logins; null where SMS go to the log, and `000000` is their code. */
  readonly testCodes: TestCodes | null;
  /** Whether this deployment has a live world. */
  readonly live: boolean;
  /** Of the wallet that is opened at registration. */
  readonly defaultCurrency: string;
  readonly registrations: Registrations;
  /** What the service calls itself to people. */
  readonly brand: string;
  readonly log: Logger;
};
