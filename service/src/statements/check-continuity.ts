import { currencyRule } from '../config/config.ts';
import type { Queries, Statement } from '../db/database.ts';
import { amountText } from '../rails/amount-text.ts';
import type { FileProblem } from './read/statement-line.ts';
import type { ImportedRail } from './store.ts';

/** A statement of a file, with the rail that it goes to. */
export type StatementOfFile = {
  readonly rail: ImportedRail;
  readonly account: string | null;
  readonly number: string | null;
  readonly page: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly lines: number;
  readonly total: bigint;
};

/** Whether another imported statement goes over the first or the last day: what lies beyond it is compared there. */
const overlaps = (at: '$3' | '$4') => `EXISTS (
  SELECT FROM statements o JOIN statement_files g ON g.id = o.file
  WHERE o.rail = $1 AND o.account IS NOT DISTINCT FROM $2 AND o.from_on <= ${at}::date AND o.to_on >= ${at}::date
    AND ${at === '$3' ? 'o.from_on < $3::date' : 'o.to_on > $4::date'} AND g.status = 'imported')`;

/** The nearest imported statements before $3 and after $4 that have balances. */
const selectNeighbors: Statement = {
  name: 'statements_neighbors',
  text: `
    (SELECT 'before' AS side, s.to_on::text AS day, s.closing AS balance, f.name
     FROM statements s JOIN statement_files f ON f.id = s.file
     WHERE s.rail = $1 AND s.account IS NOT DISTINCT FROM $2 AND s.to_on < $3::date AND s.closing IS NOT NULL
       AND f.status = 'imported' AND NOT ${overlaps('$3')}
     ORDER BY s.to_on DESC, s.id DESC LIMIT 1)
    UNION ALL
    (SELECT 'after', s.from_on::text, s.opening, f.name
     FROM statements s JOIN statement_files f ON f.id = s.file
     WHERE s.rail = $1 AND s.account IS NOT DISTINCT FROM $2 AND s.from_on > $4::date AND s.opening IS NOT NULL
       AND f.status = 'imported' AND NOT ${overlaps('$4')}
     ORDER BY s.from_on, s.id LIMIT 1)`,
};
type Neighbor = { side: 'before' | 'after'; day: string; balance: bigint; name: string };

export type Gaps = { readonly problems: FileProblem[]; readonly warnings: string[] };

/**
 * Compares the balances of a file's statements with those of the imported statements before and after. A difference
 * between days that follow each other is a problem. Where days lie between, it is a warning: files may be imported in
 * any order, and the comparison is made again with the file of those days.
 */
export async function checkContinuity(db: Queries, statements: readonly StatementOfFile[]): Promise<Gaps> {
  const problems: FileProblem[] = [];
  const warnings: string[] = [];
  for (const one of ends(statements)) {
    if (one.from === null || one.to === null) continue;
    const neighbors = await db.query<Neighbor>(selectNeighbors, [one.rail.rail, one.account, one.from, one.to]);
    for (const neighbor of neighbors) {
      const gap = gapTo(one, neighbor);
      if (gap?.days === 0) problems.push({ line: null, field: 'balance', problem: gap.text });
      else if (gap) warnings.push(gap.text);
    }
  }
  return { problems, warnings };
}

type Ends = Pick<StatementOfFile, 'rail' | 'account' | 'from' | 'to' | 'opening' | 'closing'>;

/** The first opening and the last closing of each account in the file: the reader has tied what lies between. */
function ends(statements: readonly StatementOfFile[]): Ends[] {
  const found = new Map<string, Ends>();
  for (const one of statements) {
    if (one.from === null || one.to === null) continue;
    const key = `${one.rail.rail} ${one.account}`;
    const before = found.get(key);
    if (!before) found.set(key, one);
    else
      found.set(key, {
        ...before,
        ...(one.from < before.from! ? { from: one.from, opening: one.opening } : {}),
        ...(one.to >= before.to! ? { to: one.to, closing: one.closing } : {}),
      });
  }
  return [...found.values()];
}

function gapTo(one: Ends, { side, day, balance, name }: Neighbor): { days: number; text: string } | null {
  const own = side === 'before' ? one.opening : one.closing;
  if (own === null || own === balance) return null;
  const { currency } = one.rail;
  const shown = (minor: bigint) => `${amountText(minor, currencyRule(currency)?.exponent ?? 0)} ${currency}`;
  const [earlier, later] = side === 'before' ? [day, one.from!] : [one.to!, day];
  const days = Temporal.PlainDate.from(earlier).until(Temporal.PlainDate.from(later), { largestUnit: 'days' }).days - 1;
  const text =
    side === 'before'
      ? `the statement opens on ${one.from} with ${shown(own)}, but "${name}" closes on ${day} with ${shown(balance)}`
      : `the statement closes on ${one.to} with ${shown(own)}, but "${name}" opens on ${day} with ${shown(balance)}`;
  const size = side === 'before' ? own - balance : balance - own;
  const missing = days === 0 ? '' : `, and no statement has the ${days} days between`;
  return { days, text: `${text}. The gap is ${shown(size)}${missing}. Import the missing statement` };
}
