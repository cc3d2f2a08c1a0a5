import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRead } from '../world/read.ts';
import { forgetWorld, useCurrentWorld } from './current-world.ts';

/**
 * Whether the person belongs to the integration in the address. Otherwise every part of the page would be refused
 * separately. Undefined until it is known. If the list cannot be read or has more than one page, the page itself finds
 * out.
 */
export function useIsOwnWorld(): boolean | undefined {
  const { integration } = useParams({ strict: false }) as { integration?: string };
  const { here } = useCurrentWorld();
  const own = useRead('/integrations', { query: { limit: 100 }, enabled: here });
  const isOwn = !here
    ? integration === undefined
    : own.data
      ? own.data.has_more || own.data.data.some(({ id }) => id === integration)
      : own.isError || undefined;
  useEffect(() => {
    if (isOwn === false) forgetWorld();
  }, [isOwn]);
  return isOwn;
}
