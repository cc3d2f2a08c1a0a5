import { TrialBalance } from '../../../contract/src/operator-reads.ts';
import type { Database, Statement } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';

const serialise = serialiser<TrialBalance>(TrialBalance);

type LedgerRow = {
  livemode: boolean;
  currency: string;
  debits: string;
  credits: string;
  reserved: string;
  wallets: number;
};

/**
 * One statement sees one snapshot, in which each batch is complete or absent. Sums are text: each balance fits a
 * bigint, but their sum may not.
 */
const statement: Statement = {
  name: 'wallets_trial_balance',
  text: `
    SELECT w.livemode, w.currency, count(*)::int AS wallets, sum(greatest(-b.posted, 0))::text AS debits,
           sum(greatest(b.posted, 0))::text AS credits, sum(b.held)::text AS reserved
    FROM balances b JOIN wallets w ON w.id = b.wallet_id
    GROUP BY w.livemode, w.currency ORDER BY w.livemode DESC, w.currency`,
};

/** Computed from the balances: the work grows with the wallets, not with the postings. */
export async function readTrialBalance(db: Database): Promise<string> {
  const ledgers = (await db.query<LedgerRow>(statement)).map((row) => ({
    ...row,
    debits: BigInt(row.debits),
    credits: BigInt(row.credits),
    reserved: BigInt(row.reserved),
    balanced: row.debits === row.credits,
  }));
  const balanced = ledgers.every((ledger) => ledger.balanced);
  return serialise({ object: 'trial_balance', at: new Date().toISOString(), balanced, ledgers });
}
