import type { undoMatch } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { postFees } from './post-fees.ts';
import { entriesOf, renderLine } from './read-lines.ts';
import { findReconciledRail, holdRail } from './store.ts';

const selectRail: Statement = {
  name: 'reconciliation_rail_of_line',
  text: 'SELECT rail FROM statement_lines WHERE id = $1',
};

const lockLine: Statement = {
  name: 'reconciliation_lock_line',
  text: `SELECT rail, match, result, operation, record, file FROM statement_lines WHERE id = $1 FOR UPDATE`,
};
type LineRow = {
  rail: string;
  match: string | null;
  result: string | null;
  operation: string | null;
  record: string | null;
  file: string;
};

/**
 * The lines and entries of a match lose it and become open items. They share an id, a receipt or a handle with the
 * line that leads, or name it.
 * `there`: charges of the lines; `here`: charges with entries of their own.
 */
const undoStatement: Statement = {
  name: 'reconciliation_undo',
  text: `
    WITH lead AS MATERIALIZED (SELECT id, record, operation FROM statement_lines WHERE id = $2),
    l AS MATERIALIZED (
      SELECT id, amount, fee, kind, accounted_on FROM statement_lines WHERE id = $2
      UNION SELECT id, amount, fee, kind, accounted_on FROM statement_lines WHERE led_by = $2),
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
      INSERT INTO open_items (rail, side, item, result, amount, day)
      SELECT $1, 'there', id, 'waiting', amount - fee, accounted_on FROM l
      UNION ALL SELECT $1, 'here', position::text, 'waiting', amount, booked_on FROM e
      ON CONFLICT (rail, side, item) DO UPDATE SET result = 'waiting', amount = excluded.amount)
    SELECT (SELECT count(*)::int FROM l) AS lines, (SELECT count(*)::int FROM e) AS entries,
           (SELECT coalesce(sum(CASE kind WHEN 'fee' THEN -amount ELSE fee END), 0)::bigint FROM l) AS there,
           (SELECT coalesce(sum(-amount), 0)::bigint FROM e WHERE kind = 'provider_fee') AS here`,
};
type Undone = { lines: number; entries: number; there: bigint; here: bigint };

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
    const { rail, match, result, file } = line!;
    if (match === null || result === 'resolved' || !match.startsWith('stl_')) throw new Refusal('match_not_undoable');
    const [undone] = await tx.query<Undone>(undoStatement, [rail, match]);
    const settings = await findReconciledRail(tx, rail);
    // Charges with an entry of their own stay posted; the others were posted from the file.
    const fromFile = undone!.here === 0n ? undone!.there : 0n;
    if (fromFile > 0n && settings?.posts_fees) await postFees(tx, settings, file, -fromFile);
    const after = { match, lines: undone!.lines, entries: undone!.entries };
    await recordActs(tx, [{ ...actorOf(command), action: 'statement_line.unmatched', target: id, after, reason }]);
    return renderLine(tx, id);
  });
}
