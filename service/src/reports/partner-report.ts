import { Readable } from 'node:stream';
import {
  type getSplitPartnerReport,
  PartnerReport,
  partnerReportColumns,
} from '../../../contract/src/partner-report.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';
import { serialiser } from '../http/serialise.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { type PartnerRow, selectPartner } from '../payments/splits/partners/store.ts';
import { readDays } from './read-days.ts';
import { inTime, REPORT_MS } from './store.ts';

/** Sums are text: they may exceed a bigint. `day` counts from 1. */
type DayRow = {
  readonly day: number;
  readonly posted: string;
  readonly debt_paid: string;
  readonly kept: string;
  readonly taken: string;
  readonly owed: string;
  readonly borne: string;
  readonly reserved: string;
  readonly released: string;
  readonly drawn: string;
  /** The changes of the debt and the reserve since the end of the report, in each row, and both now. */
  readonly debt_later: string;
  readonly reserve_later: string;
  readonly debt: string;
  readonly reserve: string;
};

/**
 * The changes of one partner's shares by day, its debt and its reserve, all of one snapshot. Day 0 is always there, and
 * has no change. $1: world, $2: wallet, $3: the beginnings of the days and the end of the last one.
 */
const selectDays: Statement = {
  name: 'reports_select_partner_days',
  withinMs: REPORT_MS,
  text: `
    WITH own AS MATERIALIZED (
      SELECT width_bucket(position, $3::bigint[]) AS day, sum(posted) AS posted, sum(debt_paid) AS debt_paid,
             sum(kept) AS kept, sum(taken) AS taken, sum(owed) AS owed, sum(borne) AS borne,
             sum(reserved) AS reserved, sum(released) AS released, sum(drawn) AS drawn
      FROM split_entries
      WHERE world = $1 AND wallet_id = $2 AND position >= ($3::bigint[])[1]
      GROUP BY 1)
    SELECT coalesce(d.day, 0) AS day, coalesce(d.posted, 0)::text AS posted,
           coalesce(d.debt_paid, 0)::text AS debt_paid, coalesce(d.kept, 0)::text AS kept,
           coalesce(d.taken, 0)::text AS taken, coalesce(d.owed, 0)::text AS owed, coalesce(d.borne, 0)::text AS borne,
           coalesce(d.reserved, 0)::text AS reserved, coalesce(d.released, 0)::text AS released,
           coalesce(d.drawn, 0)::text AS drawn,
           coalesce((SELECT owed - debt_paid FROM own WHERE day >= cardinality($3::bigint[])), 0)::text AS debt_later,
           coalesce((SELECT reserved - released - drawn FROM own WHERE day >= cardinality($3::bigint[])), 0)::text
             AS reserve_later,
           s.debt::text AS debt, s.reserved::text AS reserve
    FROM split_partners s LEFT JOIN own d ON d.day < cardinality($3::bigint[])
    WHERE s.world = $1 AND s.wallet_id = $2
    ORDER BY 1`,
};

type Query = QueryOf<typeof getSplitPartnerReport> & { readonly id: string };
type Sums = Omit<PartnerReport['totals'][number], 'currency'>;
type Level = 'opening_debt' | 'closing_debt' | 'opening_reserve' | 'closing_reserve';
type Moved = Omit<Sums, Level>;

const nothing: Moved = {
  ...{ posted: 0n, debt_paid: 0n, kept: 0n, returned: 0n, taken: 0n, owed: 0n, borne: 0n, net: 0n },
  ...{ reserved: 0n, released: 0n, drawn: 0n },
};

function movedOf(row: DayRow): Moved {
  const [posted, debt_paid, kept] = [BigInt(row.posted), BigInt(row.debt_paid), BigInt(row.kept)];
  const [taken, owed, borne] = [BigInt(row.taken), BigInt(row.owed), BigInt(row.borne)];
  return {
    ...{ posted, debt_paid, kept, taken, owed, borne },
    ...{ returned: taken + owed + borne, net: posted - debt_paid - taken },
    ...{ reserved: BigInt(row.reserved), released: BigInt(row.released), drawn: BigInt(row.drawn) },
  };
}

const sum = (a: Moved, b: Moved): Moved =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + b[name as keyof Moved]])) as Moved;

/** The debt and the reserve at a time. */
type Levels = { readonly debt: bigint; readonly reserve: bigint };

const raise = ({ debt, reserve }: Levels, { owed, debt_paid, reserved, released, drawn }: Moved): Levels => ({
  debt: debt + owed - debt_paid,
  reserve: reserve + reserved - released - drawn,
});

const between = (before: Levels, moved: Moved, after: Levels): Sums => ({
  ...{ opening_debt: before.debt, ...moved, closing_debt: after.debt },
  ...{ opening_reserve: before.reserve, closing_reserve: after.reserve },
});

async function readReport(db: Database, caller: Caller, { id, ...query }: Query): Promise<PartnerReport> {
  const { from, to, timeZone, dates, starts } = readDays(query);
  const [partner] = await db.query<PartnerRow>(selectPartner, [id, caller.world, caller.owner.id, caller.livemode]);
  if (!partner) throw new Refusal('not_found');
  const { livemode, wallet_id: wallet, currency, world } = partner;
  const rows = await inTime(db.query<DayRow>(selectDays, [world, wallet, starts]));
  const total = rows.map(movedOf).reduce(sum, nothing);
  const opening = openingOf(rows[0], total);
  let present = opening;
  const days = rows
    .filter(({ day }) => day > 0)
    .map((row): PartnerReport['days'][number] => {
      const moved = movedOf(row);
      const before = present;
      present = raise(before, moved);
      return { date: dates[row.day - 1]!, currency, ...between(before, moved, present) };
    });
  const totals = [{ currency, ...between(opening, total, present) }];
  const period = { from, to, time_zone: timeZone };
  return { object: 'split_partner_report', livemode, split_partner: id, wallet, ...period, days, totals };
}

/** The debt and the reserve now, less all that changed since the report began. */
function openingOf(row: DayRow | undefined, total: Moved): Levels {
  const changed = raise({ debt: 0n, reserve: 0n }, total);
  return {
    debt: BigInt(row?.debt ?? 0) - BigInt(row?.debt_later ?? 0) - changed.debt,
    reserve: BigInt(row?.reserve ?? 0) - BigInt(row?.reserve_later ?? 0) - changed.reserve,
  };
}

const serialise = serialiser<PartnerReport>(PartnerReport);

/** The shares of one partner, by day. */
export async function readPartnerReport(db: Database, caller: Caller, query: Query): Promise<string> {
  return serialise(await readReport(db, caller, query));
}

/** The days as CSV. No cell contains outside text, so none can be a formula. */
export async function exportPartnerReport(db: Database, caller: Caller, query: Query): Promise<Readable> {
  const { days } = await readReport(db, caller, query);
  const lines = days.map((day) => `${partnerReportColumns.map((name) => day[name as keyof typeof day]).join(',')}\r\n`);
  return Readable.from([`${partnerReportColumns.join(',')}\r\n`, ...lines]);
}
