import type { Queries, Statement } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { findReconciledRail } from '../reconciliation/store.ts';
import type { MovementSum } from './read-figures.ts';
import { type CloseRow, selectClosesFrom } from './store.ts';

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

export type ClosedMonth = Pick<
  CloseRow,
  'rail' | 'livemode' | 'currency' | 'opening_there' | 'closing_there' | 'opening_here' | 'closing_here'
> &
  Pick<CloseRow, 'movements' | 'explained'> & {
    /** YYYY-MM */
    readonly month: string;
    readonly days: readonly CloseRow[];
  };

/**
 * A month of a rail from its closed and reviewed days.
 * @throws Refusal while a day is open or not reviewed
 */
export async function findMonth(db: Queries, rail: string, month: string): Promise<ClosedMonth> {
  if (!(await findReconciledRail(db, rail))) throw new Refusal('not_found', `The rail ${rail} is not reconciled.`);
  const days = await db.query<CloseRow>(selectMonth, [rail, month]);
  const [ends] = await db.query<{ first: string | null; last: string }>(selectEnds, [rail, month]);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first.day !== ends!.first || last.day !== ends!.last) {
    throw new Refusal('close_not_ready', `The month ends when ${ends!.last} is closed.`);
  }
  const open = days.find(({ status }) => status !== 'reviewed');
  if (open) throw new Refusal('close_not_ready', `The close of ${open.day} is not reviewed yet.`);
  return {
    ...{ rail, month, livemode: last.livemode, currency: last.currency, days },
    ...{ opening_there: first.opening_there, opening_here: first.opening_here },
    ...{ closing_there: last.closing_there, closing_here: last.closing_here },
    movements: sumMovements(days),
    explained: last.explained,
  };
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
