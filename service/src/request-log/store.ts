import type { RequestLogEntry } from '../../../contract/src/request-logs.ts';
import { asynchronousCommit } from '../db/asynchronous-commit.ts';
import type { Database, Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Rows } from './rows.ts';

/** A crash of the database may cost the last moments of the log: nobody waits for its disk. */
const dontWait: Statement = {
  name: 'request_log_async',
  text: `SELECT ${asynchronousCommit}`,
};

const insert: Statement = {
  name: 'request_log_insert',
  text: `
    INSERT INTO request_log (world, id, at, method, path, status, duration_ms, error_code, key_id, person_id,
                             idempotency_key, address, request_body, response_body)
    SELECT * FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[], $7::int[],
                         $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])`,
};

export async function insertRequests(db: Database, rows: Rows): Promise<void> {
  await transaction(db, async (tx) => {
    tx.query(dontWait);
    tx.query(insert, rows.values());
  });
}

export type RequestRow = {
  id: string;
  livemode: boolean;
  at: Date;
  method: RequestLogEntry['method'];
  path: string;
  status: number;
  duration_ms: number;
  error_code: string | null;
  key_id: string | null;
  last4: string | null;
  person_id: string | null;
  idempotency_key: string | null;
  address: string | null;
};
export type RequestRowWithBodies = RequestRow & { request_body: string | null; response_body: string | null };

const columns = `
  l.id, w.livemode, l.at, l.method, l.path, l.status, l.duration_ms, l.error_code, l.key_id, k.last4, l.person_id,
  l.idempotency_key, l.address`;
const from = 'FROM request_log l JOIN worlds w ON w.id = l.world LEFT JOIN api_keys k ON k.id = l.key_id';

export const selectRequestsFrom = `SELECT ${columns} ${from}`;

export const selectRequest: Statement = {
  name: 'request_log_select',
  text: `SELECT ${columns}, l.request_body, l.response_body ${from} WHERE l.world = $1 AND l.id = $2 AND l.id >= $3`,
};
