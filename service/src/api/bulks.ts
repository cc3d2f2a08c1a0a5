import { type Bulks, createBulks } from '../bulk/carry-out.ts';
import { previewBulk } from '../bulk/preview.ts';
import { metered } from '../tenancy/quotas/metered.ts';
import { createGiveWay } from '../workers/give-way.ts';
import type { AppOptions } from './options.ts';

/** Bulk requests within the quotas of test worlds. Each item counts as a record. */
export function openBulks({ db, config, quotas, load, onError }: AppOptions): Bulks {
  const bulks = createBulks({
    db,
    docBase: config.docBase,
    onError,
    onPortion: (world, items, ms) => load.count(world, { batchMs: ms, rows: items }),
    sharedWith: load.sharedWith,
    giveWay: createGiveWay(load.sharedWith),
  });
  return (sort) => {
    const run = metered(bulks(sort), quotas, { creates: true, rows: ({ items }) => items.length + 1 });
    return async (command) => (command.input.dry_run ? previewBulk(db, sort, command) : run(command));
  };
}
