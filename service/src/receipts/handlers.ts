import { routes } from '../../../contract/src/routes.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { type Cover, withDeps } from '../kernel/operation.ts';
import { listOwnMessages } from '../messages/list.ts';
import { createReceipts } from './create.ts';
import { listOwnReceipts, readReceipt } from './read.ts';
import { revokeReceipts } from './revoke.ts';
import type { ReceiptAddresses } from './view.ts';

type ReceiptRoutes = 'createReceipt' | 'listReceipts' | 'getReceipt' | 'revokeReceipt' | 'listMessages';

/** The routes of receipts. `cover`: an answer that is kept for its repeats contains the secret address. */
export function createReceiptHandlers(
  { db, idempotent, list }: Access,
  addresses: ReceiptAddresses,
  cover: Cover,
): Pick<Handlers, ReceiptRoutes> {
  return {
    createReceipt: idempotent(routes.createReceipt, withDeps(createReceipts, addresses), { cover }),
    listReceipts: list((from, caller, query, url) => listOwnReceipts(from, caller, query, url, addresses)),
    getReceipt: (caller, query) => readReceipt(db, caller, query, addresses),
    revokeReceipt: idempotent(routes.revokeReceipt, withDeps(revokeReceipts, addresses)),
    listMessages: list((from, caller, query, url) => listOwnMessages(from, caller, query, url, addresses.key)),
  };
}
