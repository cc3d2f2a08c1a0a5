import { lazyRouteComponent } from '@tanstack/react-router';
import { Unreachable } from '../api/api-error.ts';
import { isReachable } from '../api/reachable.ts';
import { findOld } from './old-page.ts';

/**
 * Loads a file when its page opens. If a file is missing, the router takes it for one of an older build and reloads the
 * page. Without a network that would show the browser's error page.
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
 * Loads a part of a page in which someone may have typed. The page is not reloaded; it says that it is old.
 * @throws Unreachable | OldPage
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw (await isReachable()) ? findOld() : new Unreachable();
  }
}

/** A route's component: the file, and its name in the file. */
export const loadPage = <T extends Record<string, unknown>>(load: () => Promise<T>, name: keyof T & string) =>
  lazyRouteComponent(() => loadFile(load) as Promise<Record<string, never>>, name);
