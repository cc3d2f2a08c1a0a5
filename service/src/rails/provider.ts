import type { TSchema } from 'typebox';
import type { RailDownload, RailHttp } from './http.ts';
import type { Rail } from './rail.ts';

/** A rail as its provider's connector needs it. */
export type RailSettings = {
  /** The slug. */
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly currency: string;
  /** The decimals of the currency (ISO 4217). */
  readonly exponent: number;
  readonly livemode: boolean;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** As the provider's schema says; opened from their seal, never logged. */
  readonly credentials: unknown;
};

export type RailTools = {
  readonly http: RailHttp;
  /** Reads a file that an answer names. */
  readonly download?: RailDownload;
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * The address for callbacks about no single record, such as webhooks and confirmations of unasked money; null if the
   * deployment has no public address.
   */
  railCallbackUrl(): string | null;
};

/** A company that moves money, and how to connect to it. */
export type Provider = {
  /** The name in `npm run admin -- rails add <name>`. */
  readonly name: string;
  /** The company's name for people, such as "MTN MoMo". */
  readonly title: string;
  /** The fields of the credentials file. */
  readonly credentials: TSchema;
  /** The base address of the provider's own hosts; null if it depends on the country. */
  readonly hosts: { readonly test: string | null; readonly live: string | null };
  /** ISO 4217 codes by ISO 3166-1 alpha-2 country. Empty: any. */
  readonly countries: Readonly<Record<string, readonly string[]>>;
  connect(settings: RailSettings, tools: RailTools): Rail;
};
