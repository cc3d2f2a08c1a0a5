import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asSuperuser, type Canary, traces } from './plant-person.ts';

/** The figures that an auditor compares. */
export const booksOf = (url: string) =>
  asSuperuser(url, async (client) => {
    const hashed = (columns: string, table: string) =>
      `SELECT count(*)::int AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash
       FROM (SELECT ${columns} FROM ${table}) t`;
    const books = [];
    for (const [columns, table] of [
      ['*', 'postings'],
      ['*', 'balances'],
      ['*', 'seals'],
      ['id, amount, currency, status, fee, wallet_id', 'payments'],
      ['id, amount, fee, status', 'payout_items'],
    ] as const)
      books.push((await client.query(hashed(columns, table))).rows[0]);
    return books;
  });

/** The files below a directory with a trace of the person. */
export function filesWith(directory: string, person: Canary): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path).toString('latin1');
    return traces(person).some((trace) => text.includes(trace)) ? [path] : [];
  });
}
