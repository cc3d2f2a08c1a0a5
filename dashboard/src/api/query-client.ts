import { QueryClient } from '@tanstack/react-query';
import { ApiError, isUnderWay, Unreachable } from './api-error.ts';

/** What may go better the next time: nobody there, or a service that says so. */
const isPassing = (error: unknown) =>
  error instanceof Unreachable ||
  isUnderWay(error) ||
  (error instanceof ApiError && (error.status === 503 || error.status === 429));
const retry = (failures: number, error: unknown) => failures < 2 && isPassing(error);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry, staleTime: 5_000, refetchOnWindowFocus: true },
    // Safe, as a change carries the same idempotency key each time (`world/change.ts` has those without). Without a network it
    // fails like any other: one that waited would move money when the network is back, whatever whoever pressed the button has
    // thought of it since.
    mutations: { retry, networkMode: 'always' },
  },
});
