import type { Caller } from '../kernel/command.ts';
import { invalidField, type Refusal } from '../kernel/refusal.ts';
import type { Rails } from '../rails/rail.ts';
import { candidatesOf, usableBy } from '../rails/route.ts';

/** Each rail that a page may offer must exist in this mode, for this merchant and in this currency. */
export function checkPageRails(
  named: readonly string[] | undefined,
  currency: string,
  { livemode, owner }: Caller,
  rails: Rails,
): Refusal | null {
  if (named === undefined) return null;
  const usable = usableBy(candidatesOf(rails), { livemode, merchant: owner.id });
  const known = new Set(usable.filter(({ row }) => row.currency === currency).map(({ row }) => row.slug));
  const builtIn = livemode ? ['wallet'] : ['wallet', 'sandbox'];
  const strange = named.findIndex((slug) => !builtIn.includes(slug) && !known.has(slug));
  if (strange < 0) return null;
  return invalidField(`rails[${strange}]`, 'rail_currency', { rail: named[strange]!, currency });
}
