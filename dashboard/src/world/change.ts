import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Route } from '../../../contract/src/route.ts';
import { ApiError, isUnderWay } from '../api/api-error.ts';
import type { AnswerOf, BodyOf, ParamsOf, PathOf, RouteAt } from '../api/contract.ts';
import { newIdempotencyKey, send } from '../api/request.ts';
import { useWorld } from './world.tsx';

type Input<R> = { params?: ParamsOf<R>; body?: BodyOf<R> };
/** `lost`: it was sent before, and its outcome is unknown. */
type Call<R> = { readonly key: string; readonly input: Input<R>; lost: boolean };

/**
 * The statuses that the service stores under a key. After a lost call, other refusals concern only this request and say
 * nothing about the first.
 */
const kept = [402, 409, 422];
const isDecided = (error: unknown, lost: boolean) =>
  error instanceof ApiError && !isUnderWay(error) && (lost ? kept.includes(error.status) : error.status < 500);
/**
 * Keys of lost calls, by their content. They outlive their form: someone who closes it and types the same again has not
 * seen the first result. They are kept for as long as a person would take both for the same.
 */
const lostKeys = new Map<string, { readonly key: string; readonly until: number }>();
const SAME_MS = 10 * 60_000;

/** Refusals of the input, the caller or the rate: the data may be unchanged. */
const changesNothing = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 422, 429].includes(error.status);

/**
 * A change. Each call has an idempotency key and keeps it over retries. After a lost call, the same call by hand reuses
 * its key, so a second click on a bad connection pays nobody twice. A click while the first call is in flight joins it,
 * in case a slow phone has not redrawn the button yet.
 * `stale` names the paths whose answers are old afterwards, also after a failure: the change may still be made, or
 * someone else may have made it.
 * `once`: the form leads to another page afterwards. Until that page opens, the change is not made again.
 */
export function useChange<M extends Exclude<Route['method'], 'GET'>, P extends PathOf<M>>(
  method: M,
  path: P,
  stale: readonly PathOf<'GET'>[] = [],
  { once = false } = {},
) {
  type R = RouteAt<M, P>;
  const world = useWorld();
  const client = useQueryClient();
  const underWay = useRef(new Map<string, Promise<AnswerOf<R>>>());
  const nameOf = (input: Input<R>) => JSON.stringify([world, method, path, input]);
  const refetchStale = async () => {
    const isStale = ({ queryKey }: Query) => stale.some((one) => queryKey[1] === one);
    // A first read in flight would not restart, and may have been answered before the change.
    await client.cancelQueries({ predicate: isStale });
    await client.invalidateQueries({ predicate: isStale });
  };
  const isOfLogin = method === 'POST' && path.startsWith('/auth/');
  const mutation = useMutation({
    mutationFn: async (call: Call<R>): Promise<AnswerOf<R>> => {
      try {
        return (await send(method, path, {
          world,
          ...(call.input as object),
          ...(method === 'POST' && !isOfLogin ? { idempotencyKey: call.key } : {}),
        })) as AnswerOf<R>;
      } catch (error) {
        // The first attempt was carried out.
        if (method === 'DELETE' && call.lost && error instanceof ApiError && error.status === 404)
          return undefined as AnswerOf<R>;
        call.lost = !isDecided(error, call.lost);
        throw error;
      }
    },
    // A login has no key: after a password change, a retry would send a wrong password.
    ...(isOfLogin ? { retry: false } : {}),
    onError: (error, { key, input, lost }) => {
      // A login has no key, and its input is a secret.
      if (lost && !isOfLogin) lostKeys.set(nameOf(input), { key, until: Date.now() + SAME_MS });
      else lostKeys.delete(nameOf(input));
      if (lost || !changesNothing(error)) refetchStale();
    },
    onSuccess: (_answer, { input }) => {
      lostKeys.delete(nameOf(input));
      return refetchStale();
    },
  });
  return {
    run: (input: Input<R> = {}): Promise<AnswerOf<R>> => {
      const name = nameOf(input);
      const same = underWay.current.get(name);
      if (same) return same;
      const lost = lostKeys.get(name);
      const again = lost && lost.until > Date.now() ? lost.key : null;
      const answer = mutation.mutateAsync({ key: again ?? newIdempotencyKey(), input, lost: again !== null });
      underWay.current.set(name, answer);
      const end = () => {
        underWay.current.delete(name);
      };
      answer.then(once ? undefined : end, end);
      return answer;
    },
    isPending: mutation.isPending || (once && mutation.isSuccess),
    error: mutation.error,
    reset: mutation.reset,
  };
}
