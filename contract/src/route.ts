import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/** Before every path of the contract. */
export const API_PREFIX = '/api/v1';

export const scopes = [
  'payments:read',
  'payments:write',
  'wallets:read',
  'wallets:write',
  'payouts:read',
  'payouts:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
] as const;
export type Scope = (typeof scopes)[number];

export const accountTypes = ['customer', 'merchant', 'developer', 'operator'] as const;
export type AccountType = (typeof accountTypes)[number];
export type CallerKind = 'key' | AccountType;

/** Who works with an integration's records: its keys, and people who say in headers which integration they mean. */
export const integrationCallers = ['key', 'merchant', 'developer'] as const;

/** Who has wallets: a merchant through its keys, its people and its developers, and customers. */
export const walletHolders = ['key', 'customer', 'merchant', 'developer'] as const;

export const operatorRoles = ['support', 'compliance', 'finance', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** How a body with a long list comes. As CSV its other fields stand in the query, under the names that they have in the body. */
export type Bulk = {
  readonly bodyLimit: number;
  /** The field that is the list. */
  readonly list: string;
  readonly csv: {
    readonly required: readonly string[];
    readonly optional: readonly string[];
    /** Columns whose text is a whole number. */
    readonly numbers: readonly string[];
    readonly example: string;
    /** Columns of the route's own result file, which may be sent again. A `currency` among them is that of the query. */
    readonly result: readonly string[];
  };
};

/**
 * One route of the interface. The service validates, authorises, answers and documents from this and nothing else.
 */
export type Route = {
  /** Reads as a method name: `createPayment`, `listPayments`, `getPayment`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters in braces: `/payments/{id}`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Who may call. `none`: anyone; else an API key, or people of these kinds with their token. */
  readonly auth: 'none' | readonly CallerKind[];
  /** The operators' roles that may call it. A route for operators alone must name them: without, it is open to none. */
  readonly roles?: readonly OperatorRole[];
  /** The scope that a key needs. A route without one is closed to keys, unless it says `anyKey`. */
  readonly scope?: Scope;
  /** Any valid key may call it, whatever its scopes. */
  readonly anyKey?: true;
  /**
   * Merchants and developers act on an integration in a mode, which their headers name. `optional`: a merchant who names
   * none disposes of the wallets as themselves.
   */
  readonly integration?: 'required' | 'optional';
  /** A route below /auth that opens a session, refreshes it or ends it: with `Rialto-Session: cookie` its tokens are kept in cookies. */
  readonly session?: 'open' | 'refresh' | 'close';
  /** Answers 403 `forbidden_account_type` to a live key, and to a person who acts in live mode. */
  readonly testOnly?: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A body with a long list of records, as JSON or as CSV. */
  readonly bulk?: Bulk;
  /** In the place of JSON the body is a file as it is, of one of these types. */
  readonly upload?: { readonly types: readonly string[]; readonly bodyLimit: number };
  readonly ok: {
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema?: TSchema;
    readonly csv?: string;
    /** In the place of JSON the answer is a file, of one of these types. */
    readonly download?: readonly string[];
    /** In the place of JSON the answer goes on without an end, as server-sent events such as these. */
    readonly stream?: string;
  };
  /** In the place of `ok` it may answer 202: what was asked for waits for another operator. */
  readonly accepted?: { readonly description: string; readonly schema: TSchema };
  /** What this route can answer beside what its shape implies (see `errorsOf` in openapi.ts). */
  readonly errors?: readonly ErrorCode[];
};

/** Routes below `/auth` take no idempotency key (docs/concepts.md): what they do is bound to a challenge or a token. */
export const isAuthRoute = ({ path }: Pick<Route, 'path'>) => path.startsWith('/auth/');

/** What people do about their own login: to sign out, change the password, set up a second factor. */
export const isOwnAccount = (route: Pick<Route, 'path'>) => isAuthRoute(route) || route.path === '/me';

/** A body whose fields are all optional may be left out. With `if`, one of them is required. */
export const bodyIsOptional = ({ body }: Pick<Route, 'body'>) =>
  body !== undefined && !('if' in body) && ((body as { required?: string[] }).required ?? []).length === 0;

/** Keeps the literal types of a route, so that its handler is typed from it. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type StaticOf<S> = S extends TSchema ? Static<S> : unknown;

/** What a route that reads is asked: its path and query parameters. */
export type QueryOf<R extends Route> = StaticOf<R['params']> & StaticOf<R['query']>;

/** A file that came as it is: what its sender calls it, and its bytes. */
export type Upload = { readonly type: string; readonly bytes: Buffer };

/** What a route that changes is given: its path parameters and body. */
export type InputOf<R extends Route> = StaticOf<R['params']> &
  (R extends { upload: object } ? Upload : StaticOf<R['body']>);
