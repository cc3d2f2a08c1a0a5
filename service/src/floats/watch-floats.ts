import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { readEvery } from '../db/read-every.ts';
import { type FloatRow, selectFloats } from './store.ts';

/**
 * Reports the float of each rail at its provider and in the books, in minor units, as last measured.
 * @returns a function that ends it
 */
export function watchFloats(db: Database, registry: Registry, everyMs?: number): () => void {
  const floats = readEvery<FloatRow>(db, selectFloats, everyMs);
  const gauge = (name: string, help: string, read: (row: FloatRow) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['rail', 'currency'],
      registers: [registry],
      async collect() {
        const known = await floats.known();
        this.reset();
        for (const row of known ?? []) {
          const value = read(row);
          if (value !== null) this.set({ rail: row.rail, currency: row.currency }, value);
        }
      },
    });
  const number = (amount: bigint | null) => (amount === null ? null : Number(amount));
  gauge('rialto_float_available', 'The balance of a rail at its provider, in minor units', (row) =>
    number(row.available),
  );
  gauge('rialto_float_booked', 'The balance of a rail in the books when it was measured, in minor units', (row) =>
    row.measured_at === null ? null : number(row.booked),
  );
  gauge('rialto_float_minimum', 'The balance below which an alarm is raised, in minor units', (row) =>
    number(row.minimum),
  );
  gauge('rialto_float_age_seconds', 'The time since the last measurement', (row) =>
    row.measured_at === null ? null : Math.max((Date.now() - row.measured_at.getTime()) / 1_000, 0),
  );
  return floats.stop;
}
