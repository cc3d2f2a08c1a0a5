import type { Static, TSchema } from 'typebox';
import type { Route } from '../../../contract/src/route.ts';
import type { routes } from '../../../contract/src/routes.ts';

/** The API's types, taken from the contract itself: nothing is generated, so nothing drifts. */
type Routes = typeof routes;
/** By method and path: a lookup in a table costs the compiler a hundredth of a search through a union. */
type Table = { [K in keyof Routes as `${Routes[K]['method']} ${Routes[K]['path']}`]: Routes[K] };

export type PathOf<M extends Route['method']> = keyof Table extends infer K
  ? K extends `${M} ${infer P}`
    ? P
    : never
  : never;
export type RouteAt<M extends Route['method'], P extends string> = Table[`${M} ${P}` & keyof Table];

type StaticOf<S> = S extends TSchema ? Static<S> : undefined;
type AcceptedOf<R> = R extends { accepted: { schema: infer S } } ? StaticOf<S> : never;
export type AnswerOf<R> = (R extends { ok: { schema: infer S } } ? StaticOf<S> : undefined) | AcceptedOf<R>;
export type ParamsOf<R> = R extends { params: infer S } ? StaticOf<S> : undefined;
export type QueryOf<R> = R extends { query: infer S } ? StaticOf<S> : undefined;
/** Amounts are sent as numbers: the contract keeps them below 10^12. */
export type BodyOf<R> = R extends { body: infer S } ? StaticOf<S> : undefined;

export type List<T> = { readonly object: 'list'; readonly data: T[]; readonly has_more: boolean; readonly url: string };
type ListRoute = { method: 'GET'; ok: { schema: { properties: { has_more: unknown } } } };
/** Paths that return a list. */
export type ListPath = {
  [K in keyof Routes]: Routes[K] extends ListRoute ? Routes[K]['path'] : never;
}[keyof Routes];
export type RecordOf<P extends ListPath> = AnswerOf<RouteAt<'GET', P>> extends { data: (infer T)[] } ? T : never;
