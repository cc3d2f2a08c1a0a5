import type { Queries, Statement } from '../db/database.ts';

/** The days that a close counts, and the state that it starts from. */
export type Span = {
  readonly rail: string;
  /** The last day before, YYYY-MM-DD; `-infinity` for the first close. */
  readonly after: string;
  /** The closed day. */
  readonly day: string;
  /** The close of the day before; null for the first one. */
  readonly previous: string | null;
  /** Opening entries up to this position are in the opening balance of the first close. */
  readonly openedTo: bigint;
  /** The first day of the rail's statements. Earlier entries are in the opening balance. */
  readonly first: string;
};

/** A part of the difference. Amounts are minor units as text, signed: the provider's side less ours. */
export type CloseItem = {
  kind: string;
  /** The leading line of the match, an entry, a case or a file. */
  match: string;
  amount: string;
  day: string;
  record: string | null;
  lines: string[];
  entries: string[];
};
export type Explanation = {
  explained: { kind: string; count: number; amount: string }[];
  /** The largest ones. */
  items: CloseItem[];
};

/** The items that an answer shows. The CSV file of a close has all of them. */
const SHOWN = 200;

/** The lines that count: those of the days, of the items before, and of matches that were undone since. */
const lines = `
    carried AS MATERIALIZED (
      SELECT lines, entries, charged, kind, match, amount, day FROM close_items WHERE close = $4),
    carried_lines AS MATERIALIZED (
      SELECT l.id, c.charged FROM carried c JOIN statement_lines l ON l.id = ANY (c.lines)),
    reopened AS MATERIALIZED (
      SELECT DISTINCT ON (side, item) side, item, charge, file FROM close_reopened WHERE rail = $1
      ORDER BY side, item, number),
    line_ids AS (
      SELECT id, bool_and(charged) AS charged FROM (
        SELECT id, charged FROM carried_lines UNION ALL SELECT item, false FROM reopened WHERE side = 'there') i
      GROUP BY id),
    l AS MATERIALIZED (
      SELECT l.id, l.match, l.amount, l.fee, l.kind, l.accounted_on, l.file, false AS charged
      FROM statement_lines l JOIN statement_files f ON f.id = l.file
      WHERE l.rail = $1 AND l.accounted_on > $2::date AND l.accounted_on <= $3::date AND l.state = 'booked'
        AND f.status = 'imported'
      UNION ALL
      SELECT l.id, l.match, l.amount, l.fee, l.kind, l.accounted_on, l.file, i.charged
      FROM line_ids i JOIN statement_lines l USING (id)
      WHERE l.accounted_on <= $2::date)`;

/**
 * The entries that count, with the key of their match. The entry that resolves a case about a matched line belongs to
 * that line's match.
 */
const entries = `
    e AS MATERIALIZED (
      SELECT e.position, e.amount, e.booked_on, e.match, e.rule FROM rail_entries e
      WHERE e.rail = $1 AND e.booked_on > $2::date AND e.booked_on <= $3::date
        AND ($4::text IS NOT NULL OR e.booked_on >= $6::date)
        AND NOT (coalesce(e.rule, '') = 'opening' AND e.position <= $5)
      UNION ALL
      SELECT e.position, e.amount, e.booked_on, e.match, e.rule
      FROM (SELECT x.position FROM carried c JOIN rail_entries x ON x.rail = $1 AND x.position = ANY (c.entries)
            UNION SELECT item::bigint FROM reopened WHERE side = 'here') i
        JOIN rail_entries e ON e.rail = $1 AND e.position = i.position
      WHERE e.booked_on <= $2::date),
    resolved AS MATERIALIZED (
      SELECT c.id, coalesce(l.match, c.id) AS key
      FROM cases c LEFT JOIN statement_lines l ON c.facts ->> 'side' = 'there' AND l.id = c.facts ->> 'item'
      WHERE c.rail = $1 AND c.id IN (SELECT match FROM e WHERE rule = 'case'
        UNION SELECT match FROM rail_entries WHERE rail = $1 AND booked_on > $3::date AND rule = 'case')),
    members AS MATERIALIZED (
      SELECT coalesce(match, id) AS key, id AS line, NULL::bigint AS position, match IS NOT NULL AS matched, charged,
             accounted_on AS day, CASE kind WHEN 'fee' THEN 0 ELSE amount END AS moved,
             CASE WHEN charged THEN 0 WHEN kind = 'fee' THEN amount - fee ELSE -fee END AS charge
      FROM l
      UNION ALL
      SELECT coalesce(r.key, e.match, e.position::text), NULL, e.position, e.match IS NOT NULL, NULL, e.booked_on,
             -e.amount, 0
      FROM e LEFT JOIN resolved r ON r.id = e.match
      WHERE e.match IS NULL OR e.match NOT LIKE 'stf\\_%')`;

/** Sums by match; what the other days have of it; and the difference of the pair that is an open item. */
const sums = `
    groups AS MATERIALIZED (
      SELECT key, bool_or(matched) AS matched, sum(moved) AS moved, sum(charge) AS charge, min(day) AS day,
             bool_or(position IS NULL) AS has_line, coalesce(bool_or(charged), false) AS was_charged
      FROM members GROUP BY key HAVING sum(moved) <> 0 OR sum(charge) <> 0),
    later AS MATERIALIZED (
      SELECT key, sum(amount) AS amount, coalesce(sum(amount) FILTER (WHERE by_case), 0) AS by_case,
             sum(charge) AS charge
      FROM (
        SELECT l.match AS key, CASE l.kind WHEN 'fee' THEN 0 ELSE l.amount END AS amount, false AS by_case,
               CASE l.kind WHEN 'fee' THEN l.amount - l.fee ELSE -l.fee END AS charge
        FROM statement_lines l JOIN statement_files f ON f.id = l.file
        WHERE l.rail = $1 AND l.accounted_on > $3::date AND l.match IS NOT NULL AND l.state = 'booked'
          AND f.status = 'imported'
        UNION ALL
        SELECT coalesce(r.key, e.match), -e.amount, e.rule = 'case', 0
        FROM rail_entries e LEFT JOIN resolved r ON r.id = e.match
        WHERE e.rail = $1 AND e.booked_on > $3::date AND e.match IS NOT NULL) a
      GROUP BY key),
    differing AS MATERIALIZED (
      SELECT coalesce(l.match, l.id) AS key, sum(o.amount) AS amount, min(o.result) AS result
      FROM open_items o JOIN statement_lines l ON l.id = o.item
      WHERE o.rail = $1 AND o.side = 'there' AND o.result IN ('amount_differs', 'fee_differs') GROUP BY 1),
    judged AS MATERIALIZED (
      SELECT g.*, coalesce(x.amount, 0) AS later, coalesce(x.by_case, 0) AS by_case,
             coalesce(x.charge, 0) AS later_charge, coalesce(o.amount, 0) AS open, o.result,
             -- The service posted the charges of the match in one sum for the file.
             g.matched AND g.charge + coalesce(x.charge, 0) <> 0
               AND g.moved + coalesce(x.amount, 0) = coalesce(o.amount, 0) AS charged
      FROM groups g LEFT JOIN later x USING (key)
        LEFT JOIN differing o USING (key)),
    charges AS MATERIALIZED (
      SELECT match, sum(amount) AS amount, min(day) AS day FROM (
        SELECT match, amount, day FROM carried WHERE kind = 'charges'
        UNION ALL
        SELECT file, charge, $3::date FROM reopened r
        WHERE charge <> 0 AND NOT EXISTS (SELECT FROM carried_lines c WHERE c.id = r.item AND NOT c.charged)
        UNION ALL SELECT match, -amount, booked_on FROM e WHERE match LIKE 'stf\\_%'
        UNION ALL
        SELECT CASE l.kind WHEN 'fee' THEN lead.file ELSE l.file END, m.charge, m.day
        FROM judged j JOIN members m USING (key) JOIN l ON l.id = m.line JOIN statement_lines lead ON lead.id = j.key
        WHERE j.charged AND m.charge <> 0) a
      GROUP BY match HAVING sum(amount) <> 0)`;

/**
 * The items of a match. A match is explained by its open difference, by what is booked on later days, and by the later
 * resolution of its case. A rest stays without an item, and the close is refused. Charges of a file are booked later,
 * while a line or an entry of the file follows.
 */
const items = `
    parts AS MATERIALIZED (
      SELECT j.key AS match, j.day, j.charged OR j.was_charged AS charged, p.kind, p.amount
      FROM judged j CROSS JOIN LATERAL (VALUES
        (CASE WHEN j.has_line THEN 'missing_here' ELSE 'missing_there' END,
         CASE WHEN j.matched THEN 0 ELSE j.moved + j.charge END),
        ('opening', CASE WHEN j.key LIKE 'apr\\_%' THEN j.moved ELSE 0 END),
        (j.result, CASE WHEN j.matched THEN j.open ELSE 0 END),
        ('timing', CASE WHEN j.matched THEN j.by_case - j.later - CASE WHEN j.charged THEN 0 ELSE j.later_charge END
                        ELSE 0 END),
        ('resolved_later', CASE WHEN j.matched THEN -j.by_case ELSE 0 END)) p (kind, amount)
      WHERE p.amount <> 0),
    found AS MATERIALIZED (
      SELECT CASE WHEN p.kind IN ('missing_here', 'missing_there') THEN coalesce(nullif(o.result, 'waiting'), p.kind)
                  ELSE p.kind END AS kind,
             p.match, p.amount, p.day, p.charged,
             row_number() OVER (PARTITION BY p.match ORDER BY p.kind) = 1 AS leads
      FROM parts p LEFT JOIN open_items o ON o.rail = $1 AND o.item = p.match
        AND o.side = CASE p.kind WHEN 'missing_here' THEN 'there' ELSE 'here' END
      UNION ALL
      SELECT 'charges', c.match, c.amount, c.day, true, false FROM charges c
      WHERE c.amount + coalesce((SELECT sum(-e.amount) FROM rail_entries e
              WHERE e.rail = $1 AND e.source = c.match AND e.booked_on > $3::date), 0) = 0
         OR EXISTS (SELECT FROM statement_lines l WHERE l.file = c.match AND l.accounted_on > $3::date)),
    members_of AS MATERIALIZED (
      SELECT key, coalesce(array_agg(line) FILTER (WHERE line IS NOT NULL), '{}') AS lines,
             coalesce(array_agg(position) FILTER (WHERE position IS NOT NULL), '{}') AS entries
      FROM members WHERE key IN (SELECT match FROM found WHERE leads) GROUP BY key),
    listed AS MATERIALIZED (
      SELECT f.kind, f.match, f.amount::bigint AS amount, f.charged, f.day, coalesce(m.lines, '{}') AS lines,
             coalesce(m.entries, '{}') AS entries,
             coalesce((SELECT coalesce(l.record, l.operation, l.reference) FROM statement_lines l WHERE l.id = f.match),
               (SELECT e.source FROM rail_entries e WHERE e.rail = $1 AND e.position = m.entries[1])) AS record
      FROM found f LEFT JOIN members_of m ON f.leads AND m.key = f.match)`;

/** The sums by kind, and the largest items. */
const explain = (from: string) => `
    SELECT coalesce((SELECT json_agg(k ORDER BY kind) FROM (
             SELECT kind, count(*)::int AS count, sum(amount)::text AS amount FROM ${from} GROUP BY kind) k), '[]')
             AS explained,
           coalesce((SELECT json_agg(i ORDER BY abs(i.amount::bigint) DESC, match, kind) FROM (
             SELECT kind, match, amount::text AS amount, day::text AS day, record, lines, entries::text[] AS entries
             FROM ${from} ORDER BY abs(amount) DESC, match, kind LIMIT ${SHOWN}) i), '[]') AS items`;

const lookStatement: Statement = {
  name: 'closes_find_items',
  text: `WITH ${lines}, ${entries}, ${sums}, ${items} ${explain('listed')}`,
};

const keepStatement: Statement = {
  name: 'closes_keep_items',
  text: `
    WITH ${lines}, ${entries}, ${sums}, ${items},
    kept AS (
      INSERT INTO close_items (close, number, kind, match, amount, lines, entries, charged, day, record)
      SELECT $7, row_number() OVER (ORDER BY abs(amount) DESC, match, kind), kind, match, amount, lines, entries,
             charged, day, record
      FROM listed RETURNING kind, match, amount, day, record, lines, entries),
    counted AS (DELETE FROM close_reopened WHERE rail = $1)
    ${explain('kept')}`,
};

const valuesOf = ({ rail, after, day, previous, openedTo, first }: Span) => [
  ...[rail, after, day, previous, openedTo, first],
];

/**
 * The items that explain the difference at the end of a day. Rows of earlier closed days without a difference are left
 * out: the sums of their matches are zero.
 */
export const findItems = async (db: Queries, span: Span): Promise<Explanation> =>
  (await db.query<Explanation>(lookStatement, valuesOf(span)))[0]!;

/** Writes the items of a close. The next close starts from them. */
export const keepItems = async (db: Queries, span: Span, close: string): Promise<Explanation> =>
  (await db.query<Explanation>(keepStatement, [...valuesOf(span), close]))[0]!;
