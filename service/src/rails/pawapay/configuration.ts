import { type PawapayConfiguration, readActiveConfiguration } from './active-configuration.ts';
import type { PawapayRail } from './client.ts';

/** The active configuration of a rail's account. */
export type Configurations = {
  /** The last one that was read; null before the first. */
  known(): PawapayConfiguration | null;
  /** The last one, or a new one if there is none yet. Null if pawaPay does not answer. */
  get(): Promise<PawapayConfiguration | null>;
  /** @throws if pawaPay does not answer; the last one stays */
  refresh(): Promise<void>;
};

/** Operators change their bounds and states at run time, so the rail reads them again every few minutes. */
export function keepConfiguration({ client, country, currency, exponent }: PawapayRail): Configurations {
  let known: PawapayConfiguration | null = null;
  let reading: Promise<PawapayConfiguration> | null = null;
  const read = async () => {
    const response = await client.get(`/v2/active-conf?country=${country}`);
    const answer = response.kind === 'answered' && response.status === 200 ? response.json : null;
    const found = readActiveConfiguration(answer, country, currency, exponent);
    if (found) return found;
    throw new Error(`the active configuration could not be read: ${whyOf(response)}`);
  };
  const refresh = async () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    known = await reading;
  };
  return {
    known: () => known,
    get: async () => {
      if (known === null) await refresh().catch(() => {});
      return known;
    },
    refresh,
  };
}

const whyOf = (response: { kind: string; status?: number | null; why?: string }) =>
  response.why ?? `pawaPay answered ${response.status}`;
