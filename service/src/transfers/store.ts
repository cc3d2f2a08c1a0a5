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

const insertStatement: Statement = {
  name: 'transfers_insert',
  text: `
    INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, reference, description, metadata, created_at)
    SELECT world, id, from_wallet, to_wallet, amount, currency, reference, description, metadata::jsonb, created_at
    FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::timestamptz[])
      AS n (world, id, from_wallet, to_wallet, amount, currency, reference, description, metadata, created_at)`,
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
