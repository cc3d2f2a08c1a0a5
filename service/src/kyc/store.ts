import type { identityDocuments, KycDocument, SubmissionStatus } from '../../../contract/src/kyc.ts';
import type { KycStatus } from '../../../contract/src/users.ts';
import type { Statement } from '../db/database.ts';

export type DocumentRow = {
  id: string;
  user_id: string;
  livemode: boolean;
  content_type: KycDocument['content_type'];
  size: number;
  sha256: Buffer;
  created_at: Date;
  used_at: Date | null;
};

export const documentColumns =
  'd.id, d.user_id, u.livemode, d.content_type, d.size, d.sha256, d.created_at, d.used_at FROM kyc_documents d JOIN users u ON u.id = d.user_id';

/** Locked before the count, so that one of two concurrent uploads sees the other. */
export const lockUploader: Statement = {
  name: 'kyc_lock_uploader',
  text: `SELECT 1 FROM users WHERE id = $1 FOR UPDATE`,
};

/** No row if $6 documents already wait, or $7 arrived within 30 days. */
export const insertDocument: Statement = {
  name: 'kyc_documents_insert',
  text: `
    INSERT INTO kyc_documents (id, user_id, content_type, size, sha256)
    SELECT $1, $2, $3, $4::int, $5
    WHERE (SELECT count(*) FROM kyc_documents WHERE user_id = $2 AND used_at IS NULL AND doomed_at IS NULL) < $6::int
      AND (SELECT count(*) FROM kyc_documents WHERE user_id = $2 AND created_at > now() - interval '30 days') < $7::int
    RETURNING id`,
};

export const countDocuments: Statement = {
  name: 'kyc_documents_count',
  text: `SELECT count(*)::int AS count FROM kyc_documents WHERE user_id = $1 AND doomed_at IS NULL`,
};

export const markStored: Statement = {
  name: 'kyc_documents_mark_stored',
  text: `
    UPDATE kyc_documents d SET stored_at = now() FROM users u
    WHERE d.id = $1 AND d.user_id = $2 AND d.doomed_at IS NULL AND u.id = d.user_id
    RETURNING d.id, d.user_id, u.livemode, d.content_type, d.size, d.sha256, d.created_at, d.used_at`,
};

export const selectDocument: Statement = {
  name: 'kyc_documents_select',
  text: `SELECT ${documentColumns} WHERE d.id = $1 AND d.stored_at IS NOT NULL AND d.doomed_at IS NULL`,
};

/** The documents among $1 that customer $2 may submit. The sweep ignores them from now on. */
export const useDocuments: Statement = {
  name: 'kyc_documents_use',
  text: `
    UPDATE kyc_documents SET used_at = coalesce(used_at, now())
    WHERE id = ANY ($1::text[]) AND user_id = $2 AND stored_at IS NOT NULL AND doomed_at IS NULL
    RETURNING id`,
};

export const selectUsable: Statement = {
  name: 'kyc_documents_select_usable',
  text: `
    SELECT id FROM kyc_documents
    WHERE id = ANY ($1::text[]) AND user_id = $2 AND stored_at IS NOT NULL AND doomed_at IS NULL FOR UPDATE`,
};

export const doomDocument: Statement = {
  name: 'kyc_documents_doom_one',
  text: `UPDATE kyc_documents SET doomed_at = now() WHERE id = $1 AND used_at IS NULL`,
};

/** A day after their upload. The rows are limited, so that no lock is held for long. */
export const doomDocuments: Statement = {
  name: 'kyc_documents_doom',
  text: `
    UPDATE kyc_documents SET doomed_at = now() WHERE id IN (
      SELECT id FROM kyc_documents
      WHERE used_at IS NULL AND doomed_at IS NULL AND created_at < now() - interval '1 day' LIMIT 1000)
      AND used_at IS NULL`,
};

export const selectDoomed: Statement = {
  name: 'kyc_documents_select_doomed',
  text: `SELECT id FROM kyc_documents WHERE used_at IS NULL AND doomed_at IS NOT NULL AND id <> ALL ($1::text[]) ORDER BY created_at LIMIT 100`,
};

export const deleteDocument: Statement = {
  name: 'kyc_documents_delete',
  text: `DELETE FROM kyc_documents WHERE id = $1 AND doomed_at IS NOT NULL`,
};

export type SubmissionRow = {
  id: string;
  user_id: string;
  livemode: boolean;
  status: SubmissionStatus;
  current: boolean;
  document_type: (typeof identityDocuments)[number];
  identity: Buffer;
  documents: string[];
  tier: number | null;
  reason: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  created_at: Date;
  updated_at: Date;
  version: number;
  /** The customer's status. */
  kyc: KycStatus;
  phone: string;
};

export const selectSubmissions = `
  SELECT s.id, s.user_id, s.livemode, s.status, s.current, s.document_type, s.identity, s.documents, s.tier, s.reason, s.decided_by,
         s.decided_at, s.created_at, s.updated_at, s.version, u.kyc, u.phone
  FROM kyc_submissions s JOIN users u ON u.id = s.user_id`;

export const selectSubmission: Statement = {
  name: 'kyc_submissions_select',
  text: `${selectSubmissions} WHERE s.id = $1`,
};

/** The customers of these submissions. Their rows are locked before the submissions are read. */
export const selectSubmitters: Statement = {
  name: 'kyc_submissions_select_users',
  text: `SELECT user_id FROM kyc_submissions WHERE id = ANY ($1::text[])`,
};

/**
 * A new submission replaces the current one. That is still pending only if the customer's status was changed in another
 * way.
 */
export const supersede: Statement = {
  name: 'kyc_submissions_supersede',
  text: `
    UPDATE kyc_submissions
    SET current = false, status = CASE status WHEN 'pending' THEN 'superseded' ELSE status END, updated_at = now(),
        version = version + 1
    WHERE user_id = $1 AND current`,
};

export const insertSubmission: Statement = {
  name: 'kyc_submissions_insert',
  text: `
    INSERT INTO kyc_submissions (id, user_id, livemode, document_type, identity, documents)
    VALUES ($1, $2, $3, $4, $5, $6)`,
};

export const updateVerdict: Statement = {
  name: 'kyc_submissions_decide',
  text: `
    UPDATE kyc_submissions
    SET status = $2, tier = coalesce($3, tier), reason = $4, decided_by = $5, decided_at = now(), updated_at = now(),
        version = version + 1
    WHERE id = $1`,
};
