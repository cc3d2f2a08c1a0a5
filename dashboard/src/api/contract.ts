import type { Static, TSchema } from 'typebox';
import type { Route } from '../../../contract/src/route.ts';
import type { routes } from '../../../contract/src/routes.ts';

/** The types of the wire, from the contract itself: nothing is generated, so nothing drifts. */
type AnyRoute = (typeof routes)[keyof typeof routes];
type At<M extends Route['method']> = Extract<AnyRoute, { method: M }>;

export type PathOf<M extends Route['method']> = At<M>['path'];
export type RouteAt<M extends Route['method'], P extends string> = Extract<AnyRoute, { method: M; path: P }>;

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
export type AnswerOf<R> = R extends { ok: { schema: infer S } } ? StaticOf<S> : undefined;
export type ParamsOf<R> = R extends { params: infer S } ? StaticOf<S> : undefined;
export type QueryOf<R> = R extends { query: infer S } ? StaticOf<S> : undefined;
/** Amounts go out as numbers: the contract holds them below 10^12. */
export type BodyOf<R> = R extends { body: infer S } ? StaticOf<S> : undefined;

export type List<T> = { readonly object: 'list'; readonly data: T[]; readonly has_more: boolean; readonly url: string };
/** Paths whose answer is a list. */
export type ListPath = Extract<At<'GET'>, { ok: { schema: TSchema & { properties: { has_more: TSchema } } } }>['path'];
export type RecordOf<P extends ListPath> = AnswerOf<RouteAt<'GET', P>> extends { data: (infer T)[] } ? T : never;
