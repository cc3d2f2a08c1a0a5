import { createContext, type ReactNode, useContext } from 'react';
import type { World } from '../api/request.ts';

const WorldContext = createContext<World | null>(null);

/** Everything below it is about one integration in one mode: both are in the address of the page. */
export function WorldProvider({ world, children }: { world: World; children: ReactNode }) {
  return <WorldContext.Provider value={world}>{children}</WorldContext.Provider>;
}

/** Null on pages that are of no integration: the account's, and the operators'. */
export const useWorld = (): World | null => useContext(WorldContext);

/** The path of a page of this integration and mode: `/int_…/test` + `/payments`. */
export function useWorldPath(): (path: string) => string {
  const world = useWorld();
  return (path) => (world ? `/${world.integration}/${world.mode}${path}` : path);
}
