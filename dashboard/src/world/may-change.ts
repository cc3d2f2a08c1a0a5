import { useQuery } from '@tanstack/react-query';
import type { DeveloperRole } from '../../../contract/src/member-rights.ts';
import { request, type World } from '../api/request.ts';
import { keyOf } from './read.ts';
import { useWorld } from './world.tsx';

/** The person's role on an integration. Null for the merchant's own people; undefined until it is known. */
export function useRole(world: World | null): DeveloperRole | null | undefined {
  const query = { limit: 100 };
  // The same query as the shell's, so it is cached.
  const own = useQuery({
    queryKey: keyOf(null, '/integrations', {}, query),
    queryFn: ({ signal }) => request('GET', '/integrations', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: world !== null,
  });
  if (own.isPending) return undefined;
  // With more than a page of integrations, the service decides.
  return own.data?.data.find(({ id }) => id === world?.integration)?.role ?? null;
}

/**
 * Whether the signed-in person may change this integration in this mode. The service makes the final check; this hides
 * forms that it would refuse. Undefined until it is known.
 */
export function useMayChange(): (what: 'money' | 'sales' | 'keys' | 'webhooks' | 'approval') => boolean | undefined {
  const world = useWorld();
  const role = useRole(world);
  return (what) => {
    if (role === undefined) return undefined;
    if (role === null) return true;
    // The second person of a payout may approve in live mode too.
    if (what === 'approval') return role === 'owner';
    if (role === 'till') return what === 'sales';
    if (role === 'viewer' || role === 'accountant') return false;
    return world?.mode === 'test' || what === 'webhooks';
  };
}
