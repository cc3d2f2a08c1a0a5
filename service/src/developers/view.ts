import { Developer, Invitation } from '../../../contract/src/developers.ts';
import { serialiser } from '../http/serialise.ts';
import type { InvitationRow, MemberRow } from './store.ts';

const serialiseDeveloper = serialiser<Developer>(Developer);
const serialiseInvitation = serialiser<Invitation>(Invitation);

export function renderDeveloper(row: MemberRow): string {
  return serialiseDeveloper({
    ...row,
    object: 'developer',
    joined_at: row.joined_at.toISOString(),
    created_at: row.created_at.toISOString(),
  });
}

/** `link` only in the answer that makes it; null if it is e-mailed. */
export function renderInvitation(row: InvitationRow, link?: string | null): string {
  return serialiseInvitation({
    id: row.id,
    object: 'invitation',
    integration: row.integration_id,
    email: row.email,
    role: row.role,
    status: statusOf(row),
    invited_by: row.invited_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ...(link === undefined ? {} : { link }),
  });
}

function statusOf({ accepted_at, withdrawn_at, expires_at }: InvitationRow): Invitation['status'] {
  if (accepted_at) return 'accepted';
  if (withdrawn_at) return 'withdrawn';
  return expires_at.getTime() <= Date.now() ? 'expired' : 'open';
}
