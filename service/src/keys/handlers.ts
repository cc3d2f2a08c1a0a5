import { routes } from '../../../contract/src/routes.ts';
import type { Database } from '../db/database.ts';
import type { Handlers } from '../http/handler.ts';
import { type Cover, given, type MakeChange } from '../idempotency/operation.ts';
import { createKeys, type KeyOptions } from './create.ts';
import { listOwnKeys } from './read.ts';
import { revokeKeys } from './revoke.ts';
import { rollKeys } from './roll.ts';

/** `cover`: how an answer with a key in it is kept. */
export type KeyHandlerOptions = KeyOptions & { readonly cover: Cover };

export function createKeyHandlers(
  db: Database,
  change: MakeChange,
  options: KeyHandlerOptions,
): Pick<Handlers, 'createKey' | 'listKeys' | 'rollKey' | 'revokeKey'> {
  const { cover } = options;
  return {
    createKey: change(routes.createKey, given(createKeys, options), { cover }),
    listKeys: (caller, query, url) => listOwnKeys(db, caller, query, url),
    rollKey: change(routes.rollKey, given(rollKeys, options), { cover }),
    revokeKey: change(routes.revokeKey, revokeKeys),
  };
}
