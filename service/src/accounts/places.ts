import type { AccountType } from '../../../contract/src/route.ts';
import { networkOf } from '../core/network.ts';
import type { Queries, Statement } from '../db/database.ts';
import { type DataKey, hmacUnder } from '../kernel/data-key.ts';
import type { People } from './people.ts';
import { type Count, clearRange, subjectOf } from './throttle.ts';

/** A login, whether or not such an account exists. */
export type Who = { readonly type: AccountType; readonly identifier: string; readonly livemode: boolean | null };

/** The key of the names of counts. */
export type WithSubjectKey = { readonly secrets: { readonly subjectKey: DataKey } };

/** The origin of a request, as far as the request shows it. */
export type Asker = {
  readonly address?: string;
  readonly device?: PresentedDevice;
  /** The open session of the request. */
  readonly session?: string;
  /** Aborted when the client disconnects. */
  readonly gone?: AbortSignal;
};
/** The device cookie, and the refresh token that replaces it for clients without cookies. */
export type PresentedDevice = { readonly cookie: string | null; readonly token: string | null };

/**
 * Where a try comes from. `known`: an open session, or a device that the account logged in from. `network`: the account
 * logged in from this network within 90 days; thousands of people may share it. `none`: anybody.
 */
export type NetworkPlace = { readonly trust: 'known' | 'network' | 'none'; readonly key: string };

const selectKnownNetwork: Statement = {
  name: 'known_networks_select',
  text: `SELECT 1 FROM known_networks WHERE place = $1 AND seen_at > now() - interval '90 days'`,
};

const rememberNetworkStatement: Statement = {
  name: 'known_networks_remember',
  text: `
    INSERT INTO known_networks AS n (place) VALUES ($1)
    ON CONFLICT (place) DO UPDATE SET seen_at = now() WHERE n.seen_at < now() - interval '1 hour'`,
};

/** An unspent refresh token of a session that is open or that its owner logged out of. */
const selectDeviceSession: Statement = {
  name: 'sessions_select_device',
  text: `
    SELECT 1 FROM sessions WHERE id = $1 AND account_id = $2 AND refresh_id = $3 AND expires_at > now()
      AND (revoked_at IS NULL OR revoked_reason = 'logged_out')`,
};

/** `account` is null if nobody has this login. Both cases cost the same work and the same statements. */
export async function findPlace(people: People, who: Who, account: string | null, asker: Asker): Promise<NetworkPlace> {
  if (asker.session) return { trust: 'known', key: `session ${asker.session}` };
  const device = people.devices.recognise(asker.device?.cookie ?? null, account ?? '');
  if (device) return { trust: 'known', key: `device ${device}` };
  const session = await readDeviceToken(people, account, asker.device?.token ?? null);
  if (session) return { trust: 'known', key: `session ${session}` };
  const key = networkKeyOf(asker);
  const [isKnown] = await people.db.query(selectKnownNetwork, [networkPlace(people, who, asker)]);
  return { trust: isKnown ? 'network' : 'none', key };
}

async function readDeviceToken(people: People, account: string | null, token: string | null): Promise<string | null> {
  if (token === null) return null;
  const verified = await people.tokens.verify('refresh', token);
  if (typeof verified === 'string' || verified.claims.account !== account) return null;
  const { session, id } = verified.claims;
  return (await people.db.query(selectDeviceSession, [session, account, id])).length > 0 ? session : null;
}

/** After a login, the account is known in this network for 90 days. */
export async function rememberNetwork(db: Queries, people: People, who: Who, asker: Asker): Promise<void> {
  await db.query(rememberNetworkStatement, [networkPlace(people, who, asker)]);
}

export const networkKeyOf = ({ address }: Asker) => `network ${networkOf(address ?? '')}`;
const networkPlace = (people: WithSubjectKey, { type, identifier, livemode }: Who, asker: Asker) =>
  subjectOf(people.secrets.subjectKey, 'place', type, identifier, livemode, networkKeyOf(asker));

/** The network or device that a challenge was requested from. Challenges of other ones stay open. */
export const requesterOf = ({ secrets }: WithSubjectKey, { key }: NetworkPlace): string =>
  hmacUnder(secrets.subjectKey).update(`requester ${key}`).digest('base64url');

const GROUP_BYTES = 16;
const REST_BYTES = 15;
/** A class of origins sorts before its members, so that all transactions lock the two in one order. */
const CLASS = 0;
const MEMBER = 1;

function memberOf({ secrets }: WithSubjectKey, group: Buffer, kind: number, name: string): Buffer {
  const rest = hmacUnder(secrets.subjectKey).update(group).update(name).digest().subarray(0, REST_BYTES);
  return Buffer.concat([group.subarray(0, GROUP_BYTES), Buffer.from([kind]), rest]);
}

/** Counts all tries of strangers on an account together. */
export const strangersCount = (people: WithSubjectKey, group: Buffer, rule: Count['rule']): Count => ({
  subject: memberOf(people, group, CLASS, 'none'),
  rule,
});

/** Counts the tries of one network or device. */
export const memberCount = (people: WithSubjectKey, group: Buffer, key: string, rule: Count['rule']): Count => ({
  subject: memberOf(people, group, MEMBER, key),
  rule,
});

/**
 * The counts of a try: its own network or device, and all tries of its class. So strangers pause strangers, and neither
 * strangers nor neighbours in a known network pause a known device. The total number of tries stays bounded.
 */
export function countsOf(
  people: WithSubjectKey,
  group: Buffer,
  place: NetworkPlace,
  rule: Count['rule'],
): readonly Count[] {
  const all =
    place.trust === 'none'
      ? strangersCount(people, group, rule)
      : { subject: memberOf(people, group, CLASS, place.trust), rule: 'daily' as const };
  return [all, memberCount(people, group, place.key, rule)];
}

/** Clears the tries of every origin. */
export async function clearGroup(db: Queries, group: Buffer): Promise<void> {
  const prefix = group.subarray(0, GROUP_BYTES);
  const end = (byte: number) => Buffer.concat([prefix, Buffer.alloc(GROUP_BYTES, byte)]);
  await clearRange(db, end(0), end(0xff));
}

export const loginGroup = ({ secrets }: WithSubjectKey, { type, identifier, livemode }: Who): Buffer =>
  subjectOf(secrets.subjectKey, 'login', type, identifier, livemode);
