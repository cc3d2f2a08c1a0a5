import { routes } from '../../../contract/src/routes.ts';
import type { People } from '../accounts/people.ts';
import type { Handlers } from '../http/handler.ts';
import { given, type MakeChange } from '../idempotency/operation.ts';
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

export function createDeveloperHandlers(people: People, change: MakeChange): Pick<Handlers, DeveloperRoutes> {
  const { db, secrets } = people;
  return {
    createInvitation: change(routes.createInvitation, given(createInvitations, people)),
    listInvitations: (caller, query, url) => listOwnInvitations(people, caller, query, url),
    deleteInvitation: change(routes.deleteInvitation, given(withdrawInvitations, people)),
    acceptInvitation: (request) => acceptInvitation(people, request),
    joinIntegration: change(routes.joinIntegration, given(joinIntegrations, secrets.pepper)),
    listDevelopers: (caller, query, url) => listOwnDevelopers(db, caller, query, url),
    updateDeveloper: change(routes.updateDeveloper, given(updateDevelopers, people)),
    removeDeveloper: change(routes.removeDeveloper, given(removeDevelopers, people)),
  };
}
