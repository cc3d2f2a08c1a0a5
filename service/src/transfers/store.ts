import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import {
  bool,
  insertMany,
  int4,
  int8,
  joined,
  jsonbAsText,
  listOf,
  nullable,
  type RowOf,
  text,
  timestamptz,
} from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

/** The columns of a transfer. In this file, a new column is added only here. */
const transferTable = {
  world: int4,
  livemode: joined(bool, 'w'),
  id: text,
  from_wallet: text,
  to_wallet: text,
  amount: int8,
  currency: text,
  reference: nullable(text),
  description: nullable(text),
  metadata: jsonbAsText<Record<string, string>>(),
  created_at: timestamptz,
  /** A new transfer has none of it back: the column's default. */
  reversed_amount: joined(int8, 't'),
};

export type TransferRow = RowOf<typeof transferTable>;

export const transferColumns = listOf(transferTable, 't');

export const findTransfer = findEach(
  'transfers_find',
  `
    SELECT ${transferColumns} FROM transfers t JOIN worlds w ON w.id = t.world
    WHERE t.world = n.world AND t.id BETWEEN n.id AND n.id ORDER BY t.id`,
);

/**
 * Finds another party's transfer by its id and a wallet at one of its ends. $1 and $2: the wallet's owner, $3: the id,
 * $4 and $5: the time in the id, as positions. Transfers have no index by id alone, because it would cost 4 µs each.
 * The wallet's own postings of that time contain the transfer, and show the worlds to search: those of the sender's
 * integrations and people. ORDER BY leaves one index for each probe, as in `findEach`.
 */
export const findTransferAtWallet: Statement = {
  name: 'transfers_find_at_wallet',
  text: `
    SELECT ${transferColumns}
    FROM wallets mine
    CROSS JOIN LATERAL (
      (SELECT p.debit_wallet FROM postings p
       WHERE p.credit_wallet = mine.id AND p.position BETWEEN $4::bigint AND $5::bigint AND p.source = $3
       ORDER BY p.position LIMIT 1)
      UNION ALL
      (SELECT p.debit_wallet FROM postings p
       WHERE p.debit_wallet = mine.id AND p.position BETWEEN $4::bigint AND $5::bigint AND p.source = $3
       ORDER BY p.position LIMIT 1)
    ) AS moved
    JOIN wallets sender ON sender.id = moved.debit_wallet
    CROSS JOIN LATERAL (
      SELECT o.id, o.livemode FROM worlds o WHERE o.account_id = sender.owner_id
      UNION ALL
      SELECT o.id, o.livemode FROM users u JOIN worlds o ON o.account_id = u.id WHERE u.merchant_id = sender.owner_id
      UNION ALL
      SELECT o.id, o.livemode FROM integrations i JOIN worlds o ON o.integration_id = i.id AND o.livemode = sender.livemode
      WHERE i.merchant_id = sender.owner_id
    ) AS w
    CROSS JOIN LATERAL (
      SELECT * FROM transfers WHERE world = w.id AND id BETWEEN $3 AND $3 ORDER BY id LIMIT 1) AS t
    WHERE mine.owner_id = $1 AND mine.livemode = $2
    LIMIT 1`,
};

const insert = insertMany('transfers_insert', 'transfers', transferTable);

export function insertTransfers(tx: Tx, rows: readonly TransferRow[]): void {
  if (rows.length > 0) tx.query(insert.statement, insert.values(rows));
}
