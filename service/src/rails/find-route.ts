import { countryOf } from '../core/phone.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { LookUps } from './look-up.ts';
import type { PhoneUse } from './memory.ts';
import { mobileNetworkOf } from './numbering-plan.ts';
import type { Rails } from './rail.ts';
import { refuseRoute } from './refuse-route.ts';
import { candidatesOf, type Route, type RouteQuestion, rivals, routeTo } from './route.ts';

/** A question before memory, lookups and the numbering plan have said what they know. */
export type PlainQuestion = Omit<RouteQuestion, 'country' | 'network' | 'memory' | 'found' | 'exponent'> & {
  readonly world: number;
  /** Whether the customer pays from a wallet here. Then no provider is asked about the phone. */
  readonly paysHere?: () => Promise<boolean>;
};

export type RouteSources = {
  readonly rails: Rails;
  readonly lookUps: LookUps;
  /** The rails that worked for a phone, the latest first. */
  readonly memoryOf: (use: PhoneUse) => Promise<readonly string[]>;
  /** The decimals of an enabled currency. */
  readonly exponentOf: (currency: string) => number;
};

/**
 * The rails to try for one payment, the best first, or the error that refuses it.
 * @param phoneField the field of the request that has the phone
 */
export async function findRails(
  sources: RouteSources,
  question: PlainQuestion,
  phoneField: string,
): Promise<readonly string[] | Refusal> {
  const route = await findRoute(sources, question);
  if ('rails' in route) return route.rails;
  const { currency, phone } = question;
  const about = { phoneField, currency, country: countryOf(phone), exponent: sources.exponentOf(currency) };
  return refuseRoute(route.refusal, about);
}

/**
 * Finds the rails for one payment. It may call providers, so it comes before the transaction. Memory and lookups are
 * needed only if several rails serve the country in this currency. If a rail worked for the phone before, no provider
 * is asked.
 */
async function findRoute(sources: RouteSources, plain: PlainQuestion): Promise<Route> {
  const { rails, memoryOf } = sources;
  const candidates = candidatesOf(rails);
  const question: RouteQuestion = {
    ...plain,
    country: countryOf(plain.phone),
    network: candidates.length > 0 ? mobileNetworkOf(plain.phone) : null,
    exponent: sources.exponentOf(plain.currency),
    memory: [],
    found: new Map(),
  };
  const several = plain.asked === null ? rivals(candidates, question) : [];
  if (several.length < 2) return routeTo(candidates, question);
  const memory = await memoryOf({ phone: plain.phone, livemode: plain.livemode, direction: plain.direction });
  const isKnown = several.some(({ row }) => memory.includes(row.slug));
  const names = several.map(({ row }) => row.slug);
  const needsNone = isKnown || (await plain.paysHere?.());
  const found = needsNone ? new Map<string, boolean>() : await findPhone(sources, names, plain);
  return routeTo(candidates, { ...question, memory, found });
}

/** Asks each rail whether it knows the phone. Rails that do not say are left out. */
async function findPhone(
  { rails, lookUps }: RouteSources,
  names: readonly string[],
  { phone, currency, amount, world }: PlainQuestion,
): Promise<Map<string, boolean>> {
  const asked = names.filter((name) => rails.get(name)?.lookUp);
  if (asked.length === 0 || !lookUps.mayRoute(world)) return new Map();
  const answers = await Promise.all(asked.map((name) => lookUps.ask(name, { phone, currency, name: null, amount })));
  const said = asked.map((name, i) => [name, answers[i]?.exists ?? null] as const);
  return new Map(said.flatMap(([name, exists]) => (exists === null ? [] : [[name, exists] as const])));
}
