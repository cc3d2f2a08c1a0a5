import { Gauge, type Registry } from 'prom-client';
import type { Database, Statement } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';

type Row = { currency: string; mode: string; owed: bigint; held: bigint; gap: bigint };

const selectLast: Statement = {
  name: 'safeguarding_last',
  text: `
    SELECT DISTINCT ON (livemode, currency) currency,
           CASE WHEN livemode THEN 'live' ELSE 'test' END AS mode, owed, held, greatest(owed - held, 0) AS gap
    FROM safeguarding_days WHERE day > current_date - 40 ORDER BY livemode, currency, day DESC`,
};

/**
 * Reports the last compared day of each currency, in minor units.
 * @returns a function that ends it
 */
export function watchSafeguarding(db: Database, registry: Registry, everyMs?: number): () => void {
  const days = readEvery<Row>(db, selectLast, everyMs);
  const gauge = (name: string, help: string, read: (row: Row) => bigint) =>
    new Gauge({
      ...{ name, help, labelNames: ['currency', 'mode'], registers: [registry] },
      async collect() {
        const known = await days.known();
        this.reset();
        for (const row of known ?? []) this.set({ currency: row.currency, mode: row.mode }, Number(read(row)));
      },
    });
  gauge('rialto_safeguarding_owed', 'Money owed to customers and merchants, in minor units', ({ owed }) => owed);
  gauge('rialto_safeguarding_held', 'Money at providers and in the bank, in minor units', ({ held }) => held);
  gauge('rialto_safeguarding_gap', 'Money owed above the money held, in minor units', ({ gap }) => gap);
  return days.stop;
}
