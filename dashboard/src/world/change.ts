import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Route } from '../../../contract/src/route.ts';
import { ApiError, isUnderWay } from '../api/api-error.ts';
import type { AnswerOf, BodyOf, ParamsOf, PathOf, RouteAt } from '../api/contract.ts';
import { newIdempotencyKey, send } from '../api/request.ts';
import { useWorld } from './world.tsx';

type Input<R> = { params?: ParamsOf<R>; body?: BodyOf<R> };
/** `lost`: it was sent before, and nobody knows whether it was done. */
type Call<R> = { readonly key: string; readonly input: Input<R>; lost: boolean };

/** What the service keeps under a key: after a call that was lost the rest refuses this one, and says nothing of that. */
const kept = [402, 409, 422];
const isDecided = (error: unknown, lost: boolean) =>
  error instanceof ApiError && !isUnderWay(error) && (lost ? kept.includes(error.status) : error.status < 500);
/**
 * Keys of what was sent and lost, by what it was. They outlive their form: whoever closes it and types the same anew has not
 * seen it done. For as long as somebody would take it for the same.
 */
const lostKeys = new Map<string, { readonly key: string; readonly until: number }>();
const SAME_MS = 10 * 60_000;

/** Refusals of what was typed, of who asks and of how often: what there is may be as it was. */
const saysNothingNew = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 422, 429].includes(error.status);

/**
 * A change. Each call has an idempotency key of its own, and keeps it while it is retried; so does the same call by hand
 * after one that nobody knows the end of: a second click on a bad line pays nobody twice. Nor does one that comes while the
 * first is under way, before a busy phone has drawn that it is. `stale` names the paths whose answers are old afterwards: also
 * after a failure, since it may be done all the same, or another has done it.
 * `once`: its form is left for another page when it is done, and until that has come, nothing is done again.
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
  const readAnew = async () => {
    const isStale = ({ queryKey }: Query) => stale.some((one) => queryKey[1] === one);
    // A first read that is still under way would not begin anew, and may have been answered before the change.
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
        // The first was done.
        if (method === 'DELETE' && call.lost && error instanceof ApiError && error.status === 404)
          return undefined as AnswerOf<R>;
        call.lost = !isDecided(error, call.lost);
        throw error;
      }
    },
    // Without a key: a password that was changed by the first would be wrong in the second.
    ...(isOfLogin ? { retry: false } : {}),
    onError: (error, { key, input, lost }) => {
      // Of a login there is no key, and what was typed is a secret.
      if (lost && !isOfLogin) lostKeys.set(nameOf(input), { key, until: Date.now() + SAME_MS });
      else lostKeys.delete(nameOf(input));
      if (lost || !saysNothingNew(error)) readAnew();
    },
    onSuccess: (_answer, { input }) => {
      lostKeys.delete(nameOf(input));
      return readAnew();
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
