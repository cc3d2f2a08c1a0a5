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
  const unknown = useRef<{ text: string; key: string } | null>(null);
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
      unknown.current = lost ? { text: JSON.stringify(input), key } : null;
      if (lost || !saysNothingNew(error)) readAnew();
    },
    onSuccess: readAnew,
  });
  return {
    run: (input: Input<R> = {}): Promise<AnswerOf<R>> => {
      const text = JSON.stringify(input);
      const same = underWay.current.get(text);
      if (same) return same;
      const again = unknown.current?.text === text ? unknown.current.key : null;
      unknown.current = null;
      const answer = mutation.mutateAsync({ key: again ?? newIdempotencyKey(), input, lost: again !== null });
      underWay.current.set(text, answer);
      const end = () => {
        underWay.current.delete(text);
      };
      answer.then(once ? undefined : end, end);
      return answer;
    },
    isPending: mutation.isPending || (once && mutation.isSuccess),
    error: mutation.error,
    reset: mutation.reset,
  };
}
