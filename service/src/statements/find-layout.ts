import type { Queries, Statement } from '../db/database.ts';
import type { StatementLayout } from './read/layout.ts';
import { providedLayouts } from './read/layouts/provided.ts';
import type { ImportedRail } from './store.ts';

const selectLayout: Statement = {
  name: 'statement_layouts_find',
  text: 'SELECT layout FROM statement_layouts WHERE name = $1',
};

/** Layouts of banks, which serve many countries: their day and currency are those of the rail. */
const ofAnyCountry: ReadonlySet<string> = new Set(['bank-csv', 'camt.053', 'mt940']);

/** A layout by its name: one that comes with the service, or an operator's. Undefined if there is none. */
export async function findLayout(db: Queries, name: string): Promise<StatementLayout | undefined> {
  if (Object.hasOwn(providedLayouts, name)) return providedLayouts[name];
  return (await db.query<{ layout: StatementLayout }>(selectLayout, [name]))[0]?.layout;
}

/** The layout as it reads the files of a rail. */
export function layoutFor(name: string, layout: StatementLayout, rail: ImportedRail): StatementLayout {
  if (!ofAnyCountry.has(name)) return layout;
  return { ...layout, timeZone: rail.time_zone, ...('columns' in layout ? { currency: rail.currency } : {}) };
}

const selectNames: Statement = {
  name: 'statement_layouts_names',
  text: 'SELECT name FROM statement_layouts ORDER BY name',
};

/** Says that a layout does not exist, and which do. */
export async function sayLayouts(db: Queries, name: string): Promise<string> {
  const own = (await db.query<{ name: string }>(selectNames)).map((row) => row.name);
  return `is ${name}, which does not exist. Layouts: ${[...Object.keys(providedLayouts), ...own].join(', ')}`;
}
