import { routes } from '../../../contract/src/routes.ts';
import type { People } from '../accounts/people.ts';
import type { Handlers } from '../http/handler.ts';
import { type Cover, type Mount, withDeps } from '../kernel/operation.ts';
import { acceptInvitation } from './accept.ts';
import { createInvitations } from './invite.ts';
import { joinIntegrations } from './join.ts';
import { listOwnDevelopers, listOwnInvitations } from './read.ts';
import { removeDevelopers } from './remove.ts';
import { updateDevelopers } from './update.ts';
import { withdrawInvitations } from './withdraw.ts';

type DeveloperRoutes =
  | 'createInvitation'
  | 'listInvitations'
  | 'deleteInvitation'
  | 'acceptInvitation'
  | 'joinIntegration'
  | 'listDevelopers'
  | 'updateDeveloper'
  | 'removeDeveloper';

/** `cover`: a stored answer may contain an invitation's link. */
export function createDeveloperHandlers(
  people: People,
  idempotent: Mount,
  cover: Cover,
): Pick<Handlers, DeveloperRoutes> {
  const { db, secrets } = people;
  return {
    createInvitation: idempotent(routes.createInvitation, withDeps(createInvitations, people), { cover }),
    listInvitations: (caller, query, url) => listOwnInvitations(people, caller, query, url),
    deleteInvitation: idempotent(routes.deleteInvitation, withDeps(withdrawInvitations, people)),
    acceptInvitation: (request) => acceptInvitation(people, request),
    joinIntegration: idempotent(routes.joinIntegration, withDeps(joinIntegrations, secrets.pepper)),
    listDevelopers: (caller, query, url) => listOwnDevelopers(db, caller, query, url),
    updateDeveloper: idempotent(routes.updateDeveloper, withDeps(updateDevelopers, people)),
    removeDeveloper: idempotent(routes.removeDeveloper, withDeps(removeDevelopers, people)),
  };
}
