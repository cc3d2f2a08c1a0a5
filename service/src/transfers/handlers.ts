import { routes } from '../../../contract/src/routes.ts';
import type { Bulks } from '../bulk/carry-out.ts';
import { dryRun } from '../bulk/dry-run.ts';
import type { Currencies } from '../bulk/examine.ts';
import { createReadBulk } from '../bulk/read.ts';
import type { Access, Handlers } from '../http/handler.ts';
import { carryOutTransfers } from './carry-out.ts';
import { createTransfers, loadTransfers } from './create.ts';
import { previewTransfers } from './preview.ts';
import { listOwnTransfers, readTransfer } from './read.ts';
import { validateTransferBulk } from './validate-bulk.ts';

type TransferRoutes = 'createTransfer' | 'createTransferBulk' | 'getTransferBulk' | 'listTransfers' | 'getTransfer';

const readBulk = createReadBulk('transfers');

/** The routes of transfers, one by one and many at once. */
export function createTransferHandlers(
  { db, idempotent, list, onBehalfOf }: Access,
  { bulks, currencies }: { readonly bulks: Bulks; readonly currencies: Currencies },
): Pick<Handlers, TransferRoutes> {
  const create = idempotent(routes.createTransfer, createTransfers, { load: loadTransfers });
  return {
    createTransfer: async (command) => {
      if (!command.input.dry_run) return create(command);
      const sort = { items: [command.input], done: 'succeeded', whole: true, shown: false } as const;
      return dryRun(db, command, sort, async (tx) => ({ foreseen: await previewTransfers(tx, [command]) }));
    },
    createTransferBulk: {
      validate: () => validateTransferBulk(currencies),
      change: bulks({ kind: 'transfers', done: 'succeeded', carryOut: carryOutTransfers, preview: previewTransfers }),
    },
    getTransferBulk: (caller, query) => readBulk(onBehalfOf(caller), caller, query),
    listTransfers: list(listOwnTransfers),
    getTransfer: (caller, query) => readTransfer(db, caller, query),
  };
}
