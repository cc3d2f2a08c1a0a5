import type { IncomingHttpHeaders } from 'node:http';
import { suffix } from '../../../contract/src/fields.ts';
import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import type { Route } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';

type StandingRow = {
  world: number;
  merchant_id: string;
  live_approved: boolean;
  /** Null for people of the merchant itself. */
  role: DeveloperRole | null;
  /** For a developer: whether they may act in live mode. */
  in_live: boolean;
  two_factor: 'none' | 'sms' | 'totp';
};

const columns = `w.id AS world, i.merchant_id, m.live_approved_at IS NOT NULL AS live_approved, a.two_factor`;
const from = `
  FROM integrations i JOIN merchants m ON m.id = i.merchant_id
  JOIN worlds w ON w.integration_id = i.id AND w.livemode = $2
  JOIN accounts a ON a.id = $3`;

const selectStanding: Record<'merchant' | 'developer', Statement> = {
  merchant: {
    name: 'standing_of_merchant',
    text: `SELECT ${columns}, NULL::text AS role, true AS in_live ${from} JOIN users u ON u.id = a.id AND u.merchant_id = i.merchant_id WHERE i.id = $1`,
  },
  developer: {
    name: 'standing_of_developer',
    text: `SELECT ${columns}, s.role, s.live_since IS NOT NULL AS in_live ${from} JOIN memberships s ON s.integration_id = i.id AND s.developer_id = a.id WHERE i.id = $1`,
  },
};

/** A merchant's person who names no integration sees the merchant's wallets, not an integration's records. */
const selectOwnStanding: Statement = {
  name: 'standing_of_merchant_alone',
  text: `
    SELECT w.id AS world, u.merchant_id, m.live_approved_at IS NOT NULL AS live_approved, NULL::text AS role, true AS in_live, a.two_factor
    FROM users u JOIN merchants m ON m.id = u.merchant_id JOIN accounts a ON a.id = u.id JOIN worlds w ON w.account_id = u.id
    WHERE u.id = $1`,
};

const INTEGRATION = new RegExp(`^int_${suffix}$`);

type Named = { readonly integration: string | undefined; readonly mode: 'test' | 'live' | undefined };
type Names = { readonly integration: string; readonly mode: string };

/** Reads both headers. @throws Refusal when one is not what the contract allows */
function readHeaders(headers: IncomingHttpHeaders, names: Names): Named {
  const integration = headers[names.integration.toLowerCase()];
  const mode = headers[names.mode.toLowerCase()];
  if (mode !== undefined && mode !== 'test' && mode !== 'live') throw invalidField(names.mode, 'not_mode');
  if (integration !== undefined && (typeof integration !== 'string' || !INTEGRATION.test(integration)))
    throw invalidField(names.integration, 'not_integration');
  return { integration, mode };
}

/**
 * A key or a customer's token has one mode, and a key has one integration. A header that contradicts it is refused:
 * otherwise a client that said test would move live money.
 */
function checkHeaders(caller: Caller, { integration, mode }: Named, names: Names): void {
  if (caller.kind !== 'key' && caller.kind !== 'customer') return;
  const own = caller.livemode ? 'live' : 'test';
  const credential = caller.kind === 'key' ? 'key' : 'token';
  if (mode !== undefined && mode !== own)
    throw invalidField(names.mode, 'mode_of_credential', { credential, mode: own });
  if (integration !== undefined && integration !== caller.integration)
    throw invalidField(names.integration, 'other_than_credential', { credential });
}

/** The integration and mode that a person acts on. Null means their own records only. */
function chooseIntegration(caller: Caller, route: Route, { integration, mode }: Named, names: Names) {
  if (integration === undefined) {
    const own = route.integration === 'optional' && caller.kind === 'merchant';
    // A mode without an integration would be ignored, and a client that said test would move live money.
    if (own && mode === undefined) return null;
    throw invalidField(names.integration, 'integration_required');
  }
  return { integration, livemode: mode === 'live' };
}

/** Returns the caller of a route. A merchant or developer acts as the integration that their headers name. */
export type ActOnIntegration = (route: Route, caller: Caller, headers: IncomingHttpHeaders) => Promise<Caller>;

/**
 * Puts a person in the world of one of their integrations, with the rights that their role gives them. The database is
 * asked at every request, so a removed person loses access at once.
 */
export function createActOnIntegration(
  db: Database,
  { live, headerPrefix }: { live: boolean; headerPrefix: string },
): ActOnIntegration {
  const names = { integration: `${headerPrefix}-Integration`, mode: `${headerPrefix}-Mode` };
  return async (route, caller, headers) => {
    const given = readHeaders(headers, names);
    checkHeaders(caller, given, names);
    if (!route.integration || (caller.kind !== 'merchant' && caller.kind !== 'developer')) return caller;
    const named = chooseIntegration(caller, route, given, names);
    if (!named) {
      if (!caller.livemode || isRead(route)) return caller;
      const [standing] = await db.query<StandingRow>(selectOwnStanding, [caller.id]);
      checkLive(route, caller, standing!, live);
      return caller;
    }
    const values = [named.integration, named.livemode, caller.id];
    const [standing] = await db.query<StandingRow>(selectStanding[caller.kind], values);
    if (!standing) throw new Refusal('not_found', 'You have no integration with this id');
    if (named.livemode) checkLive(route, caller, standing, live);
    else checkRole(route, standing);
    return {
      ...caller,
      integration: named.integration,
      world: standing.world,
      livemode: named.livemode,
      owner: { type: 'merchant', id: standing.merchant_id },
      ...(standing.role ? { role: standing.role } : {}),
    };
  };
}

const isRead = ({ method, scope, oneOfScopes }: Route) =>
  (scope ? [scope] : oneOfScopes)?.every((one) => one.endsWith(':read')) ?? method === 'GET';

const isMembers = ({ members }: Route, role: DeveloperRole, mode: 'test' | 'live') =>
  members?.[mode].includes(role) ?? false;

/** The merchant's own people have no role: they may do everything. @throws Refusal if the role may in no mode */
function checkRole(route: Route, { role }: StandingRow): void {
  if (role === null || isMembers(route, role, 'test')) return;
  throw refuseRole(role, route.members?.test ?? []);
}

/** A refusal of a member whose role is not among these. */
export function refuseRole(role: DeveloperRole, roles: readonly DeveloperRole[]): Refusal {
  const needed =
    roles.length === 0
      ? "This is for the merchant's own people."
      : `This request needs the role ${roles.join(' or ')}.`;
  return new Refusal('forbidden_account_type', `Your role on this integration is ${role}. ${needed}`);
}

/** Refuses a developer who has not accepted an invitation from the live world. */
export const refuseTestOnly = () =>
  new Refusal(
    'forbidden_account_type',
    'Your invitation is for test mode only. Ask the merchant to invite you again from its live login, then accept that invitation.',
  );

/**
 * Only the merchant's people move live money, logged in to the live world with a second factor, because everybody knows
 * the code of a test login. The contract names what members may do there (`members.live`). Every change needs a second
 * factor.
 */
function checkLive(route: Route, caller: Caller, standing: StandingRow, live: boolean): void {
  const { live_approved, two_factor, role, in_live } = standing;
  const forbid = (message: string) => new Refusal('forbidden_account_type', message);
  if (!live) throw forbid('This deployment is a sandbox. It has no live mode.');
  if (!live_approved) throw forbid('The merchant is not approved for live mode');
  if (caller.kind === 'merchant' && !caller.livemode) throw forbid('Log in to live mode to act on live data');
  if (!in_live) throw refuseTestOnly();
  checkRole(route, standing);
  if (role !== null && !isMembers(route, role, 'live'))
    throw forbid(`Your role on this integration is ${role}. Only the merchant's own people may do this in live mode.`);
  if (isRead(route) || route.own) return;
  // This covers webhooks too: a new signing secret lets its holder report payments that never happened to the
  // merchant's server.
  if (two_factor !== 'sms' && two_factor !== 'totp')
    throw new Refusal('two_factor_required', 'Turn on a second factor before you change live data');
}
