import type { Database, Statement } from '../db/database.ts';
import type { ClaimedDelivery } from '../events/local-deliveries.ts';
import { INBOX_URL } from '../events/open-inbox.ts';

/** The events that an inbox keeps. */
export const KEPT_IN_INBOX = 100;
/** An inbox is trimmed after the first delivery of this process, and then after each this many. */
const EVERY = 100;
const MOST_COUNTED = 10_000;

const trimStatement: Statement = {
  name: 'inbox_trim',
  text: `
    DELETE FROM deliveries
    WHERE world = $1 AND endpoint_id = $2 AND status IN ('succeeded', 'dead') AND id < (
      SELECT id FROM deliveries WHERE world = $1 AND endpoint_id = $2
      ORDER BY id DESC OFFSET ${KEPT_IN_INBOX - 1} LIMIT 1)`,
};

/** Deletes what an inbox no longer keeps, so that a load test does not store each event twice for 30 days. */
export function createInboxTrim(db: Database): (delivery: ClaimedDelivery) => Promise<void> {
  const counts = new Map<string, number>();
  return async ({ url, world, endpoint_id: id }) => {
    if (url !== INBOX_URL) return;
    const count = (counts.get(id) ?? EVERY - 1) + 1;
    if (counts.size >= MOST_COUNTED) counts.clear();
    counts.set(id, count % EVERY);
    if (count === EVERY) await db.query(trimStatement, [world, id]);
  };
}
