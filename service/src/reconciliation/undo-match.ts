import type { undoMatch } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import type { UnpostedFees } from './charges.ts';
import { postFees } from './post-fees.ts';
import { entriesOf, renderLine } from './read-lines.ts';
import { findReconciledRail, holdRail } from './store.ts';

const selectRail: Statement = {
  name: 'reconciliation_rail_of_line',
  text: 'SELECT rail FROM statement_lines WHERE id = $1',
};

const lockLine: Statement = {
  name: 'reconciliation_lock_line',
  text: `SELECT rail, match, result FROM statement_lines WHERE id = $1 FOR UPDATE`,
};
type LineRow = { rail: string; match: string | null; result: string | null };

/**
 * The lines and entries of a match lose it and become open items. They share an id, a receipt or a handle with the
 * line that leads, or name it.
 * `fees`: charges that were posted for a file ($3), and not in entries of their own. The next close counts rows of
 * closed days again, and takes these charges out of the sum of their file.
 */
const undoStatement: Statement = {
  name: 'reconciliation_undo',
  text: `
    WITH lead AS MATERIALIZED (SELECT id, record, operation, file FROM statement_lines WHERE id = $2),
    l AS MATERIALIZED (
      SELECT s.id, s.amount, s.fee, s.kind, s.accounted_on, s.reference,
             coalesce(s.at, s.booked_on + interval '12 hours') AS at, CASE s.kind WHEN 'fee' THEN lead.file
        ELSE s.file END AS file
      FROM lead, (SELECT * FROM statement_lines WHERE id = $2
                  UNION SELECT * FROM statement_lines WHERE led_by = $2) s),
    charged AS MATERIALIZED (
      SELECT file, sum(CASE kind WHEN 'fee' THEN -amount ELSE fee END) AS amount FROM l GROUP BY file),
    found AS MATERIALIZED (
      ${entriesOf('lead', '$1', '$2')}),
    e AS MATERIALIZED (
      SELECT position, amount, booked_on, kind FROM found
      UNION
      SELECT n.position, n.amount, n.booked_on, n.kind
      FROM found JOIN rail_entries n ON n.rail = $1 AND n.source = found.source AND n.match = $2),
    lines AS (
      UPDATE statement_lines s SET match = NULL, led_by = NULL, result = NULL, rule = NULL FROM l WHERE s.id = l.id),
    entries AS (
      UPDATE rail_entries n SET match = NULL, led_by = NULL, result = NULL, rule = NULL FROM e
      WHERE n.rail = $1 AND n.position = e.position),
    items AS (
      INSERT INTO open_items (rail, side, item, result, amount, day, gross, at, kind, reference)
      SELECT $1, 'there', id, 'waiting', amount - fee, accounted_on, amount, at, kind, reference FROM l
      UNION ALL
      SELECT $1, 'here', position::text, 'waiting', amount, booked_on, CASE WHEN kind <> 'provider_fee' THEN amount END,
             timestamptz 'epoch' + position * interval '1 microsecond', kind, NULL
      FROM e
      ON CONFLICT (rail, side, item) DO UPDATE SET result = 'waiting', amount = excluded.amount,
        gross = excluded.gross, at = excluded.at, kind = excluded.kind, reference = excluded.reference),
    r AS (SELECT closed_to FROM reconciled_rails WHERE rail = $1),
    reopened AS (
      INSERT INTO close_reopened (rail, side, item, charge, file)
      SELECT $1, 'there', l.id, CASE WHEN NOT $3 OR EXISTS (SELECT FROM e WHERE e.kind = 'provider_fee') THEN 0
                                     WHEN l.kind = 'fee' THEN -l.amount ELSE l.fee END, l.file
      FROM l, r WHERE l.accounted_on <= r.closed_to
      UNION ALL SELECT $1, 'here', e.position::text, 0, NULL FROM e, r WHERE e.booked_on <= r.closed_to)
    SELECT (SELECT count(*)::int FROM l) AS lines, (SELECT count(*)::int FROM e) AS entries,
           (SELECT json_object_agg(file, amount::text) FROM charged
            WHERE $3 AND amount > 0 AND NOT EXISTS (SELECT FROM e WHERE kind = 'provider_fee')) AS fees`,
};
type Undone = { lines: number; entries: number; fees: UnpostedFees };

/**
 * Undoes the match of a line. Charges that were posted from the statement for it are posted back, so that a new match
 * posts them again.
 */
export function undoMatches(tx: Tx, commands: Command<InputOf<typeof undoMatch>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, reason } = command.input;
    const [found] = await tx.query<{ rail: string }>(selectRail, [id]);
    if (!found) throw new Refusal('not_found');
    holdRail(tx, found.rail);
    const [line] = await tx.query<LineRow>(lockLine, [id]);
    const { rail, match, result } = line!;
    if (match === null || result === 'resolved' || !match.startsWith('stl_')) throw new Refusal('match_not_undoable');
    const settings = await findReconciledRail(tx, rail);
    const [undone] = await tx.query<Undone>(undoStatement, [rail, match, settings?.posts_fees ?? false]);
    // Charges with an entry of their own stay posted; the others were posted from the file.
    for (const [file, amount] of Object.entries(undone!.fees ?? {}))
      await postFees(tx, settings!, file, -BigInt(amount));
    const after = { match, lines: undone!.lines, entries: undone!.entries };
    await recordActs(tx, [{ ...actorOf(command), action: 'statement_line.unmatched', target: id, after, reason }]);
    return renderLine(tx, id);
  });
}
