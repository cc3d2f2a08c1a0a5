import type { Database, Statement } from '../db/database.ts';
import { classifyItems } from './classify-items.ts';
import { copyEntries } from './copy-entries.ts';
import { matchById } from './match-by-id.ts';
import { findRules, matchByRule } from './match-by-rules.ts';
import { matchLateCharges } from './match-late-charges.ts';
import { openExceptions } from './open-exceptions.ts';
import { addOpenEntries, addOpenLines, dropMatchedItems } from './open-items.ts';
import { postLoneFees } from './post-lone-fees.ts';
import { settleFromLines } from './settle-from-lines.ts';
import { findUnmatchedFiles, markMatched, type ReconciledRail } from './store.ts';

type Days = { first: string | null; covered: string | null; today: string };

/** The days of the rail's statements, and today, on the local calendar. Entries before the first are not looked for. */
const selectDays: Statement = {
  name: 'reconciliation_days',
  text: `
    SELECT min(from_on)::text AS first, max(to_on)::text AS covered, (now() AT TIME ZONE $2)::date::text AS today
    FROM statements s JOIN statement_files f ON f.id = s.file
    WHERE s.rail = $1 AND f.status = 'imported'`,
};

const selectOpenLines: Statement = {
  name: 'reconciliation_open_line_ids',
  text: `
    SELECT item FROM open_items WHERE rail = $1 AND side = 'there' AND item > $2
      AND result NOT IN ('amount_differs', 'fee_differs')
    ORDER BY item LIMIT 500`,
};

export type Reconciliation = { readonly copied: number; readonly matched: number; readonly cases: number };

/**
 * Reconciles a rail: copies its new entries, matches the lines of new files by their ids, settles the records that
 * unmatched lines name, matches the rest by the rules, and opens a case for each exception.
 */
export async function reconcile(
  db: Database,
  rail: ReconciledRail,
  onError: (error: unknown) => void,
): Promise<Reconciliation> {
  let copied = await copyEntries(db, rail);
  let matched = await matchById(db, rail, null);
  for (const file of await findUnmatchedFiles(db, rail.rail)) {
    matched += await matchById(db, rail, file);
    await addOpenLines(db, rail, file);
    if (await settleOpenLines(db, rail, onError)) {
      copied += await copyEntries(db, rail);
      matched += await matchById(db, rail, null);
    }
    await dropMatchedItems(db, rail);
    await postLoneFees(db, rail, file);
    await markMatched(db, file);
  }
  const [days] = await db.query<Days>(selectDays, [rail.rail, rail.time_zone]);
  const { first, covered, today } = days!;
  if (first === null || covered === null) return { copied, matched, cases: 0 };
  await addOpenEntries(db, rail, first, covered);
  await dropMatchedItems(db, rail);
  for (const rule of await findRules(db, rail)) matched += (await matchByRule(db, rail, rule)).lines;
  matched += await matchLateCharges(db, rail);
  // The entries of charges that were posted now.
  copied += await copyEntries(db, rail);
  await dropMatchedItems(db, rail);
  await classifyItems(db, rail, today, covered);
  return { copied, matched, cases: await openExceptions(db, rail) };
}

/** @returns whether a record was settled */
async function settleOpenLines(db: Database, rail: ReconciledRail, onError: (error: unknown) => void) {
  let last = '';
  let settled = 0;
  for (;;) {
    const rows = await db.query<{ item: string }>(selectOpenLines, [rail.rail, last]);
    if (rows.length === 0) return settled > 0;
    const lines = rows.map(({ item }) => item);
    settled += (await settleFromLines(db, rail, lines, onError)).length;
    last = lines.at(-1)!;
  }
}
