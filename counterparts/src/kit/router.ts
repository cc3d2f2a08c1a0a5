import type { Call, Route } from './server.ts';

export type Router = {
  /** Also fills the call's `params`. @returns null for an unknown path or method */
  find(call: Call): Route | null;
};

type Pattern = { readonly route: Route; readonly parts: readonly string[] };

/** Paths without a {name} are found in one step. The others are compared part by part, in the order given. */
export function createRouter(routes: readonly Route[]): Router {
  const fixed = new Map<string, Route>();
  const patterns = new Map<string, Pattern[]>();
  for (const route of routes) {
    const key = `${route.method} ${route.path}`;
    if (!route.path.includes('{')) {
      fixed.set(key, route);
      continue;
    }
    const parts = route.path.split('/');
    const group = `${route.method} ${parts.length}`;
    patterns.set(group, [...(patterns.get(group) ?? []), { route, parts }]);
  }
  return {
    find: (call) => {
      const route = fixed.get(`${call.method} ${call.path}`);
      if (route) return route;
      const parts = call.path.split('/');
      for (const pattern of patterns.get(`${call.method} ${parts.length}`) ?? []) {
        const params = match(pattern.parts, parts);
        if (!params) continue;
        (call as { params: Call['params'] }).params = params;
        return pattern.route;
      }
      return null;
    },
  };
}

function match(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [i, wanted] of pattern.entries()) {
    const part = parts[i]!;
    if (wanted.startsWith('{')) {
      const value = decoded(part);
      if (value === null || value === '') return null;
      params[wanted.slice(1, -1)] = value;
    } else if (wanted !== part) return null;
  }
  return params;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
