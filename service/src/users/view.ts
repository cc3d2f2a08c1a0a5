import { User } from '../../../contract/src/users.ts';
import { serialiser } from '../http/serialise.ts';
import type { UserRow } from './store.ts';

function viewUser(row: UserRow): User {
  return {
    id: row.id,
    object: 'user',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    metadata: row.metadata,
    phone: row.phone,
    kyc: row.kyc,
  };
}

const serialise = serialiser<User>(User);

export function renderUser(row: UserRow): string {
  return serialise(viewUser(row));
}
