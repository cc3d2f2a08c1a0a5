import type { Queries, Statement } from '../db/database.ts';
import type { CaseDraft } from './open-cases.ts';

const closeForStatement: Statement = {
  name: 'cases_close_for',
  text: `
    UPDATE cases SET status = 'closed', resolution = $4, closed_by = 'service', closed_at = now(), updated_at = now(),
      version = version + 1
    WHERE status = 'open' AND kind = $1 AND coalesce(rail, '') = coalesce($2, '')
      AND coalesce(record, '') = coalesce($3, '')
    RETURNING id`,
};

/** Closes the open case of this kind, rail and record, because its cause went away. It must hold no money. */
export const closeFor = (
  db: Queries,
  { kind, rail, record }: Pick<CaseDraft, 'kind' | 'rail' | 'record'>,
  resolution: string,
) => db.query<{ id: string }>(closeForStatement, [kind, rail, record, resolution]);
