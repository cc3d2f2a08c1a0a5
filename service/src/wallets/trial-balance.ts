import { TrialBalance } from '../../../contract/src/operator-reads.ts';
import type { Database, Statement } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';

const serialise = serialiser<TrialBalance>(TrialBalance);

type LedgerRow = {
  livemode: boolean;
  currency: string;
  debits: bigint;
  credits: bigint;
  reserved: bigint;
  wallets: number;
};

/** One statement sees one moment, in which every batch is there wholly or not at all. */
const statement: Statement = {
  name: 'wallets_trial_balance',
  text: `
    SELECT w.livemode, w.currency, count(*)::int AS wallets, sum(greatest(-b.posted, 0))::bigint AS debits,
           sum(greatest(b.posted, 0))::bigint AS credits, sum(b.held)::bigint AS reserved
    FROM balances b JOIN wallets w ON w.id = b.wallet_id
    GROUP BY w.livemode, w.currency ORDER BY w.livemode DESC, w.currency`,
};

/** From the balances: as much work as there are wallets, however many postings there are. */
export async function readTrialBalance(db: Database): Promise<string> {
  const ledgers = (await db.query<LedgerRow>(statement)).map((row) => ({
    ...row,
    balanced: row.debits === row.credits,
  }));
  const balanced = ledgers.every((ledger) => ledger.balanced);
  return serialise({ object: 'trial_balance', at: new Date().toISOString(), balanced, ledgers });
}
