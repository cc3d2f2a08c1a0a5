import ipaddr from 'ipaddr.js';
import type { DataKey } from '../kernel/data-key.ts';
import { invalidValue, type Refusal } from '../kernel/refusal.ts';
import { readBaseUrl } from '../rails/base-url.ts';
import type { Provider } from '../rails/provider.ts';
import { checkCredentials, refuseFaults } from './check-credentials.ts';

/** The fields that an operator changes alone. Amounts are in minor units. */
export type RailLimits = {
  readonly prefixes: readonly string[];
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  readonly priority: number;
  readonly callsPerSecond: number | null;
  readonly concurrency: number | null;
  readonly payoutDayMaximum: bigint | null;
  readonly floatMinimum: bigint | null;
  readonly callbackSources: readonly string[];
};

export const defaultLimits: RailLimits = {
  prefixes: [],
  minimum: null,
  maximum: null,
  priority: 100,
  callsPerSecond: null,
  concurrency: null,
  payoutDayMaximum: null,
  floatMinimum: null,
  callbackSources: [],
};

export type RailDraft = RailLimits & {
  readonly provider: string;
  readonly slug: string;
  readonly country: string;
  readonly currency: string;
  readonly livemode: boolean;
  /** `mer_…`; null: the platform's own. */
  readonly merchant: string | null;
  /** Null: the provider's own host. */
  readonly baseUrl: string | null;
  readonly credentials: unknown;
};

/** Facts about the deployment that decide what a rail may be. */
export type RailDeployment = {
  readonly providers: Readonly<Record<string, Provider>>;
  /** The key of the seals: 32 bytes. */
  readonly railKey: DataKey;
  /** Whether the deployment has live mode. */
  readonly live: boolean;
  readonly currencies: ReadonlyMap<string, { readonly exponent: number }>;
};

const SLUG = /^[a-z][a-z0-9-]{1,29}$/;
const reserved = ['sandbox', 'wallet'];

/** @returns the draft's provider, or what is wrong with the draft apart from its connection */
export function checkDraft(draft: RailDraft, { providers, currencies }: RailDeployment): Provider | Refusal {
  const provider = Object.hasOwn(providers, draft.provider) ? providers[draft.provider]! : null;
  const names = Object.keys(providers).join(', ') || 'none';
  if (!provider) return invalidValue('provider', `is not a provider of this version. Providers: ${names}`);
  if (!SLUG.test(draft.slug) || reserved.includes(draft.slug))
    return invalidValue('slug', 'must have 2 to 30 lower-case letters, digits and hyphens, and begin with a letter');
  const { country, currency } = draft;
  const countries = Object.keys(provider.countries);
  if (!/^[A-Z]{2}$/.test(country)) return invalidValue('country', 'must be an ISO 3166-1 code, such as UG');
  if (countries.length > 0 && !countries.includes(country))
    return invalidValue('country', `is not one of ${provider.title}. Its countries: ${countries.join(', ')}`);
  const known = provider.countries[country];
  if (known && !known.includes(currency))
    return invalidValue('currency', `is not used by ${provider.title} in ${country}. Use ${known.join(' or ')}`);
  if (!currencies.has(currency))
    return invalidValue(
      'currency',
      `is not enabled. Enabled currencies (CURRENCIES): ${[...currencies.keys()].join(', ')}`,
    );
  return checkLimits(draft) ?? provider;
}

export function checkLimits({ prefixes, minimum, maximum, callbackSources }: RailLimits): Refusal | null {
  const prefix = prefixes.find((text) => !/^[1-9]\d{0,14}$/.test(text));
  if (prefix !== undefined)
    return invalidValue('prefixes', `"${prefix}" must be digits with the country code, without a plus`);
  if (minimum !== null && maximum !== null && minimum > maximum)
    return invalidValue('minimum', 'must not be higher than the maximum');
  const source = callbackSources.find((text) => !isNetwork(text));
  return source === undefined
    ? null
    : invalidValue('callback_sources', `"${source}" must be a network such as 203.0.113.0/24`);
}

function isNetwork(text: string): boolean {
  try {
    ipaddr.parseCIDR(text);
    return true;
  } catch {
    return false;
  }
}

export type ConnectionDraft = { readonly baseUrl: string | null; readonly credentials: unknown };

/** @returns the base URL to use, or what is wrong with it or the credentials */
export function checkConnection(
  { baseUrl, credentials }: ConnectionDraft,
  provider: Provider,
  livemode: boolean,
  live: boolean,
): string | Refusal {
  const mode = livemode ? 'live' : 'test';
  const given = baseUrl ?? provider.hosts[mode];
  if (given === null) return invalidValue('base_url', `is required: ${provider.title} has no address for ${mode} mode`);
  const read = readBaseUrl(given, { live, livemode });
  if ('fault' in read) return invalidValue('base_url', read.fault);
  const faults = checkCredentials(provider, credentials);
  return faults.length > 0 ? refuseFaults(faults) : read.url;
}
