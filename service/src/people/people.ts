import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import type { Secrets } from '../secrets.ts';
import type { Devices } from '../tokens/devices.ts';
import type { Tokens } from '../tokens/tokens.ts';
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
export type Registrations = { readonly countries: ReadonlySet<string> | null; readonly mostPerHour: number };

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
  /** Whether this deployment has a live world. */
  readonly live: boolean;
  /** Of the wallet that is opened at registration. */
  readonly defaultCurrency: string;
  readonly registrations: Registrations;
  /** What the service calls itself to people. */
  readonly brand: string;
  readonly log: Logger;
};
