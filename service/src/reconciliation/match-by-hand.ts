import type { matchCase } from '../../../contract/src/reconciliation.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import { type CaseRow, closeLocked, lockCase, selectCase } from '../cases/store.ts';
import { renderDetail } from '../cases/view.ts';
import type { Statement } from '../db/database.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { isUnmatched, itemOfCase } from './items-of-case.ts';
import { holdRail } from './store.ts';

const lockStatement: Statement = {
  name: 'reconciliation_lock_chosen',
  text: `
    SELECT side, item, amount, case_id FROM open_items o
    WHERE rail = $1 AND result NOT IN ('amount_differs', 'fee_differs')
      AND (side = 'there' AND item = ANY ($2::text[]) OR side = 'here' AND item = ANY ($3::text[]))
      AND ${isUnmatched('o')}
    ORDER BY side, item FOR UPDATE`,
};
type Chosen = { side: 'there' | 'here'; item: string; amount: bigint; case_id: string | null };

const matchStatement: Statement = {
  name: 'reconciliation_match_chosen',
  text: `
    WITH l AS (
      UPDATE statement_lines SET match = $4, led_by = nullif($4, id), result = 'matched', rule = 'hand'
      WHERE id = ANY ($2::text[])),
    e AS (
      UPDATE rail_entries SET match = $4, led_by = $4, result = 'matched', rule = 'hand'
      WHERE rail = $1 AND position = ANY ($3::bigint[]))
    DELETE FROM open_items
    WHERE rail = $1
      AND (side = 'there' AND item = ANY ($2::text[]) OR side = 'here' AND item = ANY ($3::text[]))`,
};

/** Matches lines and entries that an operator chose. The item of the case is one of them. */
export function matchCases(tx: Tx, commands: Command<InputOf<typeof matchCase>>[]): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id, lines, entries, reason } = command.input;
    const row = await lockCase(tx, id);
    if (!row) throw new Refusal('not_found');
    if (row.rail) holdRail(tx, row.rail);
    const own = await itemOfCase(tx, row);
    const chosen = {
      there: [...new Set(own.side === 'there' ? [own.item, ...lines] : lines)],
      here: [...new Set(own.side === 'here' ? [own.item, ...entries] : entries)],
    };
    const found = await tx.query<Chosen>(lockStatement, [row.rail, chosen.there, chosen.here]);
    const sum = found.reduce((total, { side, amount }) => total + (side === 'there' ? amount : -amount), 0n);
    if (found.length < chosen.there.length + chosen.here.length)
      throw new Refusal('match_unequal', 'A line or an entry is not open.');
    if (chosen.there.length === 0 || chosen.here.length === 0 || sum !== 0n) {
      throw new Refusal('match_unequal', `The lines are ${sum} ${row.currency} more than the entries.`);
    }
    await tx.query(matchStatement, [row.rail, chosen.there, chosen.here, chosen.there[0]]);
    const cases = [...new Set(found.flatMap(({ case_id }) => case_id ?? []))].sort();
    for (const one of cases) {
      await closeLocked(tx, one, { resolution: `Matched by hand: ${reason}`, by: command.caller.id });
    }
    const after = { lines: chosen.there, entries: chosen.here };
    await recordActs(tx, [{ ...actorOf(command), action: 'case.matched', target: id, after, reason }]);
    return renderDetail(tx, (await tx.query<CaseRow>(selectCase, [id]))[0]!);
  });
}
