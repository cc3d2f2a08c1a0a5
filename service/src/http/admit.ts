import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallerKind, Route } from '../../../contract/src/route.ts';
import type { ActOnIntegration } from '../access/act-on-integration.ts';
import type { Authenticate } from '../access/authenticate.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { checkOperator } from './check-operator.ts';
import { checkOrigin } from './cross-origin.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { SessionCookies } from './session-cookies.ts';

export type AdmitOptions = {
  readonly authenticate: Authenticate;
  readonly actOnIntegration: ActOnIntegration;
  readonly cookies: SessionCookies;
  readonly rateLimiter: RateLimiter;
  /** Whether this deployment has a live world. */
  readonly live: boolean;
  readonly tenants: Tenants;
};

/** Counts the requests of a world and applies an operator's throttle to it. */
export type Tenants = {
  /** @throws Refusal throttled */
  take(world: number): void;
  count(world: number, cost: { readonly requests?: number; readonly refused?: number }): void;
};

/** Authenticates the caller and checks that they may call this route. @throws Refusal */
export async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { authenticate, actOnIntegration, cookies, rateLimiter, live, tenants }: AdmitOptions,
): Promise<Caller> {
  const caller = await authenticate(cookies.authorizationOf(request));
  checkOrigin(request, caller);
  // Set before the checks, so that the request log also shows refused requests.
  request.caller = caller;
  // The quota belongs to the caller, not to the integration they act on: dashboard users do not use up a server's
  // quota.
  counted(tenants, caller.world, () => reply.headers(rateLimiter.take(caller.world, caller.livemode)));
  checkRight(route, caller, live);
  // Devices are shared and proxies serve many clients, so answers must not be cached.
  reply.header('Cache-Control', 'no-store');
  const acting = await actOnIntegration(route, caller, request.headers);
  if (route.testOnly && acting.livemode)
    throw new Refusal('forbidden_account_type', 'This route works only in test mode');
  checkOrigin(request, acting);
  request.caller = acting;
  // A person's own world is checked first. The integration's count includes them only after they are allowed to act on
  // it.
  if (acting.world !== caller.world) counted(tenants, acting.world, () => {});
  return acting;
}

/** Counts the request, and whether the rate limit refused it. An operator's throttle is checked first. */
function counted(tenants: Tenants, world: number, take: () => void): void {
  try {
    tenants.take(world);
    take();
    tenants.count(world, { requests: 1 });
  } catch (error) {
    tenants.count(world, { requests: 1, refused: 1 });
    throw error;
  }
}

/**
 * Repeats the checks of `admit` for a request that is still being answered, without counting it again.
 * @returns the caller as they are now
 */
export async function readmit(
  request: FastifyRequest,
  route: Route,
  { authenticate, actOnIntegration, cookies, live }: AdmitOptions,
): Promise<Caller> {
  const caller = await authenticate(cookies.authorizationOf(request));
  checkRight(route, caller, live);
  return actOnIntegration(route, caller, request.headers);
}

const credentials: Record<CallerKind, string> = {
  key: 'an API key',
  customer: "a customer's token",
  merchant: "a merchant's token",
  developer: "a developer's token",
  operator: "an operator's token",
};

export function checkRight(route: Route, caller: Caller, live: boolean): void {
  if (!route.auth.includes(caller.kind)) {
    const takes = (route.auth as readonly CallerKind[]).map((kind) => credentials[kind]).join(' or ');
    throw new Refusal('forbidden_account_type', `This route takes ${takes}, not ${credentials[caller.kind]}`);
  }
  if (caller.kind === 'operator') checkOperator(route, caller, live);
  if (caller.kind !== 'key' || route.anyKey) return;
  const fitting = route.scope ? [route.scope] : (route.oneOfScopes ?? []);
  if (!fitting.some((scope) => caller.scopes.has(scope))) throw lacksScope(fitting);
}

/** A refusal of a key that has none of these scopes. */
export function lacksScope(scopes: readonly string[]): Refusal {
  return new Refusal('insufficient_scope', `The key lacks the scope ${scopes.join(' or ')}`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}
