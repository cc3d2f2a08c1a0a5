import type { Failure } from '../core/payment.ts';
import { failures } from '../core/payout.ts';
import { countryOf } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { selectMemory } from '../rails/memory.ts';
import { mobileNetworkOf } from '../rails/numbering-plan.ts';
import { fixedRails, type Rails } from '../rails/rail.ts';
import {
  type Candidate,
  candidatesOf,
  type RouteQuestion,
  type RouteRefusal,
  rivals,
  routeTo,
} from '../rails/route.ts';

export type ItemRouting = {
  readonly rails: Rails;
  /** The decimals of an enabled currency. */
  readonly exponentOf: (currency: string) => number;
};

/** A deployment without rails of providers. */
export const builtInOnly: ItemRouting = { rails: fixedRails({}), exponentOf: () => 0 };

/** A payout whose items are routed. */
export type RoutedPayout = {
  readonly currency: string;
  readonly livemode: boolean;
  /** The merchant that owns the paying wallet. */
  readonly merchant: string;
  /** The rail of all phones, if the request named one. */
  readonly rail: string | null;
};

export type PhoneItem = { readonly id: string; readonly recipient: string; readonly amount: bigint };
/** The rail that pays an item, or the reason why none does. */
export type ItemRoute = { readonly rail: string } | { readonly failure: Failure };

/**
 * The rail of each of these phones. Items wait for a rail that is held back, if no other serves them. No provider is
 * asked: a payout may have thousands of items.
 */
export async function routeItems(
  db: Database,
  { rails, exponentOf }: ItemRouting,
  payout: RoutedPayout,
  items: readonly PhoneItem[],
): Promise<ReadonlyMap<string, ItemRoute>> {
  const { rail, livemode, currency } = payout;
  const named = rail ?? (livemode ? null : 'sandbox');
  if (named !== null) return new Map(items.map(({ id }) => [id, { rail: named }]));
  const candidates = candidatesOf(rails).filter(({ row }) => row.livemode === livemode);
  if (candidates.length === 0) return new Map(items.map(({ id }) => [id, { failure: failures.no_rail }]));
  const exponent = exponentOf(currency);
  const questions = items.map((item) => questionOf(item, payout, exponent));
  const several = questions.filter((question) => rivals(candidates, question).length > 1);
  const uses = several.map(({ phone }) => ({ phone, livemode, direction: 'payout' as const }));
  const found = await selectMemory(db, uses);
  const memory = new Map(several.map((question, i) => [question, found[i]!]));
  return new Map(
    questions.map((question, i) => [
      items[i]!.id,
      decide(candidates, { ...question, memory: memory.get(question) ?? [] }),
    ]),
  );
}

export function questionOf({ recipient, amount }: PhoneItem, payout: RoutedPayout, exponent: number): RouteQuestion {
  const { currency, livemode, merchant } = payout;
  return {
    ...{ phone: recipient, country: countryOf(recipient), network: mobileNetworkOf(recipient) },
    ...{ currency, exponent, amount, livemode, merchant },
    direction: 'payout',
    asked: null,
    hasCode: false,
    memory: [],
    found: new Map(),
  };
}

/** The rails that follow this one for an item, without memory: nothing has worked for its phone lately. */
export function railsAfter(
  { rails, exponentOf }: ItemRouting,
  payout: RoutedPayout,
  item: PhoneItem,
  rail: string,
): readonly string[] {
  const route = routeTo(candidatesOf(rails), questionOf(item, payout, exponentOf(payout.currency)));
  const order = 'rails' in route ? route.rails : [];
  // A rail that only memory chose has no place in this order.
  return order.slice(order.indexOf(rail) + 1);
}

function decide(candidates: readonly Candidate[], question: RouteQuestion): ItemRoute {
  const route = routeTo(candidates, question);
  return 'rails' in route ? { rail: route.rails[0]! } : { failure: failureOf(route.refusal) };
}

function failureOf({ reason }: RouteRefusal): Failure {
  if (reason === 'amount' || reason === 'decimals') return failures.no_rail_for_amount;
  return reason === 'currency' ? failures.no_rail_for_currency : failures.no_rail;
}
