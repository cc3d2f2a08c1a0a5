import { createHash } from 'node:crypto';
import type { Statement } from '../../db/database.ts';
import { arraysFrom, bool, from, insertMany, int4, int8, later, nullable, type RowOf, text } from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';

/** A row of an import. In this file, a new column is added only here. */
const openingTable = {
  approval_id: text,
  line: int4,
  livemode: bool,
  wallet_id: text,
  amount: int8,
  currency: text,
  reference: text,
  /** The position of its posting; null until the import is approved. */
  position: later(nullable(int8)),
};
export type OpeningBalance = RowOf<typeof openingTable>;

const insert = insertMany('opening_balances_insert', 'opening_balances', openingTable);

export function insertOpenings(tx: Tx, rows: readonly OpeningBalance[]): void {
  tx.query(insert.statement, insert.values(rows));
}

const ofApproval = `
    SELECT approval_id, line, livemode, wallet_id, amount, currency, reference, position
    FROM opening_balances WHERE approval_id = $1 ORDER BY line`;

export const selectOpenings: Statement = { name: 'opening_balances_select', text: ofApproval };
export const selectFirstOpenings: Statement = {
  name: 'opening_balances_select_first',
  text: `${ofApproval} LIMIT $2`,
};

/** The references that an import has posted, with that import. $1: the mode, $2: the references. */
export const selectImported: Statement = {
  name: 'opening_balances_select_imported',
  text: `
    SELECT reference, approval_id FROM opening_balances
    WHERE livemode = $1 AND reference = ANY ((SELECT $2::text[])::text[]) AND position IS NOT NULL`,
};

type Posted = Pick<OpeningBalance, 'line'> & { readonly position: bigint };
const posted = arraysFrom<Posted>(
  { line: from(int4, ({ line }) => line), position: from(int8, ({ position }) => position) },
  { first: 2 },
);
const setPositions: Statement = {
  name: 'opening_balances_set_positions',
  text: `
    UPDATE opening_balances o SET position = n.position
    FROM (SELECT ${posted.unnest}) AS n
    WHERE o.approval_id = $1 AND o.line = n.line`,
};

/** Names the posting of each row of an import. */
export function writePositions(tx: Tx, approval: string, rows: readonly Posted[]): void {
  tx.query(setPositions, [approval, ...posted.of(rows)]);
}

type DigestedRow = Pick<OpeningBalance, 'line' | 'wallet_id' | 'amount' | 'currency' | 'reference'>;

/** The SHA-256 of rows in the order of their lines. References contain no line break. */
export function digestOfRows(rows: readonly DigestedRow[]): string {
  const hash = createHash('sha256');
  for (const { line, wallet_id, amount, currency, reference } of rows)
    hash.update(`${line},${wallet_id},${amount},${currency},${reference}\n`);
  return hash.digest('hex');
}
