import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../kernel/refusal.ts';

/** The world of an integration's record, and its owner. */
export type OwnedWorld = {
  readonly world: number;
  readonly livemode: boolean;
  readonly integration: string;
  readonly merchant: string;
};

/** For rows joined to their world as `w`. */
export const ownerColumns = 'i.id AS integration, i.merchant_id AS merchant';
const ofWorlds = `
  SELECT w.id AS world, w.livemode, ${ownerColumns} FROM integrations i JOIN worlds w ON w.integration_id = i.id`;

/** No index leads from an id alone. Each world is probed: 10 ms for 4 000 of them. */
const selectWorldIn = (table: 'payments' | 'payouts'): Statement => ({
  name: `operators_place_of_${table}`,
  text: `
    ${ofWorlds} CROSS JOIN LATERAL (
      SELECT FROM ${table} r WHERE r.world = w.id AND r.id BETWEEN $1 AND $1 ORDER BY r.id LIMIT 1) found`,
});
const selectByPrefix = { pay: selectWorldIn('payments'), pout: selectWorldIn('payouts') };

const selectOfIntegration: Statement = {
  name: 'operators_place_of_integration',
  text: `${ofWorlds} WHERE i.id = $1 AND w.livemode = $2`,
};

/** @param id of a payment or a payout @returns undefined if there is none */
export async function selectOwnedWorld(from: Database | Tx, id: string): Promise<OwnedWorld | undefined> {
  const prefix = id.split('_')[0] as keyof typeof selectByPrefix;
  return (await from.query<OwnedWorld>(selectByPrefix[prefix], [id]))[0];
}

/** @throws Refusal not_found */
export async function findOwnedWorld(db: Database, id: string): Promise<OwnedWorld> {
  const owned = await selectOwnedWorld(db, id);
  if (!owned) throw new Refusal('not_found');
  return owned;
}

/** @returns undefined if there is no such integration: its list is empty */
export async function findWorldOfIntegration(
  db: Database,
  integration: string,
  livemode: boolean,
): Promise<OwnedWorld | undefined> {
  return (await db.query<OwnedWorld>(selectOfIntegration, [integration, livemode]))[0];
}
