import type { Database } from '../db/database.ts';
import { readBaseUrl } from './base-url.ts';
import { hideSecrets, openCredentials } from './credentials.ts';
import { type GuardOptions, guardRail } from './guard-rail.ts';
import { openRailHttp, type RailHttp } from './http.ts';
import { capPayouts } from './payout-day.ts';
import type { Provider } from './provider.ts';
import type { Rail } from './rail.ts';
import type { RailRow } from './rail-row.ts';
import type { NoteCertificate } from './watch-certificates.ts';

export type BuildOptions = {
  readonly db: Database;
  /** The key of the seals: 32 bytes. */
  readonly key: Buffer;
  readonly providers: Readonly<Record<string, Provider>>;
  /** Whether the deployment has live mode. */
  readonly live: boolean;
  /** The decimals of a currency (ISO 4217). */
  readonly exponentOf: (currency: string) => number;
  /** The address for callbacks about no single record; null if the deployment has no public address. */
  readonly callbackUrlOf: (rail: string) => string | null;
  /** Receives each new connection to a provider. */
  readonly onConnect?: NoteCertificate;
};

export type Connected = { readonly rail: Rail; readonly credentials: unknown; close(): Promise<void> };

type Sealed = { readonly row: RailRow; readonly credentials: Buffer };

/**
 * Connects a rail to its provider. Nothing is sent yet.
 * @param wrap may observe the requests, as the test of a rail does
 * @throws if the provider is unknown, the base address is not allowed here, or the seal does not open
 */
export function connectRail(
  { row, credentials: sealed }: Sealed,
  { key, providers, live, exponentOf, callbackUrlOf, onConnect }: Omit<BuildOptions, 'db'>,
  wrap: (http: RailHttp) => RailHttp = (http) => http,
): Connected {
  const provider = providers[row.provider];
  if (!provider) throw new Error(`this version has no provider "${row.provider}"`);
  const base = readBaseUrl(row.baseUrl, { live, livemode: row.livemode });
  if ('fault' in base) throw new Error(`the base URL ${row.baseUrl} ${base.fault}`);
  const credentials = openCredentials(sealed, key, row.id);
  const { http, download, close } = openRailHttp({
    baseUrl: base.url,
    onConnect: (socket) => onConnect?.({ of: 'rail', rail: row.slug }, socket),
  });
  try {
    const rail = provider.connect(
      {
        name: row.slug,
        country: row.country,
        currency: row.currency,
        exponent: exponentOf(row.currency),
        livemode: row.livemode,
        baseUrl: base.url,
        credentials,
      },
      { http: wrap(http), download, now: Date.now, railCallbackUrl: () => callbackUrlOf(row.id) },
    );
    return { rail, credentials, close };
  } catch (error) {
    close().catch(() => {});
    throw new Error(hideSecrets((error as Error).message, credentials));
  }
}

/**
 * The rail as the workers use it: with its pace, its faults reported, and its maximum of a day.
 * @param rowNow reads the present row, whose limits may change without another connection
 */
export function buildRail(
  sealed: Sealed,
  options: BuildOptions,
  guard: Omit<GuardOptions, 'hide'>,
  rowNow: () => RailRow,
): { readonly rail: Rail; close(): Promise<void> } {
  const { rail, credentials, close } = connectRail(sealed, options);
  const hide = (text: string) => hideSecrets(text, credentials);
  const guarded = guardRail(rail, { ...guard, hide });
  return { rail: capPayouts(options.db, guarded, () => rowNow().payoutDayMaximum), close };
}
