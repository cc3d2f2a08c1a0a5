import { useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { keyOf } from './read.ts';
import { useWorld } from './world.tsx';

/**
 * Whether who is signed in may change what this integration has in this mode. The service decides all the same: this hides
 * what it would refuse, after somebody has filled in a form. Undefined until it is known.
 */
export function useMayChange(): (what: 'money' | 'keys' | 'webhooks' | 'approval') => boolean | undefined {
  const world = useWorld();
  const query = { limit: 100 };
  // As the shell has it already.
  const own = useQuery({
    queryKey: keyOf(null, '/integrations', {}, query),
    queryFn: ({ signal }) => request('GET', '/integrations', { query, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const integration = own.data?.data.find(({ id }) => id === world?.integration);
  return (what) => {
    if (own.isPending) return undefined;
    // The merchant's own people have no role; of more than a page of integrations the service tells.
    if (!integration?.role) return true;
    // The second person of a payout, in live mode too.
    if (what === 'approval') return integration.role === 'owner';
    if (integration.role === 'viewer') return false;
    return world?.mode === 'test' || what === 'webhooks';
  };
}
