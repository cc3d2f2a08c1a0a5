import { int4s, int8s, texts, times } from '../db/arrays.ts';
import type { Statement } from '../db/database.ts';
import { findEach } from '../db/find.ts';
import type { Tx } from '../db/transaction.ts';

export type TransferRow = {
  world: number;
  livemode: boolean;
  id: string;
  from_wallet: string;
  to_wallet: string;
  amount: bigint;
  currency: string;
  reference: string | null;
  description: string | null;
  metadata: Record<string, string>;
  created_at: Date;
};

export const transferColumns = `
  t.world, w.livemode, t.id, t.from_wallet, t.to_wallet, t.amount, t.currency, t.reference, t.description, t.metadata, t.created_at`;

export const findTransfer = findEach(
  'transfers_find',
  `
    SELECT ${transferColumns} FROM transfers t JOIN worlds w ON w.id = t.world
    WHERE t.world = n.world AND t.id BETWEEN n.id AND n.id ORDER BY t.id`,
);

/**
 * A transfer that somebody else made, by its id and a wallet at one of its ends: $1 and $2 say whose, $3 is the id, $4 and $5
 * are the time in it, as positions. Transfers have no index by id alone, which would cost each 4 µs. The wallet's own
 * postings of that moment have it, and say whose worlds to look in: those of the sender's integrations and people. ORDER BY
 * leaves one index to each probe, as in `findEach`.
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

const insertStatement: Statement = {
  name: 'transfers_insert',
  text: `
    INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, reference, description, metadata, created_at)
    SELECT world, id, from_wallet, to_wallet, amount, currency, reference, description, metadata::jsonb, created_at
    FROM (SELECT unnest($1::int[]) AS world, unnest($2::text[]) AS id, unnest($3::text[]) AS from_wallet,
                 unnest($4::text[]) AS to_wallet, unnest($5::bigint[]) AS amount, unnest($6::text[]) AS currency,
                 unnest($7::text[]) AS reference, unnest($8::text[]) AS description, unnest($9::text[]) AS metadata,
                 unnest($10::timestamptz[]) AS created_at) AS n`,
};

export function insertTransfers(tx: Tx, rows: readonly TransferRow[]): void {
  if (rows.length === 0) return;
  tx.query(insertStatement, [
    int4s(rows.map((row) => row.world)),
    texts(rows.map((row) => row.id)),
    texts(rows.map((row) => row.from_wallet)),
    texts(rows.map((row) => row.to_wallet)),
    int8s(rows.map((row) => row.amount)),
    texts(rows.map((row) => row.currency)),
    texts(rows.map((row) => row.reference)),
    texts(rows.map((row) => row.description)),
    texts(rows.map((row) => JSON.stringify(row.metadata))),
    times(rows.map((row) => row.created_at)),
  ]);
}
