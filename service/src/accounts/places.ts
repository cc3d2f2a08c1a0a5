import { createHmac } from 'node:crypto';
import type { AccountType } from '../../../contract/src/route.ts';
import { networkOf } from '../core/network.ts';
import type { Queries, Statement } from '../db/database.ts';
import type { People } from './people.ts';
import { type Count, clearRange, subjectOf } from './throttle.ts';

/** Somebody's login, whether or not there is such an account. */
export type Who = { readonly type: AccountType; readonly identifier: string; readonly livemode: boolean | null };

/** All that a count's key takes. */
export type Peppered = { readonly secrets: { readonly pepper: Buffer } };

/** Who asks, as far as a request shows it. */
export type Asker = {
  readonly address?: string;
  readonly device?: PresentedDevice;
  /** The open session that asks. */
  readonly session?: string;
  /** Aborted when the client has gone. */
  readonly gone?: AbortSignal;
};
/** The device cookie, and the refresh token that stands for it where there are no cookies. */
export type PresentedDevice = { readonly cookie: string | null; readonly token: string | null };

/**
 * Where a try comes from. `known`: an open session, or a device that the account logged in from. `network`: the account logged
 * in from this network within 90 days; thousands may share it. `none`: anybody.
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

/** A refresh token that is not spent, of a session that is open or that its owner logged out of. */
const selectDeviceSession: Statement = {
  name: 'sessions_select_device',
  text: `
    SELECT 1 FROM sessions WHERE id = $1 AND account_id = $2 AND refresh_id = $3 AND expires_at > now()
      AND (revoked_at IS NULL OR revoked_reason = 'logged_out')`,
};

/** `account`: null where nobody has this login; both cost the same work and the same statements. */
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

/** After a login: the account's owner is known in this network for 90 days. */
export async function rememberNetwork(db: Queries, people: People, who: Who, asker: Asker): Promise<void> {
  await db.query(rememberNetworkStatement, [networkPlace(people, who, asker)]);
}

export const networkKeyOf = ({ address }: Asker) => `network ${networkOf(address ?? '')}`;
const networkPlace = (people: Peppered, { type, identifier, livemode }: Who, asker: Asker) =>
  subjectOf(people.secrets.pepper, 'place', type, identifier, livemode, networkKeyOf(asker));

/** The network or device that a challenge was asked for from: another one's stays open. */
export const requesterOf = ({ secrets }: Peppered, { key }: NetworkPlace): string =>
  createHmac('sha256', secrets.pepper).update(`requester ${key}`).digest('base64url');

const GROUP_BYTES = 16;
const REST_BYTES = 15;
/** A class of askers comes before its members, so that all lock the two in one order. */
const CLASS = 0;
const MEMBER = 1;

function memberOf({ secrets }: Peppered, group: Buffer, kind: number, name: string): Buffer {
  const rest = createHmac('sha256', secrets.pepper).update(group).update(name).digest().subarray(0, REST_BYTES);
  return Buffer.concat([group.subarray(0, GROUP_BYTES), Buffer.from([kind]), rest]);
}

/** All strangers' tries of an account together. */
export const strangersCount = (people: Peppered, group: Buffer, rule: Count['rule']): Count => ({
  subject: memberOf(people, group, CLASS, 'none'),
  rule,
});

/** The tries of one network or device alone. */
export const memberCount = (people: Peppered, group: Buffer, key: string, rule: Count['rule']): Count => ({
  subject: memberOf(people, group, MEMBER, key),
  rule,
});

/**
 * What a try is counted by: its own network or device, and all tries of its class. So strangers pause strangers, and neither a
 * known network's neighbours nor strangers pause a known device; and the number of tries stays bounded in all.
 */
export function countsOf(people: Peppered, group: Buffer, place: NetworkPlace, rule: Count['rule']): readonly Count[] {
  const all =
    place.trust === 'none'
      ? strangersCount(people, group, rule)
      : { subject: memberOf(people, group, CLASS, place.trust), rule: 'daily' as const };
  return [all, memberCount(people, group, place.key, rule)];
}

/** Forgets the tries of everybody. */
export async function clearGroup(db: Queries, group: Buffer): Promise<void> {
  const prefix = group.subarray(0, GROUP_BYTES);
  const end = (byte: number) => Buffer.concat([prefix, Buffer.alloc(GROUP_BYTES, byte)]);
  await clearRange(db, end(0), end(0xff));
}

export const loginGroup = ({ secrets }: Peppered, { type, identifier, livemode }: Who): Buffer =>
  subjectOf(secrets.pepper, 'login', type, identifier, livemode);
