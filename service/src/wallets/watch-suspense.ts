import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

const EVERY_MS = 60_000;

/** One wallet for each rail and currency, found by the index of owners. `;` follows `:` in the collation "C". */
const selectSuspense: Statement = {
  name: 'suspense_balances',
  text: `
    SELECT split_part(w.owner_id, ':', 2) AS rail, w.currency, w.livemode, b.posted
    FROM wallets w JOIN balances b ON b.wallet_id = w.id
    WHERE w.owner_type = 'system' AND w.owner_id >= 'suspense' AND w.owner_id < 'suspense;'`,
};

type SuspenseRow = { rail: string; currency: string; livemode: boolean; posted: bigint };

/**
 * Reports the money that operators have to assign.
 * @returns a function that ends it
 */
export function watchSuspense(db: Database, registry: Registry, everyMs = EVERY_MS): () => void {
  const wallets = readEvery<SuspenseRow>(db, selectSuspense, everyMs);
  new Gauge({
    name: 'rialto_suspense',
    help: 'Money in suspense, in minor units; the rail is empty for settlements that a wallet refused',
    labelNames: ['rail', 'currency', 'mode'],
    registers: [registry],
    async collect() {
      const known = await wallets.known();
      this.reset();
      for (const { rail, currency, livemode, posted } of known ?? [])
        this.set({ rail, currency, mode: livemode ? 'live' : 'test' }, Number(posted));
    },
  });
  return wallets.stop;
}
