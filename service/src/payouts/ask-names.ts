import type { nameMatches } from '../../../contract/src/payouts.ts';
import type { Database } from '../db/database.ts';
import type { LookUps } from '../rails/look-up.ts';
import type { LookedUp } from '../rails/rail.ts';
import { type PhoneInCurrency, selectWalletsByPhone } from '../wallets/store.ts';
import { type ItemRouting, type PhoneItem, type RoutedPayout, routeItems } from './route-items.ts';

export type NameMatch = (typeof nameMatches)[number];
export type NamedItem = PhoneItem & { readonly name: string | null };
/** `match` is null if no provider pays the item, or its rail cannot check names. */
export type NameCheck = { readonly rail: string | null; readonly match: NameMatch | null };

/** Questions that are open at once, for one payout: a provider's limit is shared with its payments. */
const AT_ONCE = 5;

/**
 * Asks the rails whether phones have accounts, and whether the names fit. A phone that is paid into its wallet here is
 * not asked about.
 * @returns for each item, in order
 */
export async function askNames(
  db: Database,
  routing: ItemRouting & { readonly lookUps: LookUps },
  payout: RoutedPayout,
  items: readonly NamedItem[],
): Promise<NameCheck[]> {
  const here = await phonesHere(db, payout, items);
  const away = items.filter(({ recipient }) => recipient.startsWith('+') && !here.has(recipient));
  const routes = await routeItems(db, routing, payout, away);
  const checks = new Map<NamedItem, NameCheck>();
  const ask = async (item: NamedItem) => {
    const route = routes.get(item.id)!;
    if (!('rail' in route)) return;
    const { rail } = route;
    const { recipient: phone, name, amount } = item;
    const canAsk = routing.rails.get(rail)?.lookUp !== undefined;
    const found = canAsk ? await routing.lookUps.ask(rail, { phone, currency: payout.currency, name, amount }) : null;
    checks.set(item, { rail, match: canAsk ? matchOf(found) : null });
  };
  for (let at = 0; at < away.length; at += AT_ONCE) await Promise.all(away.slice(at, at + AT_ONCE).map(ask));
  return items.map((item) => checks.get(item) ?? { rail: null, match: null });
}

/** A phone without an account, or whose account cannot receive, matches no name. */
function matchOf(found: LookedUp | null): NameMatch {
  if (found === null) return 'unknown';
  return found.exists === false || found.canReceive === false ? 'none' : found.nameMatch;
}

/** The phones that are paid into a wallet here. A request that names a rail sends all phones there. */
async function phonesHere(
  db: Database,
  { livemode, currency, rail }: RoutedPayout,
  items: readonly NamedItem[],
): Promise<ReadonlySet<string>> {
  if (rail !== null) return new Set();
  const phones = items.filter(({ recipient }) => recipient.startsWith('+'));
  const wanted: PhoneInCurrency[] = phones.map(({ recipient: phone }) => ({ phone, livemode, currency }));
  const found = wanted.length > 0 ? await selectWalletsByPhone(db, wanted) : [];
  return new Set(found.map(({ phone }) => phone));
}
