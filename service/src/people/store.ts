import type { Statement } from '../db/database.ts';

export type PersonRequestRow = {
  approval_id: string;
  kind: 'export' | 'erasure';
  status: 'asked' | 'waiting' | 'completed' | 'failed';
  subject: Buffer | null;
  pseudonym: string;
  failures: number;
  error: string | null;
  rows: bigint;
  created_at: Date;
  completed_at: Date | null;
  expires_at: Date | null;
  downloaded_at: Date | null;
};

const columns = `
  approval_id, kind, status, subject, pseudonym, failures, error, rows, created_at, completed_at, expires_at,
  downloaded_at`;

export const insertRequest: Statement = {
  name: 'people_insert_request',
  text: 'INSERT INTO person_requests (approval_id, kind, subject, pseudonym) VALUES ($1, $2, $3, $4)',
};

/** Starts the work of an approved request. */
export const startRequest: Statement = {
  name: 'people_start_request',
  text: `
    UPDATE person_requests SET status = 'waiting', due_at = now() WHERE approval_id = $1 AND status = 'asked'
    RETURNING approval_id`,
};

/** $1: the lease in seconds, after which another process may take it. */
export const claimRequest: Statement = {
  name: 'people_claim_request',
  text: `
    UPDATE person_requests SET due_at = now() + make_interval(secs => $1::float8) WHERE approval_id = (
      SELECT approval_id FROM person_requests WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columns}`,
};
export const keepClaim: Statement = {
  name: 'people_keep_claim',
  text: `
    UPDATE person_requests SET due_at = now() + make_interval(secs => $2::float8)
    WHERE approval_id = $1 AND due_at IS NOT NULL`,
};
/** $3: the hours that a file waits for its download, or null. */
export const completeRequest: Statement = {
  name: 'people_complete_request',
  text: `
    UPDATE person_requests SET status = 'completed', due_at = NULL, rows = $2, completed_at = now(), subject = NULL,
      error = NULL, expires_at = now() + make_interval(hours => $3::int)
    WHERE approval_id = $1`,
};

/** Waits 10, 20, 40 … s. $3: it cannot succeed. */
export const failRequest: Statement = {
  name: 'people_fail_request',
  text: `
    UPDATE person_requests SET failures = failures + 1, error = $2,
      status = CASE WHEN $3 THEN 'failed' ELSE status END, subject = CASE WHEN NOT $3 THEN subject END,
      due_at = CASE WHEN NOT $3 THEN now() + make_interval(secs => 10 * 2 ^ least(failures, 6)) END
    WHERE approval_id = $1`,
};

export const selectRequest: Statement = {
  name: 'people_select_request',
  text: `SELECT ${columns} FROM person_requests WHERE approval_id = $1`,
};
export const selectPersonRequests: Statement = {
  name: 'people_select_requests',
  text: `SELECT ${columns} FROM person_requests ORDER BY approval_id DESC LIMIT 100`,
};

/** One download. No row if somebody else had it. */
export const takeDownload: Statement = {
  name: 'people_take_download',
  text: `
    UPDATE person_requests SET downloaded_by = $2, downloaded_at = now()
    WHERE approval_id = $1 AND kind = 'export' AND status = 'completed' AND downloaded_at IS NULL AND expires_at > now()
    RETURNING approval_id`,
};

export const insertPersonPart: Statement = {
  name: 'people_insert_part',
  text: 'INSERT INTO person_export_parts (document, approval_id, number) VALUES ($1, $2, $3)',
};
export const selectPersonParts: Statement = {
  name: 'people_select_parts',
  text: 'SELECT document FROM person_export_parts WHERE approval_id = $1 ORDER BY number',
};
/** Files that were downloaded, expired, or written by an attempt that failed. A download takes an hour at most. */
export const selectLoosePersonParts: Statement = {
  name: 'people_select_loose_parts',
  text: `
    SELECT p.document FROM person_export_parts p JOIN person_requests r ON r.approval_id = p.approval_id
    WHERE r.downloaded_at < now() - interval '1 hour' OR r.expires_at < now() OR r.status = 'failed' LIMIT 100`,
};
export const deletePersonPart: Statement = {
  name: 'people_delete_part',
  text: 'DELETE FROM person_export_parts WHERE document = $1',
};
/** Requests whose approval was rejected or expired forget their person. */
export const forgetRefused: Statement = {
  name: 'people_forget_refused',
  text: `
    UPDATE person_requests r SET subject = NULL, status = 'failed', error = 'not approved' FROM approvals a
    WHERE a.id = r.approval_id AND r.status = 'asked'
      AND (a.status IN ('rejected', 'expired') OR a.expires_at < now())`,
};

/** The journal's entry of an erasure that has begun. */
export const selectEntry: Statement = {
  name: 'people_select_entry',
  text: 'SELECT entry, done_at IS NOT NULL AS done FROM person_erasures WHERE id = $1',
};
