import type { Database, Statement } from '../db/database.ts';
import type { PersonSubject } from './subject.ts';
import { walkTable } from './walk.ts';

/** Open money and open questions: they end before a person is erased. */
const selectOpen: Statement = {
  name: 'people_select_open',
  text: `
    SELECT 'The wallet ' || w.id || ' holds ' || b.posted || ' ' || w.currency || CASE WHEN b.held > 0 THEN
        ' (' || b.held || ' reserved)' ELSE '' END || ' in minor units' AS line
      FROM wallets w JOIN balances b ON b.wallet_id = w.id
      WHERE w.owner_id = ANY ($2::text[]) AND w.livemode IN (true, false) AND (b.posted <> 0 OR b.held <> 0)
    UNION ALL SELECT 'The wallet ' || id || ' is frozen' FROM wallets
      WHERE owner_id = ANY ($2::text[]) AND livemode IN (true, false) AND frozen_at IS NOT NULL
    UNION ALL SELECT 'The payment ' || id || ' is ' || status FROM payments
      WHERE customer = ANY ($1::text[]) AND status NOT IN ('succeeded', 'failed')
    UNION ALL SELECT 'The refund ' || id || ' is ' || status FROM refunds
      WHERE customer = ANY ($1::text[]) AND status = 'pending'
    UNION ALL SELECT 'The case ' || id || ' is open' FROM cases WHERE record = ANY ($3::text[]) AND status = 'open'
    UNION ALL SELECT 'A submission of identity documents is pending for ' || user_id FROM kyc_submissions
      WHERE user_id = ANY ($2::text[]) AND status = 'pending'
    UNION ALL SELECT 'The settlement of ' || record_id || ' is parked' FROM parked_settlements
      WHERE record_id = ANY ($3::text[]) AND resolved_at IS NULL
    UNION ALL SELECT 'The hold ' || id || ' is open' FROM wallet_holds
      WHERE status = 'open' AND to_wallet = ANY ($3::text[])
    UNION ALL SELECT 'The hold ' || h.id || ' waits for a decision' FROM hold_deciders d
      JOIN wallet_holds h ON h.world = d.world AND h.id = d.hold_id
      WHERE d.owner_id = ANY ($2::text[]) AND d.livemode IN (true, false) AND h.status = 'open'
    UNION ALL SELECT 'The operator ' || o.id || ' is not suspended' FROM operators o JOIN accounts a ON a.id = o.id
      WHERE o.id = ANY ($2::text[]) AND a.suspended_at IS NULL
    UNION ALL SELECT 'The developer ' || m.developer_id || ' owns the integration ' || m.integration_id
      FROM memberships m
      WHERE m.developer_id = ANY ($2::text[]) AND m.role = 'owner'`,
};

const waits = ['pending', 'processing', 'open'];

/** @returns a line for each reason why the person cannot be erased now */
export async function listOpen(db: Database, subject: PersonSubject): Promise<string[]> {
  const { phones, accounts, records } = subject;
  const found = await db.query<{ line: string }>(selectOpen, [phones, accounts, records]);
  const lines = found.map(({ line }) => line);
  for (const [table, noun] of [
    ['payout_items', 'payout item'],
    ['checkout_sessions', 'checkout session'],
  ] as const)
    for await (const rows of walkTable(db, table))
      for (const { row } of rows)
        if (records.includes(row.id as string) && waits.includes(row.status as string))
          lines.push(`The ${noun} ${row.id} is ${row.status}`);
  for await (const rows of walkTable(db, 'rail_incoming'))
    for (const { row } of rows)
      if (records.includes(row.id as string) && row.status !== 'posted')
        lines.push(`The money ${row.id} is not matched yet`);
  return lines;
}
