import type { QueryOf } from '../../../contract/src/route.ts';
import type { getSafeguarding, getSafeguardingFile, Safeguarding } from '../../../contract/src/safeguarding.ts';
import type { Database, Queries, Statement } from '../db/database.ts';
import type { Download } from '../http/files.ts';
import { toJson } from '../http/serialise.ts';
import { Refusal } from '../kernel/refusal.ts';
import { readLast } from '../seal/store.ts';
import { findWaiting, type SafeguardingRow } from './compare-safeguarding.ts';
import { type DocumentOptions, downloadOf, formatOf, keepDocument } from './documents.ts';
import { findReportSeals, keepReportSeal, type ReportSeal } from './report-seal.ts';
import { writeSafeguardingCsv, writeSafeguardingPdf } from './write-safeguarding.ts';

const selectDay: Statement = {
  name: 'safeguarding_day',
  text: `
    SELECT livemode, currency, day::text AS day, cut_at, owed, suspended, held, rails FROM safeguarding_days
    WHERE day = $1::date ORDER BY livemode DESC, currency`,
};
const findDay = (db: Queries, day: string) => db.query<SafeguardingRow>(selectDay, [day]);

const view = ({ cut_at, held: holdings, rails, ...row }: SafeguardingRow): Safeguarding => ({
  ...row,
  cut_at: cut_at.toISOString(),
  holdings,
  gap: row.owed > holdings ? row.owed - holdings : 0n,
  rails: rails.map(({ held, ...rail }) => ({ ...rail, holdings: BigInt(held) })),
});

const viewSeal = ({ hash, sealed_at, ...seal }: ReportSeal) => ({
  ...seal,
  hash: hash.toString('hex'),
  sealed_at: sealed_at.toISOString(),
});

/** The money owed and held at the end of a day, by currency, and the rails that are not reviewed yet. */
export async function readSafeguarding(db: Database, { day }: QueryOf<typeof getSafeguarding>): Promise<string> {
  const [rows, waiting, seals] = await Promise.all([
    findDay(db, day),
    findWaiting(db, day, null, null),
    findReportSeals(db, day),
  ]);
  return toJson({ object: 'safeguarding', day, data: rows.map(view), waiting, seals: seals.map(viewSeal) });
}

/** The report of a day from closed and reviewed days, with the head of the ledger's seal. */
export async function downloadSafeguarding(
  options: DocumentOptions,
  { day, mode = 'live', file }: QueryOf<typeof getSafeguardingFile>,
): Promise<Download> {
  const { db, brand, exponentOf } = options;
  const { format, signature } = formatOf(file);
  const kept = await keepDocument(options, `safeguarding:${mode}:${day}`, format, async () => {
    const rows = (await findDay(db, day)).filter(({ livemode }) => livemode === (mode === 'live'));
    const waiting = await findWaiting(db, day, mode === 'live', null);
    if (waiting.length > 0 || rows.length === 0) {
      const names = waiting.map(({ rail }) => rail).join(', ');
      throw new Refusal('close_not_ready', `The day is not closed and reviewed${names ? ` on: ${names}` : ''}.`);
    }
    await keepReportSeal(db, mode === 'live', day);
    const seal = (await findReportSeals(db, day)).find(({ livemode }) => livemode === (mode === 'live'));
    if (!seal && (await readLast(db))) {
      throw new Refusal('close_not_ready', 'The seal of the ledger does not cover the day yet.');
    }
    const report = { day, mode, brand, rows, exponentOf, seal: seal ?? null };
    return format === 'pdf' ? writeSafeguardingPdf(report) : writeSafeguardingCsv(report);
  });
  return downloadOf(kept, format, `safeguarding-${mode}-${day}`, signature);
}
