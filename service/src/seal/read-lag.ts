import type { Database, Statement } from '../db/database.ts';
import { placeOf } from './chain.ts';
import { readLast } from './store.ts';

/** The seconds since the oldest posting that no batch contains; 0 if there is none. $1 to $3: the head's place. */
const selectLag: Statement = {
  name: 'seal_lag',
  text: `
    SELECT coalesce(greatest(extract(epoch FROM now()) - min(position) / 1e6, 0), 0)::float8 AS lag FROM (
      (SELECT position FROM postings WHERE $1::xid8 = '0' AND xid IS NULL
         AND (debit_wallet, position) > ($2::text, $3::bigint) ORDER BY debit_wallet, position LIMIT 1)
      UNION ALL
      (SELECT position FROM postings WHERE xid > $1::xid8 ORDER BY postings.xid LIMIT 1)
      UNION ALL
      (SELECT position FROM postings WHERE xid = $1::xid8 AND (debit_wallet, position) > ($2::text, $3::bigint) LIMIT 1)
    ) p`,
};

/** The last batch, and how far the seal is behind, in seconds. */
export async function readHeadAndLag(db: Database) {
  const last = await readLast(db);
  const { xid, wallet, position } = last ? placeOf(last) : { xid: '0', wallet: '', position: -(2n ** 63n) };
  const [row] = await db.query<{ lag: number }>(selectLag, [xid, wallet, position]);
  return { last, lag: row!.lag };
}
