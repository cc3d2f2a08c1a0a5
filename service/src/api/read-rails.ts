import type { QueryOf } from '../../../contract/src/route.ts';
import type { listOwnRails, UsableRail } from '../../../contract/src/usable-rails.ts';
import { countryOf, toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField } from '../kernel/refusal.ts';
import type { RouteSources } from '../rails/find-route.ts';
import { mobileNetworkOf } from '../rails/numbering-plan.ts';
import type { Capabilities, Rail } from '../rails/rail.ts';
import { boundsOf, type Candidate, candidatesOf, canServe, type Direction, routeTo, usableBy } from '../rails/route.ts';
import { selectWalletsByPhone } from '../wallets/store.ts';

type Query = QueryOf<typeof listOwnRails>;
type Wanted = { readonly phone: string | null; readonly amount: bigint | null; readonly direction: Direction };

/**
 * The rails that this caller can use now. No provider is asked about a phone, so the list says nothing about accounts
 * that the phone does not have with us.
 * @throws Refusal if the phone is none
 */
export async function readUsableRails(
  db: Database,
  caller: Caller,
  query: Query,
  url: string,
  sources: RouteSources,
): Promise<string> {
  const { phone: given, amount, direction = 'collect' } = query;
  const phone = given === undefined ? null : toE164(given);
  if (given !== undefined && phone === null)
    throw invalidField('phone', 'must be a phone number in international format, such as +50937001234');
  const wanted = { phone, amount: amount === undefined ? null : BigInt(amount), direction };
  const builtIn = await builtInRails(db, caller, query, wanted, sources);
  const ordered = await providersRails(caller, query, wanted, sources);
  const records = [...builtIn, ...ordered.map((one) => viewCandidate(one, direction))];
  return renderList(url, records.map(toJson), false);
}

/** In test mode the sandbox comes first; in live mode the wallet of a customer who has one here. */
async function builtInRails(
  db: Database,
  { livemode }: Caller,
  { currency }: Query,
  { phone, direction }: Wanted,
  { rails }: RouteSources,
): Promise<UsableRail[]> {
  const sandbox = livemode ? undefined : rails.get('sandbox');
  const wallet = direction === 'collect' ? rails.get('wallet') : undefined;
  const isKnown = phone !== null && currency !== undefined;
  const paysHere = wallet && (!isKnown || (await selectWalletsByPhone(db, [{ phone, livemode, currency }])).length > 0);
  const shown = [sandbox, paysHere ? wallet : undefined].filter((rail) => rail !== undefined);
  return shown.filter((rail) => rail.capabilities()[direction]).map((rail) => viewBuiltIn(rail, direction, livemode));
}

/** The rails of a route come first, in its order; then those that only a request can name. */
async function providersRails(
  { livemode, owner }: Caller,
  { currency }: Query,
  { phone, amount, direction }: Wanted,
  { rails, memoryOf, exponentOf }: RouteSources,
): Promise<Candidate[]> {
  const candidates = candidatesOf(rails);
  const usable = usableBy(candidates, { livemode, merchant: owner.id })
    .filter(({ row, capabilities }) => capabilities[direction] && (currency === undefined || row.currency === currency))
    .sort((one, other) => one.row.priority - other.row.priority || (one.row.slug < other.row.slug ? -1 : 1));
  const common = { livemode, merchant: owner.id, direction, amount, hasCode: true, asked: null, found: new Map() };
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

const viewBuiltIn = (rail: Rail, direction: Direction, livemode: boolean): UsableRail => ({
  object: 'usable_rail',
  livemode,
  ...{ slug: rail.name, provider: rail.name, country: null, currency: null },
  ...viewCapabilities(rail.capabilities(), direction),
  ...{ min_amount: null, max_amount: null, checks_names: false, status: 'enabled', until: null },
});

function viewCandidate({ row, capabilities, checksNames, held }: Candidate, direction: Direction): UsableRail {
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
