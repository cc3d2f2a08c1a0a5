import type { ProviderInfo } from '../../../contract/src/rail-settings.ts';
import type { Database } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Provider } from '../rails/provider.ts';
import { findRail } from './find.ts';
import { type RailRecord, selectRailRecords } from './store.ts';
import { renderRail } from './view.ts';

export async function listRailSettings(db: Database, url: string): Promise<string> {
  return renderList(
    url,
    (await db.query<RailRecord>(selectRailRecords)).map((row) => renderRail(row)),
    false,
  );
}

/** @param callbackUrlOf gives the address of a rail's callbacks, for a caller who may set it up at the provider */
export async function readRailSettings(
  db: Database,
  { slug }: { slug: string },
  callbackUrlOf: (rail: string) => string | null,
): Promise<string> {
  const row = await findRail(db, slug);
  if (row instanceof Refusal) throw row;
  return renderRail(row, callbackUrlOf(row.id));
}

export function listProviders(providers: Readonly<Record<string, Provider>>, url: string): string {
  const views = Object.values(providers).map(({ name, title, countries, hosts, credentials }) =>
    JSON.stringify({
      object: 'provider',
      name,
      display_name: title,
      countries: Object.fromEntries(Object.entries(countries).map(([country, codes]) => [country, [...codes]])),
      hosts,
      credentials,
    } satisfies ProviderInfo),
  );
  return renderList(url, views, false);
}
