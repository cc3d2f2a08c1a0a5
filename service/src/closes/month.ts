import type { getClosedMonth } from '../../../contract/src/closes.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database, Statement } from '../db/database.ts';
import { toJson } from '../http/serialise.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findReconciledRail } from '../reconciliation/store.ts';
import type { MovementSum } from './read-figures.ts';
import { type CloseRow, selectClosesFrom } from './store.ts';
import { viewFigures } from './view.ts';

const selectMonth: Statement = {
  name: 'closes_month',
  text: `
    ${selectClosesFrom}
    WHERE c.rail = $1 AND c.day >= ($2 || '-01')::date AND c.day < ($2 || '-01')::date + interval '1 month'
    ORDER BY c.day`,
};
const selectEnds: Statement = {
  name: 'closes_month_ends',
  text: `
    SELECT (($2 || '-01')::date + interval '1 month' - interval '1 day')::date::text AS last,
           greatest(($2 || '-01')::date, min(day))::text AS first FROM closes WHERE rail = $1`,
};

/** A month of a rail from its closed and reviewed days. */
export async function readMonth(db: Database, { rail, month }: QueryOf<typeof getClosedMonth>): Promise<string> {
  if (!(await findReconciledRail(db, rail))) throw new Refusal('not_found', `The rail ${rail} is not reconciled.`);
  const days = await db.query<CloseRow>(selectMonth, [rail, month]);
  const [ends] = await db.query<{ first: string | null; last: string }>(selectEnds, [rail, month]);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first.day !== ends!.first || last.day !== ends!.last) {
    throw new Refusal('close_not_ready', `The month ends when ${ends!.last} is closed.`);
  }
  const open = days.find(({ status }) => status !== 'reviewed');
  if (open) throw new Refusal('close_not_ready', `The close of ${open.day} is not reviewed yet.`);
  const figures = {
    cut_at: last.cut_at,
    ...{ opening_there: first.opening_there, opening_here: first.opening_here },
    ...{ closing_there: last.closing_there, closing_here: last.closing_here },
    movements: sumMovements(days),
  };
  const { cut_at: _, ...shown } = viewFigures(figures, last.explained);
  return toJson({
    object: 'closed_month',
    ...{ livemode: last.livemode, rail, currency: last.currency, month, from: first.day, to: last.day },
    ...{ days: days.length, ...shown, closes: days.map(({ id }) => id) },
  });
}

/** Days close in order without a gap, so the movements of the month are the sums of its days'. */
function sumMovements(days: readonly CloseRow[]): MovementSum[] {
  const sums = new Map<string, MovementSum>();
  for (const movement of days.flatMap(({ movements }) => movements)) {
    const { side, kind, count, sum, fees } = movement;
    const known = sums.get(`${side} ${kind}`);
    const add = (a: string, b: string) => (BigInt(a) + BigInt(b)).toString();
    sums.set(
      `${side} ${kind}`,
      known
        ? { side, kind, count: known.count + count, sum: add(known.sum, sum), fees: add(known.fees, fees) }
        : movement,
    );
  }
  return [...sums.values()].sort((a, b) => (`${a.side} ${a.kind}` < `${b.side} ${b.kind}` ? -1 : 1));
}
