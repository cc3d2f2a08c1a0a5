import type pg from 'pg';
import { fixedRails } from '../../service/src/rails/rail.ts';
import { createListReader } from '../../service/src/statements/read-list.ts';
import { startWave } from '../../service/test/rails/wave-rail.ts';
import type { TestService } from '../../service/test/support/harness.ts';
import { makeOperator } from '../../service/test/support/operators.ts';
import { importFile } from '../../service/test/support/statement-files.ts';

/** The rail whose statements are imported, and the layout of its files. */
export const rail = 'wave-sn';
const layoutName = 'books-of-a-month';
const ROWS = 2_000;

const layout = {
  ...{ format: 'csv', time_zone: 'Africa/Dakar', date_format: 'yyyy-MM-dd[ HH:mm:ss[.SSS]]', amount_is: 'gross' },
  columns: {
    ...{ operation: 'Operation', record: 'Reference', kind: 'Kind', amount: 'Amount', fee: 'Fee', date: 'Time' },
    ...{ phone: 'Phone', state: 'State', currency: 'Currency' },
  },
  kinds: ['collection', 'payout', 'refund', 'reversal', 'fee'].map((kind) => [kind, kind]),
  states: ['booked', 'pending', 'refused'].map((state) => [state, state]),
};

export type BooksImporter = {
  /**
   * Imports the statement of days, as the provider gives it.
   * @param from days after the first one, to `to` with it
   * @param byList movements come from the provider's list, and the other lines in a file
   * @param between called after the list
   */
  importDays(from: number, to: number, byList: boolean, between: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the provider with its books, and sets the rail up as an operator does. */
export async function openBooksImporter(service: TestService, db: pg.Client, first: string): Promise<BooksImporter> {
  const wave = await startWave();
  const operator = await makeOperator(service, 'finance');
  const added = await operator.call('POST', '/operator/statement_layouts', { name: layoutName, layout });
  if (added.status !== 201) throw new Error(`the layout was refused: ${added.text}`);
  await service.db.query({ name: 'test_layout', text: `UPDATE reconciled_rails SET layout = '${layoutName}'` });
  for (let seq = '0'; ; ) {
    const { rows } = await db.query(selectMovements, [seq, ROWS]);
    if (rows.length === 0) break;
    await wave.counterpart.ask('POST', '/movements', { movements: rows });
    seq = rows.at(-1).seq;
  }
  const noon = (day: number) => new Date(Date.parse(`${first}T12:00:00Z`) + day * 86_400_000);
  const onError = (error: unknown) => {
    throw error;
  };
  /** At noon of the next day the list has that day's morning too, which its own statement lists again. */
  const readList = async (day: number) => {
    const rails = fixedRails({ [rail]: wave.rail });
    const read = createListReader({ db: service.db, rails, onError, everyMs: 0, now: () => noon(day + 1) });
    if ((await read()) !== 1) throw new Error(`the list of day ${day} was not read`);
  };
  return {
    importDays: async (from, to, byList, between) => {
      if (byList) {
        for (let day = from; day <= to; day++) await readList(day);
        await between();
      }
      const { rows } = await db.query<{ row: string }>(selectRows, [first, from, to, byList]);
      const body = [header, ...rows.map(({ row }) => row), ''].join('\n');
      const file = await importFile(operator, rail, `days-${from}-${to}.csv`, body);
      if (file.status !== 'imported') throw new Error(`the file was refused: ${JSON.stringify(file.problems)}`);
    },
    stop: () => wave.stop(),
  };
}

/** The movements as Wave lists them: money in has lost its fee. */
const selectMovements = `
  SELECT seq, operation AS id, record AS reference, phone AS mobile, fee::text AS fee,
         (CASE kind WHEN 'collection' THEN amount - fee ELSE amount END)::text AS amount,
         to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
         CASE kind WHEN 'collection' THEN 'api_checkout' WHEN 'payout' THEN 'api_payout'
                   WHEN 'refund' THEN 'api_checkout_refund'
                   ELSE CASE WHEN amount > 0 THEN 'api_payout_reversal' ELSE 'b2b_payment_reversal' END END AS type
  FROM month_lines WHERE listable AND seq > $1 ORDER BY seq LIMIT $2`;

const header = 'Operation,Reference,Kind,Amount,Fee,Time,Phone,State,Currency';
const selectRows = `
  SELECT concat_ws(',', operation, coalesce(record, ''), kind, amount, fee,
           coalesce(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS'), booked_on::text), coalesce(phone, ''),
           state, 'XOF') AS row
  FROM month_lines
  WHERE listed_on BETWEEN $1::date + $2::int AND $1::date + $3::int AND NOT ($4 AND listable) ORDER BY seq`;
