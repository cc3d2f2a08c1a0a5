import { Readable } from 'node:stream';
import { type getSettlementReport, SettlementReport, settlementColumns } from '../../../contract/src/reports.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { readDays } from './read-days.ts';
import { sumByDay } from './settlement.ts';
import { readSums } from './store.ts';

const serialise = serialiser<SettlementReport>(SettlementReport);

export type SettlementQuery = QueryOf<typeof getSettlementReport>;

async function readReport(db: Database, caller: Caller, query: SettlementQuery): Promise<SettlementReport> {
  const days = readDays(query);
  const { livemode } = caller;
  const rows = await readSums(db, { id: caller.owner.id, livemode }, query.currency, days);
  const { from, to, timeZone, dates } = days;
  return { object: 'settlement_report', livemode, from, to, time_zone: timeZone, ...sumByDay(dates, rows) };
}

/** The movements and balances of the merchant's wallets, which tie on every day. */
export async function readSettlement(db: Database, caller: Caller, query: SettlementQuery): Promise<string> {
  return serialise(await readReport(db, caller, query));
}

/** The days as CSV. No cell contains outside text, so none can be a formula. */
export async function exportSettlement(db: Database, caller: Caller, query: SettlementQuery): Promise<Readable> {
  const { days } = await readReport(db, caller, query);
  const lines = days.map((day) => `${settlementColumns.map((name) => day[name as keyof typeof day]).join(',')}\r\n`);
  return Readable.from([`${settlementColumns.join(',')}\r\n`, ...lines]);
}
