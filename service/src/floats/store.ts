import type { Queries, Statement } from '../db/database.ts';
import type { RailRow } from '../rails/rail-row.ts';

export type FloatRow = {
  rail: string;
  livemode: boolean;
  currency: string;
  available: bigint | null;
  booked: bigint;
  minimum: bigint | null;
  measured_at: Date | null;
  error: string | null;
};

const columns = 'rail, livemode, currency, available, booked, minimum, measured_at, error';

/** The money at the provider by the books: a clearing wallet is negative by it. */
const booked = (rail: string, livemode: string, currency: string) => `
  coalesce((SELECT -sum(b.posted) FROM wallets w JOIN balances b ON b.wallet_id = w.id
            WHERE w.owner_type = 'system' AND w.owner_id = 'clearing:' || ${rail} AND w.livemode = ${livemode}
              AND w.currency = ${currency}), 0)::bigint`;

const claimStatement: Statement = {
  name: 'floats_claim',
  text: `
    INSERT INTO rail_floats AS f (rail, livemode, currency, minimum) VALUES ($1, $2, $3, $4)
    ON CONFLICT (rail) DO UPDATE SET claimed_at = now(), minimum = $4
    WHERE f.claimed_at <= now() - make_interval(secs => $5) RETURNING rail`,
};

/** One node measures a rail in each interval. @returns whether this one does now */
export async function claimFloat(db: Queries, row: RailRow, everySeconds: number): Promise<boolean> {
  const { slug, livemode, currency, floatMinimum } = row;
  return (await db.query(claimStatement, [slug, livemode, currency, floatMinimum, everySeconds])).length > 0;
}

const writeMeasured: Statement = {
  name: 'floats_measured',
  text: `
    UPDATE rail_floats f SET available = $2, booked = ${booked('f.rail', 'f.livemode', 'f.currency')}, error = NULL,
      measured_at = now()
    WHERE rail = $1
    RETURNING ${columns}`,
};

/** Keeps the provider's figure beside the books of the same moment. */
export const keepMeasured = async (db: Queries, rail: string, available: bigint): Promise<FloatRow> =>
  (await db.query<FloatRow>(writeMeasured, [rail, available]))[0]!;

const writeFailed: Statement = { name: 'floats_failed', text: 'UPDATE rail_floats SET error = $2 WHERE rail = $1' };
export const keepFailed = (db: Queries, rail: string, error: string) => db.query(writeFailed, [rail, error]);

export const selectFloats: Statement = {
  name: 'floats_select',
  text: `SELECT ${columns} FROM rail_floats ORDER BY rail`,
};

const selectBookedStatement: Statement = {
  name: 'floats_booked',
  text: `SELECT ${booked('$1::text', '$2::boolean', '$3::text')} AS booked`,
};

/** The money at the provider by the books as they are now, in minor units. */
export const readBooked = async (
  db: Queries,
  { slug, livemode, currency }: Pick<RailRow, 'slug' | 'livemode' | 'currency'>,
): Promise<bigint> =>
  (await db.query<{ booked: bigint }>(selectBookedStatement, [slug, livemode, currency]))[0]!.booked;
