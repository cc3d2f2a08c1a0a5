import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { MemberRights } from './member-rights.ts';

/** Precedes every path of the contract. */
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
  'rails:read',
  'checkout:read',
  'checkout:write',
  'holds:read',
  'holds:write',
  'schedules:read',
  'schedules:write',
] as const;
export type Scope = (typeof scopes)[number];

export const accountTypes = ['customer', 'merchant', 'developer', 'operator'] as const;
export type AccountType = (typeof accountTypes)[number];
export type CallerKind = 'key' | AccountType;

/** The callers that work with an integration's records: its keys, and people who name the integration in a header. */
export const integrationCallers = ['key', 'merchant', 'developer'] as const;

/** The callers that have wallets: a merchant through its keys, people and developers, and customers. */
export const walletHolders = ['key', 'customer', 'merchant', 'developer'] as const;

export const operatorRoles = ['support', 'compliance', 'finance', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** The form of a body with a long list. With CSV, its other fields are query parameters of the same names. */
export type Bulk = {
  readonly bodyLimit: number;
  /** The field that is the list. */
  readonly list: string;
  /** The media type of a body with one record a line, if the route takes it. */
  readonly ndjson?: string;
  readonly csv: {
    readonly required: readonly string[];
    readonly optional: readonly string[];
    /** Columns with whole numbers. */
    readonly numbers: readonly string[];
    readonly example: string;
    /** Columns of the route's own result file, which may be sent again. Its `currency` must equal the query's. */
    readonly result: readonly string[];
  };
};

/**
 * One route of the interface. The service validates, authorises, answers and documents only from this.
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
  /** The callers: `none` is anyone; otherwise an API key, or people of these kinds with their token. */
  readonly auth: 'none' | readonly CallerKind[];
  /** The operator roles that may call it. A route only for operators must name roles: without them nobody may call it. */
  readonly roles?: readonly OperatorRole[];
  /** The scope that a key needs. A route without a scope is closed to keys, unless it sets `anyKey`. */
  readonly scope?: Scope;
  /** Instead of `scope`: a key needs one of these. The handler checks the one that the requested resource needs. */
  readonly oneOfScopes?: readonly Scope[];
  /** Any valid key may call it, whatever its scopes. */
  readonly anyKey?: true;
  /**
   * Merchants and developers act on an integration in a mode; their headers name both. `optional`: a merchant's
   * person who names none acts on the wallets for the merchant.
   */
  readonly integration?: 'required' | 'optional';
  /** The roles of an integration's members that may call it. Without this no member may, whatever their role. */
  readonly members?: MemberRights;
  /** It changes only settings of the person who calls, so live mode needs no second factor. */
  readonly own?: true;
  /** The route opens, refreshes or closes a session. With `Service-Session: cookie` the tokens are kept in cookies. */
  readonly session?: 'open' | 'refresh' | 'close';
  /** Answers 403 `forbidden_account_type` to a live key, and to a person who acts in live mode. */
  readonly testOnly?: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A body with a long list of records, as JSON or as CSV. */
  readonly bulk?: Bulk;
  /** The body is not JSON but a raw file of one of these types. */
  readonly upload?: {
    readonly types: readonly string[];
    readonly bodyLimit: number;
    /** The body is stored while it arrives, and is never in memory as a whole. */
    readonly streamed?: true;
  };
  readonly ok: {
    readonly status: 200 | 201 | 202 | 204;
    readonly description: string;
    readonly schema?: TSchema;
    readonly csv?: string;
    /** The answer is not JSON but a file of one of these types. */
    readonly download?: readonly string[];
    /** The Accept header chooses among the types of `download`; the first is the default. */
    readonly negotiated?: true;
    /** The answer is not JSON but an endless stream of server-sent events such as these. */
    readonly stream?: string;
  };
  /** Instead of `ok` it answers 200 if the body has `dry_run: true`. */
  readonly dryRun?: { readonly description: string; readonly schema: TSchema };
  /** Instead of `ok` it may answer 202: the request waits for another operator. */
  readonly accepted?: { readonly description: string; readonly schema: TSchema };
  /** Errors of this route besides those that its shape implies (see `errorsOf` in openapi.ts). */
  readonly errors?: readonly ErrorCode[];
};

/** Routes below `/auth` take no idempotency key (docs/concepts.md): each is bound to a challenge or a token. */
export const isAuthRoute = ({ path }: Pick<Route, 'path'>) => path.startsWith('/auth/');

/** Routes for a person's own login: log out, change the password, set up a second factor. */
export const isOwnAccount = (route: Pick<Route, 'path'>) => isAuthRoute(route) || route.path === '/me';

/** A body may be left out if all its fields are optional. With `if`, one of them is required. */
export const bodyIsOptional = ({ body }: Pick<Route, 'body'>) =>
  body !== undefined && !('if' in body) && ((body as { required?: string[] }).required ?? []).length === 0;

/** Keeps the literal types of a route: its handler gets its types from them. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type StaticOf<S> = S extends TSchema ? Static<S> : unknown;

/** The input of a route that reads: its path and query parameters. */
export type QueryOf<R extends Route> = StaticOf<R['params']> & StaticOf<R['query']>;

/** An uploaded file: the type that its sender declares, and its bytes. */
export type Upload = { readonly type: string; readonly bytes: Buffer };

/** The input of a route that changes something: its path parameters and body. */
export type InputOf<R extends Route> = StaticOf<R['params']> &
  (R extends { upload: object } ? Upload : StaticOf<R['body']>);
