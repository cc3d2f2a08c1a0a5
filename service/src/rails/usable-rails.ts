import type { UsableRail } from '../../../contract/src/usable-rails.ts';
import { countryOf } from '../core/phone.ts';
import type { RouteSources } from './find-route.ts';
import { mobileNetworkOf } from './numbering-plan.ts';
import type { Capabilities, Rail } from './rail.ts';
import { boundsOf, type Candidate, candidatesOf, canServe, type Direction, routeTo, usableBy } from './route.ts';

export type WantedRails = {
  readonly livemode: boolean;
  readonly merchant: string;
  /** E.164; null if it is not known. */
  readonly phone: string | null;
  readonly currency: string | undefined;
  readonly amount: bigint | null;
  /** The amount on each rail, where the payer bears their fees. */
  readonly amountOn?: ((rail: string) => bigint) | undefined;
  readonly direction: Direction;
};

/** The rails of a route come first, in its order; then those that only a request can name. */
export async function findProvidersRails(
  { livemode, merchant, phone, currency, amount, amountOn, direction }: WantedRails,
  { rails, memoryOf, exponentOf }: RouteSources,
): Promise<Candidate[]> {
  const candidates = candidatesOf(rails);
  const usable = usableBy(candidates, { livemode, merchant })
    .filter(({ row, capabilities }) => capabilities[direction] && (currency === undefined || row.currency === currency))
    .sort((one, other) => one.row.priority - other.row.priority || (one.row.slug < other.row.slug ? -1 : 1));
  const common = { livemode, merchant, direction, amount, amountOn, hasCode: true, asked: null, found: new Map() };
  const questionOf = (code: string, memory: readonly string[]) => ({
    ...common,
    phone: phone ?? '',
    country: phone === null ? '' : countryOf(phone),
    network: phone === null ? null : mobileNetworkOf(phone),
    currency: code,
    exponent: exponentOf(code),
    memory,
  });
  const fitting = usable.filter((one) => canServe(one, questionOf(one.row.currency, [])));
  if (phone === null || currency === undefined) return fitting;
  const memory = fitting.length > 1 ? await memoryOf({ phone, livemode, direction }) : [];
  const route = routeTo(candidates, questionOf(currency, memory));
  const first = 'rails' in route ? route.rails.map((slug) => fitting.find(({ row }) => row.slug === slug)!) : [];
  return [...first, ...fitting.filter((one) => !first.includes(one))];
}

export const viewBuiltIn = (rail: Rail, direction: Direction, livemode: boolean): UsableRail => ({
  object: 'usable_rail',
  livemode,
  ...{ slug: rail.name, provider: rail.name, country: null, currency: null },
  ...viewCapabilities(rail.capabilities(), direction),
  ...{ min_amount: null, max_amount: null, checks_names: false, status: 'enabled', until: null },
});

export function viewCandidate({ row, capabilities, checksNames, held }: Candidate, direction: Direction): UsableRail {
  const { minimum, maximum } = boundsOf({ row, capabilities }, direction);
  const { slug, provider, country, currency, livemode, status, statusUntil } = row;
  const retryAt = held?.retryAfterMs === undefined ? null : new Date(Date.now() + held.retryAfterMs);
  return {
    object: 'usable_rail',
    ...{ livemode, slug, provider, country, currency },
    ...viewCapabilities(capabilities, direction),
    ...{ min_amount: minimum, max_amount: maximum, checks_names: checksNames },
    status: held === null ? 'enabled' : status === 'paused' ? 'paused' : 'closed',
    until: held === null ? null : ((statusUntil ?? retryAt)?.toISOString() ?? null),
  };
}

function viewCapabilities({ collect, refund, decimals }: Capabilities, direction: Direction) {
  const isCollect = direction === 'collect';
  return {
    direction,
    flow: isCollect ? collect!.flow : null,
    decimals,
    refunds: refund?.parts ?? ('none' as const),
    refund_days: refund?.days ?? null,
    approval_seconds: isCollect ? Math.floor(collect!.approvalMs / 1000) : null,
    needs_otp: isCollect && collect!.needsCode,
  };
}
