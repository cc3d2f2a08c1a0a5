import { openCases } from '../cases/open-cases.ts';
import type { Database } from '../db/database.ts';
import { settleLate } from '../payments/settle-late.ts';
import { returnItem } from '../payouts/return-item.ts';
import type { OnContradiction } from './worker.ts';

/** Settles contradictions: late successes, reversals and returned items. The rest become cases. */
export function settleContradictions(db: Database): OnContradiction {
  return async (found) => {
    switch (found.kind) {
      case 'payment':
        return (await settleLate(db, found.row, found.answer)) !== 'nothing';
      case 'payout_item':
        return (await returnItem(db, found.row, found.answer)) !== 'nothing';
      case 'refund': {
        const { id, rail, world, livemode, amount, currency, status } = found.row;
        const facts = { status, provider_says: found.answer.state };
        const kind = 'contradiction';
        await openCases(db, [{ kind, rail, record: id, world, livemode, amount, currency, facts }]);
        return true;
      }
    }
  };
}
