import { compareNames } from '../compare-names.ts';
import type { LookedUp, LookUp } from '../rail.ts';
import { codeIn } from './codes.ts';
import type { MtnRail } from './mtn-rail.ts';
import type { MtnReply } from './product.ts';

const silent: LookedUp = { exists: null, canReceive: null, name: null, nameMatch: 'unknown' };

/** Asks whether the phone has an active wallet, and for its holder's name where the country has that enabled. */
export async function lookUpAtMtn(rail: MtnRail, { phone, name: given }: LookUp): Promise<LookedUp> {
  const product = rail.disbursement ?? rail.collection;
  // The provider takes the type of the number in lower case here, and in upper case in orders.
  const holder = `/v1_0/accountholder/msisdn/${phone.replace('+', '')}`;
  const exists = readActive(await product({ method: 'GET', path: `${holder}/active` }));
  if (!exists) return { ...silent, exists, canReceive: exists };
  const name = readName(await product({ method: 'GET', path: `${holder}/basicuserinfo` }));
  return { exists, canReceive: true, name, nameMatch: compareNames(given, name) };
}

/** @returns null if the provider does not say */
function readActive(reply: MtnReply): boolean | null {
  if (reply.kind !== 'answered') return null;
  if (reply.status === 404) return codeIn(reply.json) === 'RESOURCE_NOT_FOUND' ? false : null;
  const { result } = (reply.status === 200 ? (reply.json ?? {}) : {}) as { result?: unknown };
  return typeof result === 'boolean' ? result : null;
}

/** @returns null where names are not enabled, or the provider knows none */
function readName(reply: MtnReply): string | null {
  if (reply.kind !== 'answered' || reply.status !== 200) return null;
  const { given_name: given, family_name: family } = (reply.json ?? {}) as Record<string, unknown>;
  const name = [given, family].filter((part) => typeof part === 'string' && part.trim() !== '').join(' ');
  return name === '' ? null : name;
}
