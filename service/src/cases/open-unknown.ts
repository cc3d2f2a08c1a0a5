import type { Database, Statement } from '../db/database.ts';
import { type CaseDraft, type OpenedCase, openCases } from './open-cases.ts';

type UnknownRow = {
  rail: string;
  record: string;
  world: number;
  livemode: boolean;
  amount: bigint;
  currency: string;
  sent_at: Date;
  status: string;
  payout: string | null;
};

/** At most this many new cases of a kind of record at a time. */
const MOST = 500;

const hasNoCase = (id: string) => `
  NOT EXISTS (SELECT FROM cases c WHERE c.record = ${id} AND c.kind = 'unknown_too_long' AND c.status = 'open')`;
const isOverdue = (row: string) => `
  ${row}.due_at IS NOT NULL AND ${row}.rail NOT IN ('sandbox', 'wallet')
  AND ${row}.sent_at < now() - make_interval(secs => $1) AND ${hasNoCase(`${row}.id`)}`;

/**
 * Records that a provider has had for longer than $1 seconds without an outcome. Records in work have their own
 * indexes, so the cost depends only on their number. Those with an open case are left out.
 */
const selectUnknown: Statement = {
  name: 'cases_select_unknown',
  text: `
    SELECT u.rail, u.id AS record, u.world, w.livemode, u.amount, u.currency, u.sent_at, u.status, u.payout
    FROM (
      (SELECT rail, id, world, amount, currency, sent_at, status, NULL AS payout FROM payments p
       WHERE ${isOverdue('p')}
       LIMIT ${MOST})
      UNION ALL
      (SELECT rail, id, world, amount, currency, sent_at, status, NULL FROM refunds r
       WHERE ${isOverdue('r')}
       LIMIT ${MOST})
      UNION ALL
      (SELECT i.rail, i.id, i.world, i.amount, p.currency, i.sent_at, i.status, i.payout_id
       FROM payout_items i JOIN payouts p ON p.world = i.world AND p.id = i.payout_id
       WHERE ${isOverdue('i')}
       LIMIT ${MOST})) u
    JOIN worlds w ON w.id = u.world`,
};

/** Closes the cases whose record has its outcome now. */
const closeKnown: Statement = {
  name: 'cases_close_known',
  text: `
    UPDATE cases c SET status = 'closed', resolution = 'The record is ' || known.status || ' now.',
      closed_by = 'service', closed_at = now(), updated_at = now(), version = c.version + 1
    FROM (
      SELECT o.id, coalesce(p.status, r.status, i.status) AS status
      FROM cases o
      LEFT JOIN payments p ON p.world = o.world AND p.id = o.record
      LEFT JOIN refunds r ON r.world = o.world AND r.id = o.record
      LEFT JOIN payout_items i ON i.world = o.world AND i.payout_id = o.facts ->> 'payout' AND i.id = o.record
      WHERE o.status = 'open' AND o.kind = 'unknown_too_long') known
    WHERE c.id = known.id AND c.status = 'open' AND known.status IN ('succeeded', 'failed', 'returned')
    RETURNING c.id`,
};

/**
 * Opens cases for records whose outcome is unknown for too long, and closes those whose outcome came. The service never
 * ends such a record by itself.
 * @returns the new cases
 */
export async function openUnknown(db: Database, afterMs: number): Promise<OpenedCase[]> {
  await db.query(closeKnown);
  const rows = await db.query<UnknownRow>(selectUnknown, [afterMs / 1_000]);
  const drafts = rows.map(
    ({ sent_at, status, payout, ...about }): CaseDraft => ({
      kind: 'unknown_too_long',
      ...about,
      facts: { sent_at, status, ...(payout ? { payout } : {}) },
    }),
  );
  return openCases(db, drafts);
}
