import { Readable } from 'node:stream';
import { type getOpeningRows, OpeningRows, openingColumns } from '../../../../contract/src/opening-balances.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import { harmlessCell, quoteCell } from '../../core/csv-cell.ts';
import type { Database } from '../../db/database.ts';
import { serialiser } from '../../http/serialise.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type ApprovalRow, selectApproval } from '../store.ts';
import { type OpeningBalance, selectFirstOpenings, selectOpenings } from './store.ts';

type Query = QueryOf<typeof getOpeningRows>;

const serialise = serialiser<OpeningRows>(OpeningRows);

/** The first rows of an import, for the operators who decide on it. */
export async function readOpeningRows(db: Database, { id, limit = 100 }: Query): Promise<string> {
  const count = await countOf(db, id);
  const rows = await db.query<OpeningBalance>(selectFirstOpenings, [id, limit]);
  return serialise({
    object: 'opening_rows',
    approval: id,
    count,
    has_more: count > rows.length,
    rows: rows.map(rowOf),
  });
}

/** All rows of an import as CSV. References come from an old system, so a cell may look like a formula. */
export async function exportOpeningRows(db: Database, { id }: Query): Promise<Readable> {
  await countOf(db, id);
  const rows = await db.query<OpeningBalance>(selectOpenings, [id]);
  return Readable.from([`${openingColumns.join(',')}\r\n`, ...rows.map((row) => lineOf(rowOf(row)))]);
}

/** @throws Refusal for an approval of another kind */
async function countOf(db: Database, id: string): Promise<number> {
  const [approval] = await db.query<ApprovalRow>(selectApproval, [id]);
  if (approval?.kind !== 'opening') throw new Refusal('not_found');
  return approval.payload.count;
}

const rowOf = ({ line, wallet_id, amount, currency, reference }: OpeningBalance): OpeningRows['rows'][number] => ({
  ...{ line, wallet: wallet_id, amount, currency, reference },
});

const lineOf = ({ line, wallet, amount, currency, reference }: OpeningRows['rows'][number]): string =>
  `${[line, wallet, amount, currency, quoteCell(harmlessCell(reference))].join(',')}\r\n`;
