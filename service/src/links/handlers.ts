import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { withDeps } from '../kernel/operation.ts';
import { createLinks, type LinkDeps } from './create.ts';
import { listOwnLinks, readLink } from './read.ts';
import { changeLinks } from './update.ts';

/** The routes of payment links. */
export function createLinkHandlers(
  { db, idempotent, list }: Access,
  deps: LinkDeps,
): Pick<Handlers, 'createLink' | 'listLinks' | 'getLink' | 'updateLink'> {
  const { pages } = deps;
  return {
    createLink: idempotent(routes.createLink, withDeps(createLinks, deps)),
    listLinks: list((from, caller, query, url) => listOwnLinks(from, caller, query, url, pages)),
    getLink: (caller, query) => readLink(db, caller, query, pages),
    updateLink: idempotent(routes.updateLink, withDeps(changeLinks, pages)),
  };
}
