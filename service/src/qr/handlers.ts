import type { Access, Handlers } from '../http/handler.ts';
import { type DrawDeps, drawLink, drawSession } from './draw-page-code.ts';

export function createQrHandlers(
  { db }: Pick<Access, 'db'>,
  deps: DrawDeps,
): Pick<Handlers, 'getLinkQr' | 'getSessionQr'> {
  return {
    getLinkQr: (caller, query, _url, asked) => drawLink(db, caller, query, asked, deps),
    getSessionQr: (caller, query, _url, asked) => drawSession(db, caller, query, asked, deps),
  };
}
