import { createContext, type ReactNode, useContext } from 'react';
import type { World } from '../api/request.ts';

const WorldContext = createContext<World | null>(null);

/** Sets the integration and mode for everything inside. Both are in the page's address. */
export function WorldProvider({ world, children }: { world: World; children: ReactNode }) {
  return <WorldContext.Provider value={world}>{children}</WorldContext.Provider>;
}

/** Null on the account's and the operators' pages, which belong to no integration. */
export const useWorld = (): World | null => useContext(WorldContext);

/** The path of a page of this integration and mode: `/int_…/test` + `/payments`. */
export function useWorldPath(): (path: string) => string {
  const world = useWorld();
  return (path) => (world ? `/${world.integration}/${world.mode}${path}` : path);
}
