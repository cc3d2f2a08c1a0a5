import { QueryClient } from '@tanstack/react-query';
import { ApiError, isUnderWay, Unreachable } from './api-error.ts';

/** A retry may help: the service is unreachable, busy or still working on the first request. */
const isPassing = (error: unknown) =>
  error instanceof Unreachable ||
  isUnderWay(error) ||
  (error instanceof ApiError && (error.status === 503 || error.status === 429));
const retry = (failures: number, error: unknown) => failures < 2 && isPassing(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 5_000, refetchOnWindowFocus: true },
    // Retries are safe: a change keeps its idempotency key (`world/change.ts` lists the changes without one). Offline,
    // a change fails at once. A paused change would move money when the network is back, even if the person no longer
    // wants it.
    mutations: { retry, networkMode: 'always' },
  },
});
