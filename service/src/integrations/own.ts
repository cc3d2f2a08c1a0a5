import type { DeveloperRole } from '../../../contract/src/integrations.ts';
import { refuseTestOnly } from '../access/act-on-integration.ts';
import type { Queries } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type IntegrationRow, mine, selectIntegration } from './store.ts';

/** A caller's relation to an integration: one of the merchant's people, or a developer with a role. */
export type Standing = 'merchant' | DeveloperRole;

/** May rename, invite, and change members. */
const managers: readonly Standing[] = ['merchant', 'owner'];
/** May make, roll and revoke test keys, and make payouts in test mode. */
export const makers: readonly Standing[] = ['merchant', 'owner', 'developer'];

/** May see members and keys: everybody but a till. */
export const readers: readonly Standing[] = ['merchant', 'owner', 'developer', 'viewer'];

/** The columns by which the caller's integrations are found. */
export function ownerOf({ kind, id, owner }: Caller) {
  return kind === 'merchant' ? { ...mine.merchant, value: owner.id } : { ...mine.developer, value: id };
}

/**
 * The integration, if it is the caller's. The database is asked each time, so a removed person loses access at once.
 * @throws Refusal not_found; forbidden_account_type if their standing is not in `may`, or not valid in their mode
 */
export async function findOwn(
  db: Queries,
  caller: Caller,
  id: string,
  may?: readonly Standing[],
): Promise<IntegrationRow> {
  const statement = selectIntegration[caller.kind === 'merchant' ? 'merchant' : 'developer'];
  const [row] = await db.query<IntegrationRow>(statement, [ownerOf(caller).value, id]);
  if (!row) throw new Refusal('not_found');
  if (caller.livemode && !standsLive(caller, row)) throw refuseTestOnly();
  if (may && !may.includes(row.role ?? 'merchant')) throw refuseRole(row.role, may);
  return row;
}

/**
 * Whether a caller's change to an integration's people is valid for the live world. A test login proves nothing, and
 * such a login may have invited a developer.
 */
export const standsLive = ({ kind, livemode }: Caller, { live_since }: IntegrationRow): boolean =>
  kind === 'merchant' ? livemode : live_since !== null;

/**
 * The integration, if the caller manages it. Anybody who knows the phone has the test login. An integration's members
 * and name belong to the live world too: once the merchant is approved for live, only the live world may change them.
 * @throws Refusal not_found, forbidden_account_type
 */
export async function findManaged(
  db: Queries,
  caller: Caller,
  id: string,
  { live }: { readonly live: boolean },
): Promise<IntegrationRow> {
  const row = await findOwn(db, caller, id, managers);
  // If the operator has closed the live world again, nobody could log in to it.
  if (!live || !row.live_approved_at || standsLive(caller, row)) return row;
  if (caller.kind !== 'merchant') throw refuseTestOnly();
  throw refuseTestLogin();
}

/** The merchant's test login, open to anybody who knows the phone. */
export const refuseTestLogin = () =>
  new Refusal('forbidden_account_type', 'The merchant is approved for live mode. Log in to live mode for this.');

function refuseRole(role: DeveloperRole | null, may: readonly Standing[]): Refusal {
  const roles = may.filter((one) => one !== 'merchant').join(' or ');
  return new Refusal(
    'forbidden_account_type',
    `Your role on this integration is ${role}. This request needs the role ${roles}.`,
  );
}
