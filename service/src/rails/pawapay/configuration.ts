import type { NotTaken } from '../../core/payment.ts';
import { type PawapayConfiguration, readActiveConfiguration } from './active-configuration.ts';
import { notSent } from './answers.ts';
import type { PawapayRail } from './client.ts';

/** The active configuration of a rail's account. */
export type Configurations = {
  /** The last one that was read; null before the first. */
  known(): PawapayConfiguration | null;
  /** The last one, or a new one if there is none yet; or the reason why pawaPay does not tell it. */
  get(): Promise<PawapayConfiguration | NotTaken>;
  /** @throws if pawaPay does not tell it; the last one stays */
  refresh(): Promise<void>;
};

/** Operators change their bounds and states at run time, so the rail reads them again every few minutes. */
export function keepConfiguration({ client, country, currency, exponent }: PawapayRail): Configurations {
  let known: PawapayConfiguration | null = null;
  let reading: Promise<PawapayConfiguration | NotTaken> | null = null;
  const read = async (): Promise<PawapayConfiguration | NotTaken> => {
    const response = await client.get(`/v2/active-conf?country=${country}`);
    const answer = response.kind === 'answered' && response.status === 200 ? response.json : null;
    const found = readActiveConfiguration(answer, country, currency, exponent);
    if (found) known = found;
    return found ?? notSent(response);
  };
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    known: () => known,
    get: async () => known ?? readOnce(),
    refresh: async () => {
      const answer = await readOnce();
      if ('state' in answer) throw new Error(`the active configuration could not be read: ${answer.why}`);
    },
  };
}
