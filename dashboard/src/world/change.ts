import { type Query, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Route } from '../../../contract/src/route.ts';
import { ApiError } from '../api/api-error.ts';
import type { AnswerOf, BodyOf, ParamsOf, PathOf, RouteAt } from '../api/contract.ts';
import { newIdempotencyKey, send } from '../api/request.ts';
import { useWorld } from './world.tsx';

type Input<R> = { params?: ParamsOf<R>; body?: BodyOf<R> };

/**
 * A change. Each call has an idempotency key of its own, and keeps it while it is retried; so does the same call by hand
 * after one that nobody knows the end of: a second click on a bad line pays nobody twice. Nor does one that comes while the
 * first is under way, before a busy phone has drawn that it is. `stale` names the paths whose answers are old afterwards.
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
  const mutation = useMutation({
    mutationFn: ({ key, input }: { key: string; input: Input<R> }): Promise<AnswerOf<R>> =>
      send(method, path, {
        world,
        ...(input as object),
        ...(method === 'POST' && !path.startsWith('/auth/') ? { idempotencyKey: key } : {}),
      }) as Promise<AnswerOf<R>>,
    onError: (error, { key, input }) => {
      const decided = error instanceof ApiError && error.status < 500;
      unknown.current = decided ? null : { text: JSON.stringify(input), key };
    },
    onSuccess: async () => {
      const isStale = ({ queryKey }: Query) => stale.some((one) => queryKey[1] === one);
      // A first read that is still under way would not begin anew, and may have been answered before the change.
      await client.cancelQueries({ predicate: isStale });
      await client.invalidateQueries({ predicate: isStale });
    },
  });
  return {
    run: (input: Input<R> = {}): Promise<AnswerOf<R>> => {
      const text = JSON.stringify(input);
      const same = underWay.current.get(text);
      if (same) return same;
      const again = unknown.current?.text === text ? unknown.current.key : null;
      unknown.current = null;
      const answer = mutation.mutateAsync({ key: again ?? newIdempotencyKey(), input });
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
