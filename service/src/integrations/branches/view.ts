import { Branch } from '../../../../contract/src/branches.ts';
import { serialiser } from '../../http/serialise.ts';
import type { BranchRow } from './store.ts';

const serialise = serialiser<Branch>(Branch);

export const renderBranch = (row: BranchRow): string =>
  serialise({
    id: row.id,
    object: 'branch',
    livemode: row.livemode,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
    name: row.name,
    archived_at: row.archived_at?.toISOString() ?? null,
  });
