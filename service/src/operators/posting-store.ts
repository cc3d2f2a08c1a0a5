import type { Posting } from '../../../contract/src/operator-reads.ts';
import type { Statement } from '../db/database.ts';

export type PostingRow = {
  position: bigint;
  kind: Posting['kind'];
  source: string;
  amount: bigint;
  currency: string;
  livemode: boolean;
  debit_wallet: string;
  credit_wallet: string;
  debit_balance: bigint;
  credit_balance: bigint;
};

const columns =
  'position, kind, source, amount, currency, livemode, debit_wallet, credit_wallet, debit_balance, credit_balance';

/** Finds a posting by its position and source, from which an entry's id is made. */
export const selectPosting: Statement = {
  name: 'operators_select_posting',
  text: `SELECT ${columns} FROM postings WHERE position = $1 AND right(source, 12) = $2`,
};

/** Other postings of the same record are in the statement of the wallet that they share, within a millisecond. */
export const selectRelated: Statement = {
  name: 'operators_select_related',
  text: `
    SELECT position, source FROM postings
    WHERE debit_wallet = ANY ($1::text[]) AND position BETWEEN $2::bigint - 1000 AND $2::bigint + 1000 AND source = $3
    UNION
    SELECT position, source FROM postings
    WHERE credit_wallet = ANY ($1::text[]) AND position BETWEEN $2::bigint - 1000 AND $2::bigint + 1000 AND source = $3
    ORDER BY position`,
};

export type PlaceRow = { world: number; integration: string | null; merchant: string | null };

/** The worlds of the wallets' owners: the merchants' integrations, and people's own worlds. */
export const selectPlaces: Statement = {
  name: 'operators_select_places',
  text: `
    SELECT w.id AS world, i.id AS integration, i.merchant_id AS merchant
    FROM integrations i JOIN worlds w ON w.integration_id = i.id AND w.livemode = $2 WHERE i.merchant_id = ANY ($1::text[])
    UNION ALL
    SELECT w.id, NULL, NULL FROM worlds w WHERE w.account_id = ANY ($1::text[])
    UNION ALL
    SELECT w.id, NULL, u.merchant_id FROM users u JOIN worlds w ON w.account_id = u.id WHERE u.merchant_id = ANY ($1::text[])`,
};

export type CauseRow = {
  world: number | null;
  status: string | null;
  reference: string | null;
  payment?: string;
  payout?: string;
  /** The time of its events, if it differs from the time of the posting. */
  told_at?: Date | null;
  requested_by?: string;
  decided_by?: string | null;
};

/** $1: the possible worlds, $2: its id. */
export const selectCause: Readonly<Record<string, Statement>> = {
  trf: {
    name: 'operators_cause_transfer',
    text: `SELECT world, 'succeeded' AS status, reference FROM transfers WHERE world = ANY ($1::int[]) AND id = $2`,
  },
  mov: {
    name: 'operators_cause_movement',
    text: `SELECT world, 'succeeded' AS status, reference FROM movements WHERE world = ANY ($1::int[]) AND id = $2`,
  },
  pay: {
    name: 'operators_cause_payment',
    text: 'SELECT world, status, reference FROM payments WHERE world = ANY ($1::int[]) AND id = $2',
  },
  rfd: {
    name: 'operators_cause_refund',
    text: `
      SELECT world, status, reference, payment_id AS payment FROM refunds WHERE world = ANY ($1::int[]) AND id = $2`,
  },
  hld: {
    name: 'operators_cause_hold',
    text: 'SELECT world, status, reference FROM wallet_holds WHERE world = ANY ($1::int[]) AND id = $2',
  },
  apr: {
    name: 'operators_cause_approval',
    text: `
      SELECT NULL::int AS world, status, reference, requested_by, decided_by FROM approvals
      WHERE id = $2 AND $1::int[] IS NOT NULL`,
  },
};

/** An item's id is made right after its payout's: $3 and $4 bound the payout's id. */
export const selectItemCause: Statement = {
  name: 'operators_cause_item',
  text: `
    SELECT i.world, i.status, i.reference, i.payout_id AS payout, p.completed_at AS told_at
    FROM payouts p JOIN payout_items i ON i.world = p.world AND i.payout_id = p.id AND i.id = $2
    WHERE p.world = ANY ($1::int[]) AND p.id BETWEEN $3 AND $4`,
};

export type ToldRow = { world: number; id: string; type: string; created_at: Date };

/** Ids begin with their time. Within these bounds it selects events that name the record. */
export const selectTold: Statement = {
  name: 'operators_select_told',
  text: `
    SELECT world, id, type, created_at FROM events
    WHERE world = ANY ($1::int[]) AND id BETWEEN $2 AND $3 AND strpos(payload, $4) > 0 ORDER BY id LIMIT 20`,
};
