import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Route } from '../../../contract/src/route.ts';
import type { AnswerOf, BodyOf, ParamsOf, PathOf, RouteAt } from '../api/contract.ts';
import { newIdempotencyKey, send } from '../api/request.ts';
import { useWorld } from './world.tsx';

type Input<R> = { params?: ParamsOf<R>; body?: BodyOf<R> };

/**
 * A change. Each call has an idempotency key of its own, and keeps it while it is retried. `stale` names the paths whose
 * answers are old afterwards.
 */
export function useChange<M extends Exclude<Route['method'], 'GET'>, P extends PathOf<M>>(
  method: M,
  path: P,
  stale: readonly PathOf<'GET'>[] = [],
) {
  type R = RouteAt<M, P>;
  const world = useWorld();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ key, input }: { key: string; input: Input<R> }): Promise<AnswerOf<R>> =>
      send(method, path, {
        world,
        ...(input as object),
        ...(method === 'POST' && !path.startsWith('/auth/') ? { idempotencyKey: key } : {}),
      }) as Promise<AnswerOf<R>>,
    onSuccess: () =>
      Promise.all(
        stale.map((one) => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === one })),
      ).then(() => undefined),
  });
  return {
    run: (input: Input<R> = {}): Promise<AnswerOf<R>> => mutation.mutateAsync({ key: newIdempotencyKey(), input }),
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
  };
}
