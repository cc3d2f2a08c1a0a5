import type { listStatementLines, StatementLine } from '../../../contract/src/reconciliation.ts';
import type { QueryOf } from '../../../contract/src/route.ts';
import type { Database, Queries, Statement } from '../db/database.ts';
import { readPage, renderList } from '../http/list.ts';
import { toJson } from '../http/serialise.ts';

type LineRow = {
  id: string;
  livemode: boolean;
  created_at: Date;
  rail: string;
  file: string;
  line: number;
  operation: string | null;
  record: string | null;
  reference: string | null;
  kind: StatementLine['kind'];
  amount: bigint;
  fee: bigint;
  booked_on: string;
  accounted_on: string;
  phone: string | null;
  state: StatementLine['state'];
  result: StatementLine['result'];
  match: string | null;
  entries: StatementLine['entries'];
};

/** The entries of a match: they carry an id of its line, or a rule or a person matched them. */
export const entriesOf = (line: string, rail: string, match: string) => {
  const where = (condition: string) => `
      SELECT e.* FROM rail_entries e${line === 'lead' ? ', lead' : ''}
      WHERE e.rail = ${rail} AND e.match = ${match} AND ${condition}`;
  const ids = ['source = record', 'receipt = operation', 'handle = operation'].map((pair) => {
    const [entry, own] = pair.split(' = ');
    return where(`e.${entry} = ${line}.${own}`);
  });
  return [...ids, where(`e.led_by = ${match}`)].join(' UNION ');
};

const select = `
  SELECT l.id, f.livemode, l.created_at, l.rail, l.file, l.line, l.operation, l.record, l.reference, l.kind, l.amount,
         l.fee, l.booked_on::text AS booked_on, l.accounted_on::text AS accounted_on, l.phone, l.state, l.result,
         l.match, coalesce((
           SELECT json_agg(json_build_object('position', e.position::text, 'source', e.source, 'kind', e.kind,
                                             'amount', e.amount, 'booked_on', e.booked_on) ORDER BY e.position)
           FROM (${entriesOf('l', 'l.rail', 'l.match')} LIMIT 20) e), '[]') AS entries
  FROM statement_lines l JOIN statement_files f ON f.id = l.file`;

const selectLine: Statement = { name: 'statement_lines_find', text: `${select} WHERE l.id = $1` };

const viewLine = ({ created_at, ...row }: LineRow): StatementLine => ({
  ...row,
  object: 'statement_line',
  created_at: created_at.toISOString(),
});

export const renderLine = async (db: Queries, id: string): Promise<string> =>
  toJson(viewLine((await db.query<LineRow>(selectLine, [id]))[0]!));

const ofRail = (rail: string | undefined) => ['l.rail = ?', rail] as const;
const onDay = (day: string | undefined) => ['l.accounted_on = ?::date', day] as const;

export async function listLines(db: Database, query: QueryOf<typeof listStatementLines>, url: string): Promise<string> {
  const { rail, file, day } = query;
  const page = await readPage<LineRow>(
    db,
    {
      name: 'statement_lines_list',
      select,
      prefix: 'stl',
      id: 'l.id',
      createdAt: 'l.created_at',
      // The lines of a file, and of a rail's day, have an index in the order of the list.
      walk: {
        table: 'statement_lines l',
        by: file === undefined && day !== undefined ? [ofRail(rail), onDay(day)] : [['l.file = ?', file]],
      },
      where: [ofRail(rail), onDay(day)],
    },
    query,
  );
  return renderList(
    url,
    page.rows.map((row) => toJson(viewLine(row))),
    page.hasMore,
  );
}
