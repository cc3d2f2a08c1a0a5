import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';
import type { LinkRow } from '../checkout-state/link-store.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import { candidatesOf, usableBy } from '../rails/route.ts';

type Found = { readonly account: SchemeAccount; readonly country: string };

/**
 * The scheme account of the first rail that the link's merchant may use in its mode and currency. A paused rail has
 * none to show: payers should not send money there.
 * @throws Refusal qr_scheme_missing
 */
export function findScheme(rails: Rails, { livemode, currency, rails: allowed }: LinkRow, merchant: string): Found {
  const [found] = usableBy(candidatesOf(rails), { livemode, merchant })
    .map(({ row }) => row)
    .filter((row) => row.scheme !== null && row.currency === currency && row.status !== 'paused')
    .filter(({ slug }) => allowed === null || allowed.includes(slug))
    .sort((one, other) => one.priority - other.priority || (one.slug < other.slug ? -1 : 1));
  if (!found) throw new Refusal('qr_scheme_missing', `No rail of ${currency} has an account at a QR scheme`);
  return { account: found.scheme!, country: found.country };
}
