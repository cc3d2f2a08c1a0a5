import { API_PREFIX } from '../../../contract/src/route.ts';
import { createCoalescedReads } from '../db/coalesce-reads.ts';
import { claimedBy } from '../db/database.ts';
import { readsOf as readsFor } from '../db/replica.ts';
import type { Access } from '../http/handler.ts';
import type { ListTurns } from '../http/list-turns.ts';
import { createIsolation } from '../idempotency/isolation.ts';
import { once } from '../idempotency/once.ts';
import { unlessAnswered } from '../idempotency/store.ts';
import { type Caller, claimOf } from '../kernel/command.ts';
import type { Mount } from '../kernel/operation.ts';
import { metered } from '../tenancy/quotas/metered.ts';
import { withinOpenItems } from '../tenancy/quotas/open-items.ts';
import type { AppOptions } from './options.ts';

const itemsOf = (input: unknown): number => (input as { items?: readonly unknown[] }).items?.length ?? 1;

/** A key reads what its scopes allow, a person what the kind of account and the role allow. */
const rightsOf = ({ kind, scopes, role }: Caller): string =>
  kind === 'key' ? [...scopes].sort().join() : `${kind} ${role ?? ''}`;

/** The functions that the handlers of every feature share: idempotent changes within quotas, and lists in turn. */
export function createAccess(options: AppOptions, turns: ListTurns): Access {
  const { db } = options;
  const share = createCoalescedReads();
  const onBehalfOf: Access['onBehalfOf'] = (caller) => claimedBy(db, claimOf(caller));
  // Operators decide about money by what they read.
  const readsOf: Access['readsOf'] = (caller) =>
    caller.kind === 'operator' ? onBehalfOf(caller) : readsFor(db, { claim: claimOf(caller), world: caller.world });
  return {
    db,
    onBehalfOf,
    readsOf,
    idempotent: createMount(options),
    unlessAnswered: (command, work) => unlessAnswered(db, command, work),
    // The answer depends only on the world, the owner, what the caller may read, and the URL.
    list: (read) => (caller, query, url) =>
      share(`${caller.world} ${caller.owner.id} ${rightsOf(caller)} ${url} ${JSON.stringify(query)}`, () =>
        turns.during(caller.world, async () => read(await readsOf(caller), caller, query, url)),
      ),
  };
}

function createMount({ db, config, quotas, load, onError }: AppOptions): Mount {
  const isolation = createIsolation();
  return (route, operation, { rows, opensItems, ...more } = {}) => {
    const { status } = route.ok;
    const asked = { method: route.method, route: API_PREFIX + route.path };
    const send = once(db, operation, {
      status,
      docBase: config.docBase,
      name: `${asked.method} ${asked.route}`,
      isolation,
      onBatch: (commands, ms) => {
        for (const { caller, input } of commands)
          load.count(caller.world, { batchMs: ms / commands.length, rows: itemsOf(input) });
      },
      onError: (error, requestId) => onError(error, requestId, asked),
      ...more,
    });
    const creates = status === 201 || status === 202;
    const withinQuotas = metered(send, quotas, { creates, ...(rows ? { rows } : {}) });
    return opensItems ? withinOpenItems(withinQuotas, quotas, opensItems) : withinQuotas;
  };
}
