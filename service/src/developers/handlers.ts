import { routes } from '../../../contract/src/routes.ts';
import type { Tx } from '../db/transaction.ts';
import type { Handlers } from '../http/server.ts';
import type { MakeChange } from '../idempotency/once.ts';
import type { People } from '../people/people.ts';
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
  const invite = (tx: Tx, commands: Parameters<typeof createInvitations>[1]) => createInvitations(tx, commands, people);
  const join = (tx: Tx, commands: Parameters<typeof joinIntegrations>[1]) =>
    joinIntegrations(tx, commands, secrets.pepper);
  const withdraw = (tx: Tx, commands: Parameters<typeof withdrawInvitations>[1]) =>
    withdrawInvitations(tx, commands, people);
  const update = (tx: Tx, commands: Parameters<typeof updateDevelopers>[1]) => updateDevelopers(tx, commands, people);
  const remove = (tx: Tx, commands: Parameters<typeof removeDevelopers>[1]) => removeDevelopers(tx, commands, people);
  return {
    createInvitation: change(routes.createInvitation, invite),
    listInvitations: (caller, query, url) => listOwnInvitations(people, caller, query, url),
    deleteInvitation: change(routes.deleteInvitation, withdraw),
    acceptInvitation: (request) => acceptInvitation(people, request),
    joinIntegration: change(routes.joinIntegration, join),
    listDevelopers: (caller, query, url) => listOwnDevelopers(db, caller, query, url),
    updateDeveloper: change(routes.updateDeveloper, update),
    removeDeveloper: change(routes.removeDeveloper, remove),
  };
}
