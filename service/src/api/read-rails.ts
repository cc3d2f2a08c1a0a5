import type { QueryOf } from '../../../contract/src/route.ts';
import type { listOwnRails, UsableRail } from '../../../contract/src/usable-rails.ts';
import { toE164 } from '../core/phone.ts';
import type { Database } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField } from '../kernel/refusal.ts';
import type { RouteSources } from '../rails/find-route.ts';
import type { Direction } from '../rails/route.ts';
import { findProvidersRails, viewBuiltIn, viewCandidate } from '../rails/usable-rails.ts';
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
  if (given !== undefined && phone === null) throw invalidField('phone', 'not_phone');
  const wanted = { phone, amount: amount === undefined ? null : BigInt(amount), direction };
  const builtIn = await builtInRails(db, caller, query, wanted, sources);
  const { livemode, owner } = caller;
  const asked = { ...wanted, livemode, merchant: owner.id, currency: query.currency };
  const ordered = await findProvidersRails(asked, sources);
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
