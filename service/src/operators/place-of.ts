import type { Database, Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';

/** The world of an integration's record, and whose that is. */
export type Place = {
  readonly world: number;
  readonly livemode: boolean;
  readonly integration: string;
  readonly merchant: string;
};

/** For rows that are joined to their world as `w`. */
export const placeColumns = 'i.id AS integration, i.merchant_id AS merchant';
const ofWorlds = `
  SELECT w.id AS world, w.livemode, ${placeColumns} FROM integrations i JOIN worlds w ON w.integration_id = i.id`;

/** No index leads from an id alone: each world is asked, 10 ms for 4 000 of them. */
const selectPlace = (table: 'payments' | 'payouts'): Statement => ({
  name: `operators_place_of_${table}`,
  text: `
    ${ofWorlds} CROSS JOIN LATERAL (
      SELECT FROM ${table} r WHERE r.world = w.id AND r.id BETWEEN $1 AND $1 ORDER BY r.id LIMIT 1) found`,
});
const selectPlaceOf = { pay: selectPlace('payments'), pout: selectPlace('payouts') };

const selectPlaceOfIntegration: Statement = {
  name: 'operators_place_of_integration',
  text: `${ofWorlds} WHERE i.id = $1 AND w.livemode = $2`,
};

/** @param id of a payment or a payout */
export async function findPlace(from: Database | Tx, id: string): Promise<Place | undefined> {
  const prefix = id.split('_')[0] as keyof typeof selectPlaceOf;
  return (await from.query<Place>(selectPlaceOf[prefix], [id]))[0];
}

/** @throws Refusal not_found */
export async function placeOf(db: Database, id: string): Promise<Place> {
  const place = await findPlace(db, id);
  if (!place) throw new Refusal('not_found');
  return place;
}

/** @throws Refusal not_found */
export async function placeOfIntegration(db: Database, integration: string, livemode: boolean): Promise<Place> {
  const [place] = await db.query<Place>(selectPlaceOfIntegration, [integration, livemode]);
  if (!place) throw new Refusal('not_found', `integration: there is no ${integration}`, { param: 'integration' });
  return place;
}
