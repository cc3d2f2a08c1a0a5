import { type ExportResource, exportResources, exportScopes } from '../../../contract/src/exports.ts';
import { lacksScope } from '../http/admit.ts';
import type { Caller } from '../kernel/command.ts';
import type { Refusal } from '../kernel/refusal.ts';

const hasScope = ({ kind, scopes }: Caller, resource: ExportResource) =>
  kind !== 'key' || scopes.has(exportScopes[resource]);

/** Refuses a key that may not read the resource's list. A person may read every list of the integration. */
export const checkScope = (caller: Caller, resource: ExportResource): Refusal | null =>
  hasScope(caller, resource) ? null : lacksScope([exportScopes[resource]]);

/** The resources whose lists the caller may read. */
export const readableBy = (caller: Caller): ExportResource[] =>
  exportResources.filter((resource) => hasScope(caller, resource));
