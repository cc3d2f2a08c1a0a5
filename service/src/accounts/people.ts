import type { Logger } from 'pino';
import type { Devices } from '../access/tokens/devices.ts';
import type { Tokens } from '../access/tokens/tokens.ts';
import type { Database } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { Passwords } from './passwords.ts';

/** A one-time code to send to a person. */
export type CodeMessage = {
  readonly to: string;
  readonly by: 'sms' | 'email';
  readonly purpose: 'login' | 'register' | 'enable' | 'disable' | 'reset' | 'approve' | 'device' | 'alerts';
  readonly code: string;
  readonly language: string;
  /** The payment that an approval is for. */
  readonly payment?: { readonly merchant: string; readonly amount: bigint; readonly currency: string };
};

/** A notice to a person. */
export type Notice = {
  readonly to: string;
  readonly by: 'sms' | 'email';
  readonly what: 'password_changed' | 'two_factor_on' | 'two_factor_off';
  readonly language: string;
};

/** An invitation to a developer, with the token that accepts it. */
export type InvitationMessage = {
  readonly to: string;
  readonly integration: string;
  readonly token: string;
  readonly language: string;
};

/** Which phones may register in live, and how many of a country may wait for their code within an hour. */
export type Registrations = {
  readonly countries: ReadonlySet<string> | null;
  readonly mostPerHour: number;
  /** For one network within an hour, in each mode; null for no bound. */
  readonly perNetwork: number | null;
  /** The people who may register in test. */
  readonly test: 'open' | 'invited' | 'closed';
};

/**
 * How many invitations are sent: in total within an hour, and by an integration in test within a day (null for no
 * bound).
 */
export type Invitations = {
  readonly perHour: number;
  readonly perDayInTest: number | null;
  /** Whether networks are bounded. */
  readonly perNetwork: boolean;
};

/** Codes by SMS to merchants' test logins within a day. They cost money, and anybody can request them. */
export type TestCodes = { readonly perLogin: number; readonly perNetwork: number; readonly perCountry: number };

/** The parts that logins need, put together once. */
export type People = {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly devices: Devices;
  /** Hands a message to the outbox, without waiting for its delivery. */
  readonly sendCode: (message: CodeMessage) => void;
  /** Puts a notice into the durable queue, in the transaction of the change that it reports. */
  readonly tell: (tx: Tx, notice: Notice) => Promise<void>;
  readonly invite: (invitation: InvitationMessage) => void;
  /** The link of an invitation for its inviter to hand over; null if the service e-mails it. */
  readonly linkToCopy: (token: string) => string | null;
  /**
   * Checks for room in the outbox, before it is known whether a message will be sent.
   * @throws Refusal service_unavailable
   */
  readonly checkRoom: (channel: 'sms' | 'email', queue: 'code' | 'other') => void;
  readonly invitations: Invitations;
  /** Bounds for real codes to merchants' test logins; null if SMS go to the log, where `000000` is the code. */
  readonly testCodes: TestCodes | null;
  /** Whether this deployment has a live world. */
  readonly live: boolean;
  /** Currency of the wallet that is opened at registration. */
  readonly defaultCurrency: string;
  readonly registrations: Registrations;
  /** The name of the service in messages to people. */
  readonly brand: string;
  readonly log: Logger;
};
