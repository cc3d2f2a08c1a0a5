import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { type Cover, type Mount, withDeps } from '../kernel/operation.ts';
import { createKeys, type KeyOptions } from './create.ts';
import { listOwnKeys } from './read.ts';
import { revokeKeys } from './revoke.ts';
import { rollKeys } from './roll.ts';
import { rollStarterKeys } from './roll-starter.ts';

/** `cover`: how a stored answer that contains a key is sealed. */
export type KeyHandlerOptions = KeyOptions & { readonly cover: Cover };

export function createKeyHandlers(
  db: Database,
  idempotent: Mount,
  options: KeyHandlerOptions,
): Pick<Handlers, 'createKey' | 'listKeys' | 'rollKey' | 'rollStarterKey' | 'revokeKey'> {
  const { cover } = options;
  return {
    createKey: idempotent(routes.createKey, withDeps(createKeys, options), { cover }),
    listKeys: (caller, query, url) => listOwnKeys(db, caller, query, url),
    rollKey: idempotent(routes.rollKey, withDeps(rollKeys, options), { cover }),
    rollStarterKey: idempotent(routes.rollStarterKey, withDeps(rollStarterKeys, options.pepper), { cover }),
    revokeKey: idempotent(routes.revokeKey, revokeKeys),
  };
}
