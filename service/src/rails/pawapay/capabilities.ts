import type { Capabilities } from '../rail.ts';
import type { PawapayConfiguration, PawapayOperationType, PawapayService } from './active-configuration.ts';
import { MOST_PAYOUTS } from './payout.ts';

/** pawaPay: "NOT_FOUND" proves something only from 15 minutes after the request. */
const sending = { deduplicates: true, arrivalMs: 15 * 60_000 };
/** A customer's open prompt blocks the next one for up to 10 minutes (PAYMENT_IN_PROGRESS). */
const APPROVAL_MS = 10 * 60_000;

/**
 * The abilities of a rail, by the active configuration. Operators of one country differ: the rail takes any amount that
 * one of them takes, with the decimals that all of them take.
 * @param operator the code of the rail's only operator; undefined: all of the country
 */
export function pawapayCapabilities(
  configuration: PawapayConfiguration | null,
  operator: string | undefined,
): Capabilities {
  const services = (configuration?.services ?? []).filter(
    ({ provider }) => operator === undefined || provider === operator,
  );
  const of = (wanted: PawapayOperationType) => services.filter(({ operation }) => operation === wanted);
  const deposits = of('DEPOSIT');
  const offers = (wanted: PawapayOperationType) => configuration === null || of(wanted).length > 0;
  const flow = deposits.some(({ authorisation }) => authorisation === 'prompt')
    ? 'prompt'
    : (deposits[0]?.authorisation ?? 'prompt');
  return {
    decimals: services.reduce((least, { decimals }) => Math.min(least, decimals), 2),
    collect: offers('DEPOSIT')
      ? {
          ...sending,
          ...boundsOf(deposits),
          flow,
          approvalMs: APPROVAL_MS,
          needsCode: flow === 'otp',
          settlesLate: true,
        }
      : null,
    refund: offers('REFUND') ? { ...sending, parts: 'part', days: null } : null,
    payout: offers('PAYOUT')
      ? { ...sending, ...boundsOf(of('PAYOUT')), batchMost: MOST_PAYOUTS, batchDeduplicates: true }
      : null,
  };
}

function boundsOf(services: readonly PawapayService[]): { minimum: bigint | null; maximum: bigint | null } {
  const least = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a < b ? a : b);
  const most = (a: bigint | null, b: bigint | null) => (a === null || b === null ? null : a > b ? a : b);
  const bounds = services.map(({ min, max }) => ({ minimum: min, maximum: max }));
  const [first, ...rest] = bounds;
  return rest.reduce(
    (all, one) => ({ minimum: least(all.minimum, one.minimum), maximum: most(all.maximum, one.maximum) }),
    first ?? { minimum: null, maximum: null },
  );
}
