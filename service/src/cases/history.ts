import type { CaseDetail } from '../../../contract/src/cases.ts';
import type { Id } from '../core/id.ts';
import { payoutBoundsOf } from '../core/payout.ts';
import type { Queries, Statement } from '../db/database.ts';
import { type CaseRow, type CommentRow, selectComments } from './store.ts';

type Entry = CaseDetail['history'][number];
type RecordRow = {
  created_at: Date | null;
  sent_at: Date | null;
  succeeded_at: Date | null;
  failed_at: Date | null;
  status: string;
  failure: { code: string; rail_code: string | null } | null;
  rail_reference: string | null;
};

const states = 'sent_at, status, failure, rail_reference';
const records: Readonly<Record<string, Statement>> = {
  pay: {
    name: 'cases_record_payment',
    text: `SELECT created_at, succeeded_at, failed_at, ${states} FROM payments WHERE world = $1 AND id = $2`,
  },
  rfd: {
    name: 'cases_record_refund',
    text: `SELECT created_at, succeeded_at, failed_at, ${states} FROM refunds WHERE world = $1 AND id = $2`,
  },
  hld: {
    name: 'cases_record_hold',
    text: `
      SELECT created_at, CASE status WHEN 'captured' THEN ended_at END AS succeeded_at,
             CASE WHEN status IN ('released', 'expired') THEN ended_at END AS failed_at, NULL::timestamptz AS sent_at,
             status, NULL::jsonb AS failure, NULL::text AS rail_reference
      FROM wallet_holds WHERE world = $1 AND id = $2`,
  },
  // An item's id is made right after its payout's, which bounds the search.
  pit: {
    name: 'cases_record_item',
    text: `
      SELECT NULL::timestamptz AS created_at, CASE status WHEN 'succeeded' THEN updated_at END AS succeeded_at,
             CASE status WHEN 'failed' THEN updated_at END AS failed_at, ${states}
      FROM payout_items WHERE world = $1 AND id = $2 AND payout_id BETWEEN $3 AND $4`,
  },
};

const actsOn = (target: string) => `
  (SELECT at, action, actor_id, reason FROM audit_log
   WHERE target = ${target} AND action NOT IN ('case.read', 'case.commented') ORDER BY seq LIMIT 200)`;
const selectActs: Statement = { name: 'cases_acts', text: `${actsOn('$1')} UNION ALL ${actsOn('$2')}` };
type ActRow = { at: Date; action: string; actor_id: string; reason: string | null };

/** The states of the record, and the acts and comments about it and about the case, oldest first. */
export async function readHistory(db: Queries, row: CaseRow): Promise<Entry[]> {
  const [found, acts, comments] = await Promise.all([
    findRecord(db, row),
    db.query<ActRow>(selectActs, [row.id, row.record]),
    db.query<CommentRow>(selectComments, [row.id]),
  ]);
  const closing = row.closed_by === 'service' ? [entry(row.closed_at!, 'case.closed', 'service', row.resolution)] : [];
  return [
    ...(found ? statesOf(found) : []),
    entry(row.created_at, 'case.opened', 'service', null),
    ...acts.map(({ at, action, actor_id: by, reason }) => entry(at, action, by, reason)),
    ...comments.map(({ at, author, text }) => entry(at, 'comment', author, text)),
    ...closing,
  ].sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

async function findRecord(db: Queries, { world, record }: CaseRow): Promise<RecordRow | undefined> {
  if (record === null || world === null) return undefined;
  const prefix = record.split('_')[0]!;
  const statement = records[prefix];
  if (!statement) return undefined;
  const bounds = prefix === 'pit' ? payoutBoundsOf(record as Id<'pit'>) : [];
  return (await db.query<RecordRow>(statement, [world, record, ...bounds]))[0];
}

function statesOf({ created_at, sent_at, succeeded_at, failed_at, failure, rail_reference }: RecordRow): Entry[] {
  const reason = failure && [failure.code, failure.rail_code].filter(Boolean).join(' ');
  return [
    ...(created_at ? [entry(created_at, 'created', null, null)] : []),
    ...(sent_at ? [entry(sent_at, 'sent', null, null)] : []),
    ...(succeeded_at ? [entry(succeeded_at, 'succeeded', null, rail_reference)] : []),
    ...(failed_at ? [entry(failed_at, 'failed', null, reason)] : []),
  ];
}

const entry = (at: Date, what: string, by: string | null, text: string | null): Entry => ({
  at: at.toISOString(),
  what,
  by,
  text,
});
