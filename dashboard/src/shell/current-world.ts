import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { World } from '../api/request.ts';
import { keyOf } from '../page.ts';

const LAST = keyOf('rialto-world');
const isWorld = (world: { integration?: string; mode?: string }): world is World =>
  /^int_/.test(world.integration ?? '') && (world.mode === 'test' || world.mode === 'live');

/** The world in the address. Pages without an integration use the last one, so that the navigation leads back to it. */
export function useCurrentWorld(): { world: World | null; here: boolean } {
  const params = useParams({ strict: false }) as { integration?: string; mode?: string };
  const { integration, mode } = params;
  const here = isWorld({ integration, mode } as World);
  useEffect(() => {
    if (here) localStorage.setItem(LAST, JSON.stringify({ integration, mode }));
  }, [here, integration, mode]);
  return { world: here ? ({ integration, mode } as World) : lastWorld(), here };
}

/** The next person to sign in may be someone else. */
export const forgetWorld = (): void => localStorage.removeItem(LAST);

export function lastWorld(): World | null {
  try {
    const world = JSON.parse(localStorage.getItem(LAST) ?? '{}');
    return isWorld(world) ? world : null;
  } catch {
    return null;
  }
}
