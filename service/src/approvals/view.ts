import type { Approval } from '../../../contract/src/approvals.ts';
import type { ApprovalRow } from './store.ts';

export function renderApproval(row: ApprovalRow): string {
  return JSON.stringify({
    ...row,
    object: 'approval',
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  } satisfies Approval);
}
