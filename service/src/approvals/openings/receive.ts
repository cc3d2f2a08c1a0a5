import { createHash } from 'node:crypto';
import {
  OpeningFile,
  type OpeningImport,
  type OpeningRow,
  openingFile,
} from '../../../../contract/src/opening-file.ts';
import { fault } from '../../../../contract/src/reasons.ts';
import type { QueryOf } from '../../../../contract/src/route.ts';
import { routes } from '../../../../contract/src/routes.ts';
import { type Currencies, validateBulk } from '../../bulk/examine.ts';
import { isId } from '../../core/id.ts';
import { toE164 } from '../../core/phone.ts';
import { bulkReader } from '../../http/bulk.ts';
import type { Arrival } from '../../http/handler.ts';
import { refuseAll } from '../../http/validate.ts';
import { type Detail, detailOf } from '../../kernel/refusal.ts';

type Query = QueryOf<typeof routes.requestOpeningBalances>;

/** A file that ties to its control totals. */
export type OpeningRequest = Pick<OpeningImport, 'sha256' | 'totals'> & {
  readonly livemode: boolean;
  readonly reason: string;
  readonly rows: readonly (OpeningRow & { readonly line: number })[];
};

const reader = bulkReader({ ...routes.requestOpeningBalances, bulk: openingFile, body: OpeningFile });

/**
 * Reads a file of opening balances, and compares it with the control totals.
 * @throws Refusal for rows that are not valid, or a file that does not tie to its totals
 */
export async function receiveOpenings(
  { query, bytes }: Pick<Arrival<Query>, 'query' | 'bytes'>,
  currencies: Currencies,
): Promise<{ input: OpeningRequest; digest: string }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  const file = Buffer.concat(pieces);
  const sha256 = createHash('sha256').update(file).digest('hex');
  const parsed = await reader.parse({ form: 'csv', bytes: file, query: {} });
  const examiner = validateBulk<OpeningRow>(currencies, ({ wallet }, refuse) => {
    if (typeof wallet === 'string' && !isId('wal', wallet) && toE164(wallet) === null)
      refuse('wallet', fault('not_recipient'));
  });
  const { fields } = await reader.check(parsed, examiner);
  const rows = (fields.items as OpeningRow[]).map((row, i) => ({ ...row, line: parsed.lines![i]! }));
  const totals = tie(rows, query);
  return { input: { livemode: query.mode === 'live', reason: query.reason, sha256, rows, totals }, digest: sha256 };
}

/** The largest total that is exact in JSON. */
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** @throws Refusal that names every difference between the rows and the control totals */
function tie(rows: readonly OpeningRow[], { count, totals }: Query): OpeningImport['totals'] {
  const found = new Map<string, { count: number; amount: bigint }>();
  for (const { currency, amount } of rows) {
    const sum = found.get(currency) ?? { count: 0, amount: 0n };
    found.set(currency, { count: sum.count + 1, amount: sum.amount + BigInt(amount) });
  }
  const details: Detail[] = [];
  if (count !== rows.length) {
    const difference = rows.length - count;
    details.push(detailOf('count', fault('count_differs', { expected: count, found: rows.length, difference })));
  }
  const expected = readTotals(totals, details);
  for (const currency of [...new Set([...expected.keys(), ...found.keys()])].sort()) {
    const wanted = expected.get(currency);
    const { amount } = found.get(currency) ?? { amount: 0n };
    if (wanted === undefined) details.push(detailOf('totals', fault('total_missing', { currency, found: amount })));
    else if (wanted !== amount) {
      const values = { currency, expected: wanted, found: amount, difference: amount - wanted };
      details.push(detailOf('totals', fault('total_differs', values)));
    }
    if (amount > LARGEST) details.push(detailOf('totals', fault('total_too_large', { currency, maximum: LARGEST })));
  }
  if (details.length > 0) throw refuseAll(details);
  return [...found].map(([currency, sum]) => ({ currency, count: sum.count, amount: Number(sum.amount) }));
}

/** `XOF:150000,USD:2000`, whose form the contract has checked. */
function readTotals(text: string, details: Detail[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const one of text.split(',')) {
    const [currency, amount] = one.split(':') as [string, string];
    if (totals.has(currency)) details.push(detailOf('totals', fault('total_twice', { currency })));
    totals.set(currency, BigInt(amount));
  }
  return totals;
}
