import { KycDocument, KycQueueItem, KycReview, KycSubmission } from '../../../contract/src/kyc.ts';
import { serialiser } from '../http/serialise.ts';
import type { DataKey } from '../kernel/data-key.ts';
import { openIdentity } from './identity.ts';
import type { DocumentRow, SubmissionRow } from './store.ts';

const serialiseDocument = serialiser<KycDocument>(KycDocument);
const serialiseSubmission = serialiser<KycSubmission>(KycSubmission);
const serialiseQueueItem = serialiser<KycQueueItem>(KycQueueItem);
const serialiseReview = serialiser<KycReview>(KycReview);

export function renderDocument(row: DocumentRow): string {
  return serialiseDocument({
    id: row.id,
    object: 'kyc_document',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    metadata: {},
    content_type: row.content_type,
    size: row.size,
    sha256: row.sha256.toString('hex'),
  });
}

const view = (row: SubmissionRow) => ({
  id: row.id,
  object: 'kyc_submission' as const,
  livemode: row.livemode,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
  metadata: {},
  user: row.user_id,
  status: row.status,
  document_type: row.document_type,
  documents: row.documents,
  reason: row.reason,
  decided_at: row.decided_at?.toISOString() ?? null,
});

const viewReview = (row: SubmissionRow) => ({
  ...view(row),
  kyc: row.kyc,
  phone: row.phone,
  tier: row.tier,
  decided_by: row.decided_by,
});

/** The customer's view. */
export const renderSubmission = (row: SubmissionRow, key: DataKey) =>
  serialiseSubmission({ ...view(row), ...openIdentity(row, key) });

/** The operators' view in a list, without the customer's identity. */
export const renderQueueItem = (row: SubmissionRow) => serialiseQueueItem(viewReview(row));

export const renderReview = (row: SubmissionRow, key: DataKey) =>
  serialiseReview({ ...viewReview(row), ...openIdentity(row, key) });
