import { createHash, randomBytes } from 'node:crypto';
import type { Answer, Call, Route, Setting } from '../kit/server.ts';
import { apiError, gatewayError, malformed } from './answers.ts';
import { SANDBOX } from './environment.ts';

export const products = ['collection', 'disbursement', 'remittance'] as const;
export type Product = (typeof products)[number];

export type Keys = { readonly subscription_key: string; readonly api_user: string; readonly api_key: string };

type User = { readonly host: string; key: string | null };
type Token = { readonly product: Product; readonly user: User; readonly endsAt: number };

export type Access = {
  /** @returns the refusal of a call that lacks a right key, token or environment; otherwise null */
  refusal(call: Call, product: Product): Answer | null;
  /** The callback host that the call's API user has registered. */
  hostOf(call: Call): string;
  readonly keys: Readonly<Record<Product, Keys>>;
  readonly routes: readonly Route[];
  readonly control: readonly Route[];
};

const TOKEN_LIFE_MS = 3_600_000;
/** RFC 9562, version 4. */
export const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

const MISSING_KEY =
  'Access denied due to missing subscription key. ' +
  'Make sure to include subscription key when making requests to an API.';
const WRONG_KEY =
  'Access denied due to invalid subscription key. Make sure to provide a valid key for an active subscription.';

/** The same keys at each start, so that a rail goes on working when its counterpart was started again. */
function keysOf(environment: string, product: Product): Keys {
  const digest = (what: string) => createHash('sha256').update(`${environment} ${product} ${what}`).digest('hex');
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest('user'))!;
  return {
    subscription_key: digest('subscription').slice(0, 32),
    api_user: `${a}-${b}-4${c}-a${d}-${e}`,
    api_key: digest('key').slice(0, 32),
  };
}

const subscriptionOf = (call: Call) => call.headers['ocp-apim-subscription-key'];

/** API users, their keys and tokens. */
export function createAccess({ kit }: Setting, environment: string): Access {
  const keys = {
    collection: keysOf(environment, 'collection'),
    disbursement: keysOf(environment, 'disbursement'),
    remittance: keysOf(environment, 'remittance'),
  };
  const users = new Map<string, User>(
    products.map((product) => [keys[product].api_user, { host: '127.0.0.1', key: keys[product].api_key }]),
  );
  const tokens = new Map<string, Token>();

  const subscriptionRefusal = (call: Call, allowed: readonly Product[]): Answer | null => {
    const given = subscriptionOf(call);
    if (kit.settings.addressRefused) return gatewayError(403, 'Forbidden');
    if (given === undefined || given === '') return gatewayError(401, MISSING_KEY);
    return allowed.some((product) => keys[product].subscription_key === given) ? null : gatewayError(401, WRONG_KEY);
  };

  const tokenOf = (call: Call): Token | undefined => {
    const [scheme, bearer = ''] = (call.headers.authorization ?? '').split(' ');
    return scheme === 'Bearer' ? tokens.get(bearer) : undefined;
  };

  const newToken = (call: Call, product: Product): Answer => {
    const refused = subscriptionRefusal(call, [product]);
    if (refused) return refused;
    if (call.body.length > 0) return malformed('the token endpoint takes no body');
    const user = userOf(call, users);
    if (!user || kit.settings.tokensRefused) return { status: 401, body: { error: 'login_failed' } };
    const life = kit.settings.tokenLifeMs ?? TOKEN_LIFE_MS;
    const token = newJwt();
    tokens.set(token, { product, user, endsAt: kit.now() + life });
    const expiresIn = Math.floor(life / 1000);
    return { status: 200, body: { access_token: token, token_type: 'access_token', expires_in: expiresIn } };
  };

  return {
    keys,
    refusal: (call, product) => {
      const refused = subscriptionRefusal(call, [product]);
      if (refused) return refused;
      const token = tokenOf(call);
      if (token?.product !== product || token.endsAt <= kit.now() || kit.settings.callsRefused)
        return gatewayError(401, 'Unauthorized. Access token is missing or invalid.');
      const target = call.headers['x-target-environment'];
      if (target === undefined) return malformed('X-Target-Environment is missing');
      return target === environment ? null : apiError(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT');
    },
    hostOf: (call) => tokenOf(call)!.user.host,
    routes: [
      ...products.map(
        (product): Route => ({
          method: 'POST',
          path: `/${product}/token/`,
          operation: 'token',
          handle: (call) => newToken(call, product),
        }),
      ),
      ...(environment === SANDBOX ? provisioning(users, (call) => subscriptionRefusal(call, products)) : []),
    ],
    control: [
      {
        method: 'POST',
        path: '/tokens/expire',
        operation: 'other',
        handle: () => {
          tokens.clear();
          return { status: 200, body: {} };
        },
      },
    ],
  };
}

function userOf(call: Call, users: ReadonlyMap<string, User>): User | null {
  const [scheme, encoded = ''] = (call.headers.authorization ?? '').split(' ');
  const [id = '', key = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const user = users.get(id);
  return scheme === 'Basic' && user?.key && user.key === key ? user : null;
}

/** The form of a JWT: clients must not take it for anything but an opaque text. */
const newJwt = () => ['eyJ0eXAiOiJKV1QiLCJhbGciOiJSMjU2In0', base64(180), base64(64)].join('.');
const base64 = (bytes: number) => randomBytes(bytes).toString('base64url');

/** The sandbox's own API users. Live ones come from the partner portal. */
function provisioning(users: Map<string, User>, refusal: (call: Call) => Answer | null): Route[] {
  const guarded = (method: string, path: string, handle: (call: Call) => Answer): Route => ({
    method,
    path,
    operation: 'other',
    handle: (call) => refusal(call) ?? handle(call),
  });
  return [
    guarded('POST', '/v1_0/apiuser', (call) => {
      const id = String(call.headers['x-reference-id'] ?? '');
      const { providerCallbackHost: host } = (call.json() ?? {}) as { providerCallbackHost?: unknown };
      if (!UUID4.test(id) || typeof host !== 'string') return malformed('X-Reference-Id or providerCallbackHost');
      if (users.has(id)) return apiError(409, 'RESOURCE_ALREADY_EXIST');
      users.set(id, { host, key: null });
      return { status: 201 };
    }),
    guarded('GET', '/v1_0/apiuser/{id}', ({ params }) => {
      const user = users.get(params.id!);
      if (!user) return apiError(404, 'RESOURCE_NOT_FOUND');
      return { status: 200, body: { providerCallbackHost: user.host, targetEnvironment: SANDBOX } };
    }),
    guarded('POST', '/v1_0/apiuser/{id}/apikey', ({ params }) => {
      const user = users.get(params.id!);
      if (!user) return apiError(404, 'RESOURCE_NOT_FOUND');
      user.key = randomBytes(16).toString('hex');
      return { status: 201, body: { apiKey: user.key } };
    }),
  ];
}
