import type { Float } from '../../../contract/src/floats.ts';
import type { Database } from '../db/database.ts';
import { renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';
import type { Rails } from '../rails/rail.ts';
import type { RailRow } from '../rails/rail-row.ts';
import { type FloatRow, readBooked, selectFloats } from './store.ts';

/** The float of every configured rail, measured or not. */
export async function readFloats(db: Database, rails: Rails, url: string): Promise<string> {
  const measured = new Map((await db.query<FloatRow>(selectFloats)).map((row) => [row.rail, row]));
  const rows = rails.names().flatMap((name) => rails.row(name) ?? []);
  const floats = await Promise.all(
    rows.map(async (row) => viewFloat(row, measured.get(row.slug) ?? (await never(db, row)))),
  );
  return renderList(url, floats.map(toJson), false);
}

async function never(db: Database, row: RailRow): Promise<FloatRow> {
  const { slug: rail, livemode, currency, floatMinimum: minimum } = row;
  const booked = await readBooked(db, row);
  return { rail, livemode, currency, available: null, booked, minimum, measured_at: null, error: null };
}

function viewFloat({ floatMinimum: minimum }: RailRow, { available, ...row }: FloatRow): Float {
  return {
    object: 'float',
    ...row,
    available,
    difference: available === null ? null : available - row.booked,
    minimum,
    low: available !== null && minimum !== null && available < minimum,
    measured_at: row.measured_at?.toISOString() ?? null,
  };
}
