import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRead } from '../world/read.ts';
import { forgetWorld, useCurrentWorld } from './current-world.ts';

/**
 * Whether the integration of the address is one of one's own: otherwise every part of its page would be refused by itself.
 * Undefined until it is known. Where the list cannot be read, or has more than a page, the page itself finds out.
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
