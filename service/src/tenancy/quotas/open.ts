import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { openMeter } from './meter.ts';
import type { Quotas } from './metered.ts';

/** The quotas of test worlds on this node, or null if they are off or this node takes no requests. */
export function openQuotas(config: Config, db: Database, onError: (error: unknown) => void): Quotas | null {
  if (!config.RATE_LIMIT || config.ROLE === 'worker') return null;
  return {
    db,
    meter: openMeter(db, onError),
    rowsPerDay: config.TEST_ROWS_PER_DAY,
    openItems: config.TEST_OPEN_ITEMS,
    storageMib: config.TEST_STORAGE_MIB,
    documents: config.TEST_DOCUMENTS,
    endpoints: config.TEST_ENDPOINTS,
  };
}
