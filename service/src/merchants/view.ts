import { Merchant } from '../../../contract/src/merchants.ts';
import type { Queries } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';
import {
  type IntegrationNameRow,
  type MerchantRow,
  type PersonRow,
  selectIntegrationsOf,
  selectPeople,
} from './store.ts';

const serialise = serialiser<Merchant>(Merchant);

/** Merchants with their people and integrations, in the order of the rows. */
export async function renderMerchants(db: Queries, rows: readonly MerchantRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const [people, integrations] = await Promise.all([
    db.query<PersonRow>(selectPeople, [ids]),
    db.query<IntegrationNameRow>(selectIntegrationsOf, [ids]),
  ]);
  const ofOne = <Row extends { merchant_id: string }>(all: readonly Row[], id: string) =>
    all.filter((row) => row.merchant_id === id);
  return rows.map(({ id, name, live_approved_at, created_at }) =>
    serialise({
      id,
      object: 'merchant',
      name,
      live_approved_at: live_approved_at?.toISOString() ?? null,
      people: ofOne(people, id).map((person) => ({ ...person, suspended: person.suspended_at !== null })),
      integrations: ofOne(integrations, id),
      created_at: created_at.toISOString(),
    }),
  );
}
