import type { BulkKind } from '../../../contract/src/bulk.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { selectBulk, selectResults } from './store.ts';
import { renderBulk } from './view.ts';

/** A bulk request that the caller made, with the results so far. */
export const createReadBulk =
  (kind: BulkKind) =>
  async (db: Database, caller: Caller, { id }: { id: string }): Promise<string> => {
    const row = await selectBulk(db, caller.world, id, kind);
    if (!row) throw new Refusal('not_found');
    return renderBulk(row, await selectResults(db, row));
  };
