import { readAmount } from '../amount-text.ts';

export type PawapayOperationType = 'DEPOSIT' | 'PAYOUT' | 'REFUND';

/** An operation at a mobile-money operator, as our account at pawaPay has it. */
export type PawapayService = {
  /** pawaPay's code of the operator: `MTN_MOMO_ZMB`. */
  readonly provider: string;
  readonly displayName: string;
  readonly operation: PawapayOperationType;
  /** Decimals that the operator takes in an amount. */
  readonly decimals: 0 | 2;
  /** Minor units; null if pawaPay names no bound. */
  readonly min: bigint | null;
  readonly max: bigint | null;
  /** The way in which the customer authorises a deposit. */
  readonly authorisation: 'prompt' | 'otp' | 'redirect';
  /** Steps for the customer: for a code before the payment, or for a prompt that does not appear by itself. */
  readonly instructions: string | null;
};

export type PawapayConfiguration = {
  readonly services: readonly PawapayService[];
};

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads `GET /v2/active-conf` for one country and currency. The documents show `operationTypes` as an object, and as an
 * array of two forms; bounds have two names. All are read. Null if the body is something else.
 *
 * @param country ISO 3166-1 alpha-3
 */
export function readActiveConfiguration(
  body: unknown,
  country: string,
  currency: string,
  exponent: number,
): PawapayConfiguration | null {
  const conf = record(body);
  if (!conf || !Array.isArray(conf.countries)) return null;
  const services = records(conf.countries)
    .filter((one) => one.country === country)
    .flatMap((one) => records(one.providers))
    .flatMap((provider) =>
      records(provider.currencies)
        .filter((one) => one.currency === currency)
        .flatMap((one) => operationsOf(one.operationTypes))
        .map(([operation, settings]) => readService(provider, operation, settings, exponent)),
    )
    .filter((service) => service !== null);
  return { services };
}

const operations: readonly string[] = ['DEPOSIT', 'PAYOUT', 'REFUND'] satisfies PawapayOperationType[];

function operationsOf(value: unknown): [PawapayOperationType, Json][] {
  const entries = Array.isArray(value)
    ? records(value).flatMap((one): [string, unknown][] =>
        typeof one.operationType === 'string' ? [[one.operationType, one]] : Object.entries(one),
      )
    : Object.entries(record(value) ?? {});
  return entries.flatMap(([name, settings]) => {
    const known = record(settings);
    return known && operations.includes(name) ? [[name as PawapayOperationType, known]] : [];
  });
}

function readService(
  provider: Json,
  operation: PawapayOperationType,
  settings: Json,
  exponent: number,
): PawapayService | null {
  if (typeof provider.provider !== 'string') return null;
  const authorisation = authorisationOf(settings.authType);
  const bound = (name: 'min' | 'max') =>
    readAmount(settings[`${name}Amount`] ?? settings[`${name}TransactionLimit`], exponent);
  return {
    provider: provider.provider,
    displayName: typeof provider.displayName === 'string' ? provider.displayName : provider.provider,
    operation,
    decimals: settings.decimalsInAmount === 'TWO_PLACES' ? 2 : 0,
    min: bound('min'),
    max: bound('max'),
    authorisation,
    instructions: instructionsOf(settings, authorisation),
  };
}

/** The documents spell pre-authorisation in two ways. */
function authorisationOf(authType: unknown): PawapayService['authorisation'] {
  if (authType === 'PREAUTH' || authType === 'PREAUTHORISED') return 'otp';
  return authType === 'REDIRECT_AUTH' ? 'redirect' : 'prompt';
}

function instructionsOf(settings: Json, authorisation: PawapayService['authorisation']): string | null {
  if (authorisation === 'redirect') return null;
  if (authorisation === 'prompt' && settings.pinPrompt !== 'MANUAL') return null;
  const found = record(authorisation === 'otp' ? settings.authTokenInstructions : settings.pinPromptInstructions);
  const channel = records(found?.channels)[0];
  const steps = records(record(channel?.instructions)?.en)
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string');
  return steps.length > 0 ? steps.join('. ').slice(0, 300) : null;
}

const record = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
const records = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(record).filter((one) => one !== null) : [];
