import type { Queries, Statement } from '../../db/database.ts';
import type { RecordKey } from '../../db/lock-each.ts';
import { arraysFrom, arraysOf, bool, from, int4, text, timestamptz } from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Caller } from '../../kernel/command.ts';
import { type HoldRow, holdColumns } from '../store.ts';

/** A hold as its deciders see it. */
export type EscrowRow = HoldRow & {
  readonly merchant_name: string;
  /** Null if its idle test merchant was deleted. */
  readonly to_owner: string | null;
};

export const selectEscrowsFrom = `
  SELECT ${holdColumns}, m.name AS merchant_name, t.owner_id AS to_owner
  FROM hold_deciders d JOIN wallet_holds h ON h.world = d.world AND h.id = d.hold_id JOIN worlds w ON w.id = h.world
  JOIN integrations i ON i.id = w.integration_id JOIN merchants m ON m.id = i.merchant_id
  LEFT JOIN wallets t ON t.id = h.to_wallet`;

const selectStatement: Statement = {
  name: 'hold_deciders_select',
  text: `${selectEscrowsFrom} WHERE d.owner_id = $1 AND d.livemode = $2 AND d.hold_id = $3`,
};

export async function findEscrow(db: Queries, { owner, livemode }: Caller, id: string): Promise<EscrowRow | undefined> {
  return (await db.query<EscrowRow>(selectStatement, [owner.id, livemode, id]))[0];
}

type Placed = HoldRow & { readonly owner: string };
const inserted = arraysFrom<Placed>({
  owner_id: from(text, ({ owner }) => owner),
  livemode: from(bool, ({ livemode }) => livemode),
  hold_id: from(text, ({ id }) => id),
  world: from(int4, ({ world }) => world),
  created_at: from(timestamptz, ({ created_at }) => created_at),
});
const insertStatement: Statement = {
  name: 'hold_deciders_insert',
  text: `INSERT INTO hold_deciders (${inserted.names}) SELECT ${inserted.unnamed}`,
};

/** After the holds. */
export function insertDeciders(tx: Tx, holds: readonly HoldRow[]): void {
  const rows = holds.flatMap((row) => (row.escrow ?? []).map(({ owner }) => ({ ...row, owner })));
  if (rows.length > 0) tx.query(insertStatement, inserted.of(rows));
}

export type SoughtEscrow = { readonly owner_id: string; readonly livemode: boolean; readonly id: string };
const sought = arraysOf({ owner_id: text, livemode: bool, id: text });
const worldsStatement: Statement = {
  name: 'hold_deciders_worlds',
  text: `
    SELECT n.owner_id, d.world, d.hold_id AS id, m.name AS merchant_name
    FROM (SELECT ${sought.unnest}) AS n
    CROSS JOIN LATERAL (
      SELECT world, hold_id FROM hold_deciders
      WHERE owner_id = n.owner_id AND livemode = n.livemode AND hold_id = n.id LIMIT 1) d
    JOIN worlds w ON w.id = d.world JOIN integrations i ON i.id = w.integration_id
    JOIN merchants m ON m.id = i.merchant_id`,
};
export type DecidedEscrow = RecordKey & { readonly owner_id: string; readonly merchant_name: string };

/** The worlds of the escrows that these owners of wallets decide. */
export const selectDecided = (tx: Tx, those: readonly SoughtEscrow[]): Promise<DecidedEscrow[]> =>
  tx.query<DecidedEscrow>(worldsStatement, sought.of(those));
