import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { keyOf } from './read.ts';
import { useWorld } from './world.tsx';

/**
 * Whether the signed-in person may change this integration in this mode. The service makes the final check; this hides
 * forms that it would refuse. Undefined until it is known.
 */
export function useMayChange(): (what: 'money' | 'sales' | 'keys' | 'webhooks' | 'approval') => boolean | undefined {
  const world = useWorld();
  const query = { limit: 100 };
  // The same query as the shell's, so it is cached.
  const own = useQuery({
    queryKey: keyOf(null, '/integrations', {}, query),
    queryFn: ({ signal }) => request('GET', '/integrations', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const integration = own.data?.data.find(({ id }) => id === world?.integration);
  return (what) => {
    if (own.isPending) return undefined;
    // The merchant's own people have no role. With more than a page of integrations, the service decides.
    if (!integration?.role) return true;
    // The second person of a payout may approve in live mode too.
    if (what === 'approval') return integration.role === 'owner';
    if (integration.role === 'till') return what === 'sales';
    if (integration.role === 'viewer') return false;
    return world?.mode === 'test' || what === 'webhooks';
  };
}
