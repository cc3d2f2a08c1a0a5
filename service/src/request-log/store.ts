import type { RequestLogEntry } from '../../../contract/src/request-logs.ts';
import { asynchronousCommit } from '../db/asynchronous-commit.ts';
import { copyIn } from '../db/copy.ts';
import type { Database, Statement } from '../db/database.ts';
import { type Rows, requestColumns } from './rows.ts';

/** A crash of the database may lose the last moments of the log, because writes do not wait for the disk. */
const copy = `SELECT ${asynchronousCommit}; COPY request_log (${requestColumns.join(', ')}) FROM STDIN (FORMAT binary)`;

export const insertRequests = (db: Database, rows: Rows): Promise<void> => copyIn(db, copy, rows.data());

export type LoggedRequestRow = {
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
export type RequestRowWithBodies = LoggedRequestRow & { request_body: string | null; response_body: string | null };

const columns = `
  l.id, w.livemode, l.at, l.method, l.path, l.status, l.duration_ms, l.error_code, l.key_id, k.last4, l.person_id,
  l.idempotency_key, l.address`;
const from = 'FROM request_log l JOIN worlds w ON w.id = l.world LEFT JOIN api_keys k ON k.id = l.key_id';

export const selectRequestsFrom = `SELECT ${columns} ${from}`;

export const selectLoggedRequest: Statement = {
  name: 'request_log_select',
  text: `SELECT ${columns}, l.request_body, l.response_body ${from} WHERE l.world = $1 AND l.id = $2 AND l.id >= $3`,
};
