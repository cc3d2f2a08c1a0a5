import type { QueryOf } from '../../../contract/src/route.ts';
import { type listTenantLoad, TenantLoad } from '../../../contract/src/tenants.ts';
import type { Database, Queries } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { serialiser } from '../http/serialise.ts';
import { type LoadRow, selectLoad, selectLoadOf } from './load-store.ts';

const serialise = serialiser<TenantLoad>(TenantLoad);
const SECONDS = { minute: 60, hour: 3_600 };

function render({ requests_per_second, reason, throttled_by, throttled_at, ...row }: LoadRow): string {
  const throttle =
    requests_per_second === null
      ? null
      : { requests_per_second, reason: reason!, by: throttled_by!, at: throttled_at!.toISOString() };
  return serialise({ object: 'tenant_load', ...row, throttle });
}

export async function readLoad(db: Database, query: QueryOf<typeof listTenantLoad>, url: string): Promise<string> {
  const { window = 'minute', limit = 20, offset = 0 } = query;
  const rows = await db.query<LoadRow>(selectLoad, [SECONDS[window], limit + 1, offset]);
  return renderList(url, rows.slice(0, limit).map(render), rows.length > limit);
}

/** The load of one world, read in the transaction that changed it. */
export async function readLoadOf(db: Queries, world: number): Promise<string> {
  const [row] = await db.query<LoadRow>(selectLoadOf, [SECONDS.minute, world]);
  return render(row!);
}

/** For the operator's command. */
export const selectAllLoad = (db: Database, window: keyof typeof SECONDS, limit: number): Promise<LoadRow[]> =>
  db.query<LoadRow>(selectLoad, [SECONDS[window], limit, 0]);
