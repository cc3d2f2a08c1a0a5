import type { Logger } from 'pino';
import type { Database, Statement } from '../db/database.ts';

/** Merchants checked per minute, and slices of about this many rows to delete. */
const LOOKED_AT = 200;
const MOST_SLICES = 100;
const ROWS = 50;

/** In the order of ids, in rotation. */
const selectCandidates: Statement = {
  name: 'retention_select_merchants',
  text: `
    SELECT id FROM merchants WHERE id > $1 ORDER BY id LIMIT ${LOOKED_AT}`,
};
const selectIdle: Statement = {
  name: 'retention_select_idle',
  text: `
    SELECT id FROM unnest($1::text[]) n (id)
    WHERE test_merchant_is_idle(id, now() - make_interval(days => $2::int)) ORDER BY id`,
};
const begin: Statement = {
  name: 'retention_begin_test_deletion',
  text: 'SELECT begin_test_deletion($1, $2::int) AS begun',
};
const deleteSlice: Statement = {
  name: 'retention_delete_test_slice',
  text: 'SELECT rows, gone FROM delete_test_slice($1::int)',
};

export type Deletions = {
  readonly db: Database;
  readonly log: Logger;
  readonly idleDays?: number;
  readonly onDeleted?: (what: 'rows' | 'merchants', count: number) => void;
};

/**
 * One minute's share of deleting test-only merchants that nobody has used for long. Each slice is a transaction of the
 * database's own function, because the service itself may not delete these rows (migration 0043).
 */
export function createDeletion({
  db,
  log,
  idleDays = 90,
  onDeleted,
}: Deletions): (isStopped: () => boolean) => Promise<void> {
  let cursor = '';
  const findIdle = async () => {
    const candidates = await db.query<{ id: string }>(selectCandidates, [cursor]);
    cursor = candidates.length < LOOKED_AT ? '' : candidates.at(-1)!.id;
    for (const { id } of await db.query<{ id: string }>(selectIdle, [candidates.map(({ id }) => id), idleDays])) {
      const [row] = await db.query<{ begun: boolean }>(begin, [id, idleDays]);
      if (row!.begun)
        log.info(
          { merchant: id, idle_days: idleDays },
          'a test merchant was idle for too long; its data is being deleted',
        );
    }
  };
  return async (isStopped) => {
    await findIdle();
    for (let slice = 0; slice < MOST_SLICES && !isStopped(); slice++) {
      const [row] = await db.query<{ rows: number; gone: string | null }>(deleteSlice, [ROWS]);
      if (row!.rows === 0) return;
      onDeleted?.('rows', row!.rows);
      if (row!.gone === null) continue;
      onDeleted?.('merchants', 1);
      log.info({ merchant: row!.gone }, 'an idle test merchant is deleted');
    }
  };
}
