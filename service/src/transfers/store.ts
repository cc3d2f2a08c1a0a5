import type { Statement } from '../db/database.ts';
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

export const selectTransfer: Statement = {
  name: 'transfers_select',
  text: `SELECT ${transferColumns} FROM transfers t JOIN worlds w ON w.id = t.world WHERE t.world = $1 AND t.id = $2`,
};

const insertStatement: Statement = {
  name: 'transfers_insert',
  text: `
    INSERT INTO transfers (world, id, from_wallet, to_wallet, amount, currency, reference, description, metadata, created_at)
    SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
                         $9::jsonb[], $10::timestamptz[])`,
};

export function insertTransfers(tx: Tx, rows: readonly TransferRow[]): void {
  if (rows.length === 0) return;
  tx.query(insertStatement, [
    rows.map((row) => row.world),
    rows.map((row) => row.id),
    rows.map((row) => row.from_wallet),
    rows.map((row) => row.to_wallet),
    rows.map((row) => row.amount),
    rows.map((row) => row.currency),
    rows.map((row) => row.reference),
    rows.map((row) => row.description),
    rows.map((row) => JSON.stringify(row.metadata)),
    rows.map((row) => row.created_at),
  ]);
}
