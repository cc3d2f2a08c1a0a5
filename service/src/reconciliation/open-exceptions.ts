import { type CaseKind, exceptionKinds } from '../../../contract/src/cases.ts';
import { openCases } from '../cases/open-cases.ts';
import { closeLocked } from '../cases/store.ts';
import type { PostingKind } from '../core/ledger.ts';
import type { Database, Statement } from '../db/database.ts';
import { arraysOf, text } from '../db/table.ts';
import { transaction } from '../db/transaction.ts';
import type { ReconciledRail } from './store.ts';

/** The largest exceptions of a run become cases. The others stay in the list of exceptions until the next run. */
const MOST = 1_000;

type Exception = {
  side: 'there' | 'here';
  item: string;
  result: CaseKind;
  amount: bigint;
  day: string;
  record: string | null;
  /** The kind of the entry; null for a line. */
  posting: PostingKind | null;
  operation: string | null;
  reference: string | null;
  phone: string | null;
  world: number | null;
};

const selectNew: Statement = {
  name: 'reconciliation_new_exceptions',
  text: `
    SELECT i.side, i.item, CASE i.result WHEN 'ambiguous' THEN 'ambiguous_match' WHEN 'reversed' THEN 'reversed_there'
             ELSE i.result END AS result,
           i.amount, i.day::text AS day, coalesce(e.source, l.record) AS record,
           e.kind AS posting, l.operation, l.reference,
           l.phone, coalesce(p.world, r.world, t.world) AS world
    FROM (
      SELECT side, item, result, amount, day, rail FROM open_items
      WHERE rail = $1 AND result <> 'waiting' AND case_id IS NULL AND amount <> 0
      ORDER BY abs(amount) DESC, item LIMIT ${MOST}) i
      LEFT JOIN statement_lines l ON i.side = 'there' AND l.id = i.item
      LEFT JOIN rail_entries e ON e.rail = i.rail AND e.position = CASE i.side WHEN 'here' THEN i.item END::bigint
      LEFT JOIN payments p ON p.id = coalesce(e.source, l.record) AND p.rail NOT IN ('sandbox', 'wallet')
      LEFT JOIN refunds r ON r.id = coalesce(e.source, l.record) AND r.rail NOT IN ('sandbox', 'wallet')
      LEFT JOIN payout_items t ON t.id = coalesce(e.source, l.record) AND t.rail NOT IN ('sandbox', 'wallet')
    ORDER BY abs(i.amount) DESC, i.item`,
};

const opened = arraysOf({ side: text, item: text, id: text });
const setCases: Statement = {
  name: 'reconciliation_set_cases',
  text: `
    UPDATE open_items o SET case_id = n.id FROM (SELECT ${opened.unnest}) AS n
    WHERE o.rail = $${opened.next} AND o.side = n.side AND o.item = n.item`,
};

const selectGone: Statement = {
  name: 'reconciliation_gone_exceptions',
  text: `
    SELECT c.id FROM cases c
    WHERE c.status = 'open' AND c.rail = $1 AND c.kind = ANY ($2::text[])
      AND NOT EXISTS (SELECT FROM open_items o WHERE o.case_id = c.id)
      AND NOT EXISTS ( -- Its money is in suspense.
        SELECT FROM approvals a WHERE a.kind = 'reconciliation' AND a.livemode = c.livemode AND a.reference = c.id
          AND a.status = 'approved')
    ORDER BY c.id LIMIT 1000 FOR UPDATE SKIP LOCKED`,
};

/** Postings that a record has beside its own. */
const besides: ReadonlySet<PostingKind> = new Set(['provider_fee', 'reversal', 'return']);

/**
 * The case of an exception. A record has one open case of a kind: a line has its own id as the record, and a charge
 * or a reversal its position, so that each item has a case.
 */
function draftOf(rail: ReconciledRail, one: Exception) {
  const { side, item, amount, day, record, posting, operation, reference, phone, world } = one;
  const { livemode, currency } = rail;
  const isOfRecord = side === 'here' && posting !== null && !besides.has(posting);
  return {
    ...{ kind: one.result, rail: rail.rail, world, livemode, currency },
    record: isOfRecord ? record : item,
    amount: amount < 0n ? -amount : amount,
    facts: { side, item, amount: amount.toString(), day, record, operation, reference, phone },
  };
}

/**
 * Opens a case for each exception, and closes the cases whose items were matched since.
 * @returns the number of opened cases
 */
export async function openExceptions(db: Database, rail: ReconciledRail): Promise<number> {
  const count = await transaction(db, async (tx) => {
    const found = await tx.query<Exception>(selectNew, [rail.rail]);
    const cases = await openCases(
      tx,
      found.map((one) => draftOf(rail, one)),
    );
    const idOf = new Map(cases.map(({ id, kind, record }) => [`${kind} ${record}`, id]));
    const rows = found.flatMap((one) => {
      const { kind, record } = draftOf(rail, one);
      const id = idOf.get(`${kind} ${record}`);
      return id ? [{ side: one.side, item: one.item, id }] : [];
    });
    if (rows.length > 0) await tx.query(setCases, [...opened.of(rows), rail.rail]);
    return rows.length;
  });
  await transaction(db, async (tx) => {
    const resolution = 'The line and the entry were matched since, or the finding changed.';
    for (const { id } of await tx.query<{ id: string }>(selectGone, [rail.rail, exceptionKinds]))
      await closeLocked(tx, id, { resolution, by: 'service' });
  });
  return count;
}
