import { lazyRouteComponent } from '@tanstack/react-router';
import { Unreachable } from '../api/api-error.ts';
import { isReachable } from '../api/reachable.ts';
import { findOld } from './old-page.ts';

/**
 * A file that is loaded when it is gone to. What the router does where one is missing, it does for a file of an older build:
 * it loads the whole page anew. Without a network that would leave the browser's own error page.
 * @throws Unreachable
 */
export async function loadFile<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw (await isReachable()) ? error : new Unreachable();
  }
}

/**
 * A part of a page in which somebody may have typed: the page is not loaded anew behind their back, but says that it is old.
 * @throws Unreachable | OldPage
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw (await isReachable()) ? findOld() : new Unreachable();
  }
}

/** A component of a route: the file, and its name there. */
export const loadPage = <T extends Record<string, unknown>>(load: () => Promise<T>, name: keyof T & string) =>
  lazyRouteComponent(() => loadFile(load) as Promise<Record<string, never>>, name);
