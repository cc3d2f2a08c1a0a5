import type { SettlementReport } from '../../../contract/src/reports.ts';
import type { SumRow } from './store.ts';

type Sums = Omit<SettlementReport['totals'][number], 'currency'>;
type Moved = Omit<Sums, 'opening' | 'closing'>;

const nothing: Moved = {
  paid_in: 0n,
  refunded: 0n,
  reversed: 0n,
  paid_out: 0n,
  returned: 0n,
  fees: 0n,
  taxes: 0n,
  other: 0n,
};

/** The column of each kind of posting. `in`: credits less debits; `out`: debits less credits. */
const columnOf: Readonly<Record<string, readonly [column: keyof Moved, direction: 'in' | 'out']>> = {
  payment: ['paid_in', 'in'],
  refund: ['refunded', 'out'],
  reversal: ['reversed', 'out'],
  payout: ['paid_out', 'out'],
  return: ['returned', 'in'],
  fee: ['fees', 'out'],
  tax: ['taxes', 'out'],
  fee_return: ['fees', 'out'],
  tax_return: ['taxes', 'out'],
};

/**
 * The days and totals of a report from the sums of postings. Days without a balance and without a movement are left
 * out.
 */
export function sumByDay(dates: readonly string[], rows: readonly SumRow[]): Pick<SettlementReport, 'days' | 'totals'> {
  const days: SettlementReport['days'] = [];
  const totals: SettlementReport['totals'] = [];
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  for (const currency of [...byCurrency.keys()].sort()) {
    const ofDay = Map.groupBy(byCurrency.get(currency)!, ({ day }) => day);
    const start = (ofDay.get(0) ?? []).reduce((sum, { credit }) => sum + BigInt(credit), 0n);
    let opening = start;
    let total = nothing;
    for (const [i, date] of dates.entries()) {
      const moves = ofDay.get(i + 1) ?? [];
      const moved = moves.reduce(add, nothing);
      const closing = opening + netOf(moved);
      if (moves.length > 0 || opening !== 0n) days.push({ date, currency, opening, ...moved, closing });
      total = sum(total, moved);
      opening = closing;
    }
    totals.push({ currency, opening: start, ...total, closing: opening });
  }
  return { days, totals };
}

function add(moved: Moved, { kind, credit, debit }: SumRow): Moved {
  const [column, direction] = columnOf[kind] ?? ['other', 'in'];
  const net = BigInt(credit) - BigInt(debit);
  return { ...moved, [column]: moved[column] + (direction === 'in' ? net : -net) };
}

const netOf = ({ paid_in, refunded, reversed, paid_out, returned, fees, taxes, other }: Moved) =>
  paid_in - refunded - reversed - paid_out + returned - fees - taxes + other;

const sum = (a: Moved, b: Moved): Moved =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + b[name as keyof Moved]])) as Moved;
