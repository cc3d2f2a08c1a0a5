import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { isFinal, isSignedOut } from '../api/api-error.ts';
import type { AnswerOf, List, ListPath, ParamsOf, PathOf, QueryOf, RecordOf, RouteAt } from '../api/contract.ts';
import { send, type World } from '../api/request.ts';
import { useWorld } from './world.tsx';

type Asked<P extends PathOf<'GET'>> = {
  params?: ParamsOf<RouteAt<'GET', P>>;
  query?: Partial<QueryOf<RouteAt<'GET', P>>>;
  enabled?: boolean;
  /** Milliseconds, for records in progress. A function decides by the last answer. A refusal ends it. */
  refetchInterval?: number | false | ((answer: AnswerOf<RouteAt<'GET', P>> | undefined) => number | false);
};

/** The first part names the world and the second the path, so that a change can name the answers that are old. */
export const keyOf = (world: World | null, path: string, params?: object, query?: object) => [
  world ? `${world.integration} ${world.mode}` : 'account',
  path,
  params ?? {},
  query ?? {},
];

/** One record, or one page of a list. */
export function useRead<P extends PathOf<'GET'>>(path: P, asked: Asked<P> = {}) {
  const world = useWorld();
  const { params, query, enabled, refetchInterval } = asked;
  return useQuery({
    queryKey: keyOf(world, path, params as object, query as object),
    queryFn: ({ signal }) =>
      send('GET', path, { world, signal, ...(params ? { params } : {}), ...(query ? { query } : {}) }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(refetchInterval === undefined ? {} : { refetchInterval: intervalOf(refetchInterval) }),
  }) as UseQueryResult<AnswerOf<RouteAt<'GET', P>>>;
}

type Interval<T> = number | false | ((answer: T | undefined) => number | false);
const intervalOf =
  <T>(interval: Interval<T>) =>
  ({ state }: { state: { data: unknown; error: unknown } }) => {
    if (isFinal(state.error)) return false;
    return typeof interval === 'function' ? interval(state.data as T | undefined) : interval;
  };

/** A page of a list. The last page stays on the screen until the next one arrives, so nothing flickers. */
export function useList<P extends ListPath>(
  path: P,
  params: object,
  query: Record<string, string | undefined>,
  every?: number,
) {
  const world = useWorld();
  return useQuery({
    queryKey: keyOf(world, path, params, query),
    queryFn: ({ signal }) => send('GET', path, { world, signal, params, query }),
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  }) as UseQueryResult<List<RecordOf<P>>>;
}

/**
 * The error to show in place of the data. Null while there is data, even if a refetch fails for a while: someone may be
 * typing beside it, or may sign in again. Data that is gone or no longer allowed is removed.
 */
export function failureOf({ data, error }: Pick<UseQueryResult, 'data' | 'error'>): unknown {
  return data === undefined || (isFinal(error) && !isSignedOut(error)) ? error : null;
}
