import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

export const scopes = [
  'payments:read',
  'payments:write',
  'wallets:read',
  'wallets:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
] as const;
export type Scope = (typeof scopes)[number];

export const accountTypes = ['customer', 'merchant', 'developer', 'operator'] as const;
export type AccountType = (typeof accountTypes)[number];
export type CallerKind = 'key' | AccountType;

/** Who has wallets: a merchant through its keys and its people, and customers. */
export const walletHolders = ['key', 'customer', 'merchant'] as const;

export const operatorRoles = ['support', 'compliance', 'finance', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

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
  /** Of the operators, those with one of these roles; absent: any. */
  readonly roles?: readonly OperatorRole[];
  /** Absent: any valid key. */
  readonly scope?: Scope;
  /** Answers 403 `forbidden_account_type` to a live key. */
  readonly testOnly?: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly ok: { readonly status: 200 | 201 | 202 | 204; readonly description: string; readonly schema?: TSchema };
  /** What this route can answer beside what its shape implies (see `errorsOf` in openapi.ts). */
  readonly errors?: readonly ErrorCode[];
};

/** Routes below `/auth` take no idempotency key (contract.md): what they do is bound to a challenge or a token. */
export const isAuthRoute = ({ path }: Pick<Route, 'path'>) => path.startsWith('/auth/');

/** A body whose fields are all optional may be left out. */
export const bodyIsOptional = ({ body }: Pick<Route, 'body'>) =>
  body !== undefined && ((body as { required?: string[] }).required ?? []).length === 0;

/** Keeps the literal types of a route, so that its handler is typed from it. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

type StaticOf<S> = S extends TSchema ? Static<S> : unknown;

/** What a route that reads is asked: its path and query parameters. */
export type QueryOf<R extends Route> = StaticOf<R['params']> & StaticOf<R['query']>;

/** What a route that changes is given: its path parameters and body. */
export type InputOf<R extends Route> = StaticOf<R['params']> & StaticOf<R['body']>;
