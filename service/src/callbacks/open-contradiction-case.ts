import { openCases } from '../cases/open-cases.ts';
import type { Queries } from '../db/database.ts';
import type { OnContradiction } from './worker.ts';

/** Opens a case for a final record whose rail says something else. */
export function contradictionCases(db: Queries): OnContradiction {
  return async ({ kind, row }, answer) => {
    const { id, rail, world, livemode, amount, currency, status } = row;
    const facts = { object: kind, status, provider_says: answer.state };
    await openCases(db, [
      { kind: 'contradiction', rail, record: id, world, livemode, amount, currency, facts },
    ]);
  };
}
