import { everyMember, type MemberRights, management } from '../../../contract/src/member-rights.ts';
import { refuseRole, refuseTestOnly } from '../access/act-on-integration.ts';
import type { Queries } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type IntegrationRow, mine, selectIntegration } from './store.ts';

/** The columns by which the caller's integrations are found. */
export function ownerOf({ kind, id, owner }: Caller) {
  return kind === 'merchant' ? { ...mine.merchant, value: owner.id } : { ...mine.developer, value: id };
}

/**
 * The integration, if it is the caller's. The database is asked each time, so a removed person loses access at once.
 * @throws Refusal not_found; forbidden_account_type if their role is not in `may`, or not valid in their mode
 */
export async function findOwn(
  db: Queries,
  caller: Caller,
  id: string,
  may: MemberRights = everyMember,
): Promise<IntegrationRow> {
  const statement = selectIntegration[caller.kind === 'merchant' ? 'merchant' : 'developer'];
  const [row] = await db.query<IntegrationRow>(statement, [ownerOf(caller).value, id]);
  if (!row) throw new Refusal('not_found');
  if (caller.livemode && !standsLive(caller, row)) throw refuseTestOnly();
  // Keys and members are not in a mode: the rights of the test world decide, and live keys have rules of their own.
  if (row.role && !may.test.includes(row.role)) throw refuseRole(row.role, may.test);
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
  const row = await findOwn(db, caller, id, management);
  // If the operator has closed the live world again, nobody could log in to it.
  if (!live || !row.live_approved_at || standsLive(caller, row)) return row;
  if (caller.kind !== 'merchant') throw refuseTestOnly();
  throw refuseTestLogin();
}

/** The merchant's test login, open to anybody who knows the phone. */
export const refuseTestLogin = () =>
  new Refusal('forbidden_account_type', 'The merchant is approved for live mode. Log in to live mode for this.');
