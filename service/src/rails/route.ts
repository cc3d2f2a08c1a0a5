import type { NotTaken } from '../core/payment.ts';
import { isTestNumber, type Reach, reachOf } from './networks.ts';
import { type Capabilities, isBuiltIn, type Rails } from './rail.ts';
import type { RailRow } from './rail-row.ts';

/** A rail of a provider, as it is now. */
export type Candidate = {
  readonly row: RailRow;
  readonly capabilities: Capabilities;
  /** The reason why nothing may be sent now, or null. */
  readonly held: NotTaken | null;
  /** It answers questions about names. */
  readonly checksNames: boolean;
};

export type Direction = 'collect' | 'payout';

export type RouteQuestion = {
  /** E.164. */
  readonly phone: string;
  /** ISO 3166-1 alpha-2, or the calling code of a number that may belong to several countries. */
  readonly country: string;
  /** The mobile network that gave out the number; null if the numbering plan does not say. */
  readonly network: string | null;
  readonly currency: string;
  /** The decimals of the currency (ISO 4217). */
  readonly exponent: number;
  /** Minor units; null if it is not known yet. */
  readonly amount: bigint | null;
  /** The amount on each rail, by its slug, where rails differ: the payer bears their fees. */
  readonly amountOn?: ((rail: string) => bigint) | undefined;
  readonly direction: Direction;
  readonly livemode: boolean;
  readonly merchant: string;
  /** The slug that the request names. */
  readonly asked: string | null;
  /** The payer gave a one-time code. */
  readonly hasCode: boolean;
  /** The rails that worked for this phone and direction, the latest first. */
  readonly memory: readonly string[];
  /** Whether the phone has an account, by rail, as far as the providers said. */
  readonly found: ReadonlyMap<string, boolean>;
};

export type Bounds = { readonly minimum: bigint | null; readonly maximum: bigint | null };

export type RouteRefusal =
  /** No such rail in this mode, for this merchant. */
  | { readonly reason: 'unknown_rail' }
  /** The named rail does not collect, or does not pay out. */
  | { readonly reason: 'direction' }
  /** The named rail serves another country. */
  | { readonly reason: 'country'; readonly serves: string }
  /** No rail reaches the phone. */
  | { readonly reason: 'no_rail' }
  | { readonly reason: 'currency'; readonly currencies: readonly string[] }
  | ({ readonly reason: 'amount' } & Bounds)
  | { readonly reason: 'decimals'; readonly decimals: number }
  | { readonly reason: 'code'; readonly rail: string }
  | { readonly reason: 'unavailable'; readonly retryAfterMs: number | null };

/** The slugs of the rails to try, the best first; or the reason why there is none. */
export type Route = { readonly rails: readonly string[] } | { readonly refusal: RouteRefusal };

/** A rail that cannot be connected is held back, so nothing depends on these. */
const sending = { deduplicates: false, arrivalMs: 0, minimum: null, maximum: null };
const unconnected: Capabilities = {
  decimals: 3,
  collect: { ...sending, flow: 'prompt', approvalMs: 0, needsCode: false, settlesLate: true },
  refund: null,
  payout: { ...sending, batchMost: null },
};

/** The rails of providers, as they are now. */
export function candidatesOf(rails: Rails): Candidate[] {
  return rails.names().flatMap((name) => {
    const row = rails.row(name);
    const rail = rails.get(name);
    const held = rails.heldBack(name);
    if (!row) return [];
    if (!rail) return [{ row, capabilities: unconnected, held: held ?? { state: 'not_taken' }, checksNames: false }];
    return [{ row, capabilities: rail.capabilities(), held, checksNames: rail.lookUp !== undefined }];
  });
}

type Asker = Pick<RouteQuestion, 'livemode' | 'merchant'>;

/** The rails that this merchant may use in this mode: the platform's, and its own. */
export function usableBy(candidates: readonly Candidate[], asker: Asker): Candidate[] {
  return candidates.filter(({ row }) => isUsable(row, asker));
}

const isUsable = (row: RailRow, { livemode, merchant }: Asker): boolean =>
  row.livemode === livemode && (row.merchant === null || row.merchant === merchant);

/** Whether the merchant may name this rail in this mode. */
export function mayName(rails: Rails, slug: string, asker: Asker): boolean {
  if (isBuiltIn(slug)) return slug !== 'sandbox' || !asker.livemode;
  const row = rails.row(slug);
  return row !== undefined && isUsable(row, asker);
}

/**
 * Chooses the rails for a payment, or for an item of a payout. The order: the request's own choice, the rails that
 * worked for the phone before, those where a lookup found it, and those of its network by the numbering plan. A rail's
 * own prefixes replace the numbering plan. Rails of other networks of the country follow, for ported numbers.
 *
 * A payout item may wait for its rail, so a rail that is held back serves it if no other does.
 */
export function routeTo(candidates: readonly Candidate[], question: RouteQuestion): Route {
  const usable = usableBy(candidates, question);
  if (question.asked !== null) return routeToAsked(usable, question, question.asked);
  const here = usable.filter((one) => one.capabilities[question.direction] && serves(one.row, question));
  if (here.length === 0) return { refusal: { reason: 'no_rail' } };
  const inCurrency = here.filter(({ row }) => row.currency === question.currency);
  if (inCurrency.length === 0) {
    const currencies = [...new Set(here.map(({ row }) => row.currency))].sort();
    return { refusal: { reason: 'currency', currencies } };
  }
  const ranked = rank(inCurrency, question);
  const first = ranked.filter(({ place }) => place < PORTED);
  if (first.length === 0) return { refusal: { reason: 'no_rail' } };
  const fitting = first.filter(({ candidate }) => refusalOf(candidate, question) === null);
  if (fitting.length === 0) return { refusal: widest(first.map(({ candidate }) => refusalOf(candidate, question)!)) };
  const open = fitting.filter(({ candidate }) => candidate.held === null);
  const mayWait = question.direction === 'payout';
  if (open.length === 0 && !mayWait) return { refusal: unavailable(fitting.map(({ candidate }) => candidate)) };
  const ported = ranked.filter(
    ({ place, candidate }) => place === PORTED && !candidate.held && refusalOf(candidate, question) === null,
  );
  const chosen = [...open, ...(mayWait ? fitting.filter(({ candidate }) => candidate.held) : []), ...ported];
  return { rails: chosen.map(({ candidate }) => candidate.row.slug) };
}

function routeToAsked(usable: readonly Candidate[], question: RouteQuestion, asked: string): Route {
  const candidate = usable.find(({ row }) => row.slug === asked);
  if (!candidate) return { refusal: { reason: 'unknown_rail' } };
  const { row, capabilities, held } = candidate;
  if (!capabilities[question.direction]) return { refusal: { reason: 'direction' } };
  if (row.currency !== question.currency) return { refusal: { reason: 'currency', currencies: [row.currency] } };
  if (!serves(row, question)) return { refusal: { reason: 'country', serves: row.country } };
  const refusal = refusalOf(candidate, question);
  if (refusal) return { refusal };
  if (held && question.direction === 'collect') return { refusal: unavailable([candidate]) };
  return { rails: [asked] };
}

/** The rails between which memory and lookups decide. A route to a single one needs neither. */
export function rivals(candidates: readonly Candidate[], question: RouteQuestion): Candidate[] {
  return usableBy(candidates, question).filter(
    ({ row, capabilities }) =>
      row.currency === question.currency && capabilities[question.direction] !== null && serves(row, question),
  );
}

/** Whether the rail serves the phone's country, or lists its prefix. */
export function serves(row: RailRow, { phone, country }: Pick<RouteQuestion, 'phone' | 'country'>): boolean {
  return row.country === country || hasPrefix(row, phone) || (!row.livemode && isTestNumber(row.provider, phone));
}

const hasPrefix = ({ prefixes }: RailRow, phone: string) => prefixes.some((prefix) => phone.startsWith(`+${prefix}`));

/** Places in the order. Memory, a lookup and the numbering plan come one after the other. */
const [FOUND, PLANNED, UNKNOWN, NOT_FOUND, PORTED, UNREACHED] = [1, 2, 3, 4, 5, 6] as const;
type Ranked = { readonly candidate: Candidate; readonly place: number; readonly reach: Reach };

function rank(candidates: readonly Candidate[], question: RouteQuestion): Ranked[] {
  const { memory, merchant } = question;
  const ranked = candidates
    .map((candidate): Ranked => {
      const reach = planned(candidate.row, question);
      return { candidate, reach, place: placeOf(candidate.row.slug, reach, question) };
    })
    .filter(({ place }) => place < UNREACHED);
  const recency = ({ candidate: { row } }: Ranked) => (memory.includes(row.slug) ? memory.indexOf(row.slug) : Infinity);
  const own = ({ candidate: { row } }: Ranked) => (row.merchant === merchant ? 0 : 1);
  const direct = ({ reach }: Ranked) => (reach === 'network' ? 0 : 1);
  const keys = [({ place }: Ranked) => place, recency, own, ({ candidate: { row } }: Ranked) => row.priority, direct];
  return ranked.sort((a, b) => {
    for (const key of keys) if (key(a) !== key(b)) return key(a) - key(b);
    return a.candidate.row.slug < b.candidate.row.slug ? -1 : 1;
  });
}

/** The reach by the rail's own prefixes, or without them by the numbering plan. */
function planned(row: RailRow, { phone, network }: RouteQuestion): Reach {
  if (row.prefixes.length > 0) return hasPrefix(row, phone) ? 'network' : 'other';
  return reachOf(row.provider, network);
}

function placeOf(slug: string, reach: Reach, { memory, found }: RouteQuestion): number {
  if (memory.includes(slug)) return 0;
  if (found.get(slug) === true) return FOUND;
  if (reach === 'any') return UNREACHED;
  if (reach === 'other') return PORTED;
  // The provider denies the phone. It is still asked if nothing else is left, because only its answer is final.
  if (found.get(slug) === false) return NOT_FOUND;
  return reach === 'unknown' ? UNKNOWN : PLANNED;
}

/** Whether the rail can take such a request, if it is named. Without a phone, any phone fits. */
export const canServe = (one: Candidate, question: RouteQuestion): boolean =>
  (question.phone === '' || serves(one.row, question)) && refusalOf(one, question) === null;

/** The reason why the rail cannot take this request, whatever its status. */
function refusalOf({ row, capabilities }: Candidate, question: RouteQuestion): RouteRefusal | null {
  const { exponent, direction, hasCode } = question;
  const amount = question.amountOn?.(row.slug) ?? question.amount;
  if (amount !== null) {
    const bounds = boundsOf({ row, capabilities }, direction);
    const isOutside = amount < (bounds.minimum ?? amount) || amount > (bounds.maximum ?? amount);
    if (isOutside) return { reason: 'amount', ...bounds };
    const step = 10n ** BigInt(Math.max(exponent - capabilities.decimals, 0));
    if (amount % step !== 0n) return { reason: 'decimals', decimals: capabilities.decimals };
  }
  if (direction === 'collect' && capabilities.collect?.needsCode && !hasCode) return { reason: 'code', rail: row.slug };
  return null;
}

/** The narrower bounds of the provider and the operator, in minor units. */
export function boundsOf({ row, capabilities }: Pick<Candidate, 'row' | 'capabilities'>, direction: Direction): Bounds {
  const provider = capabilities[direction];
  const minima = [row.minimum, provider?.minimum ?? null].filter((bound) => bound !== null);
  const maxima = [row.maximum, provider?.maximum ?? null].filter((bound) => bound !== null);
  return {
    minimum: minima.reduce<bigint | null>((most, bound) => (most === null || bound > most ? bound : most), null),
    maximum: maxima.reduce<bigint | null>((least, bound) => (least === null || bound < least ? bound : least), null),
  };
}

/** One refusal for several rails. Bounds of several rails are shown as the widest. */
function widest(refusals: readonly RouteRefusal[]): RouteRefusal {
  const bounds = refusals.filter((refusal) => refusal.reason === 'amount');
  if (bounds.length < refusals.length) return refusals.find(({ reason }) => reason !== 'amount')!;
  const minima = bounds.map(({ minimum }) => minimum);
  const maxima = bounds.map(({ maximum }) => maximum);
  const least = minima.reduce((one, other) => (one === null || other === null ? null : one < other ? one : other));
  const most = maxima.reduce((one, other) => (one === null || other === null ? null : one > other ? one : other));
  return { reason: 'amount', minimum: least, maximum: most };
}

/** Until the first of the rails is open again; null if none says when. */
function unavailable(candidates: readonly Candidate[]): RouteRefusal {
  const waits = candidates.flatMap(({ held }) => (held?.retryAfterMs === undefined ? [] : [held.retryAfterMs]));
  return { reason: 'unavailable', retryAfterMs: waits.length > 0 ? Math.min(...waits) : null };
}
