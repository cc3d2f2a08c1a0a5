import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { ApiError, type Payout, type Rialto } from '../../sdk/src/rialto.ts';

/** The payout of a month's payroll, and its result with a CSV line for each employee. */
export type Payroll = { readonly payout: Payout; readonly result: string };

/**
 * Pays every person in the file, once for each `month`, which is part of the payout's reference and idempotency key. If
 * you run it again after any failure, it finds the existing payout and waits for its end.
 */
export async function runPayroll(
  rialto: Rialto,
  { csv, currency, month }: { csv: Uint8Array; currency: string; month: string },
  onProgress: (payout: Payout) => void = () => {},
): Promise<Payroll> {
  const reference = `payroll-${month}`;
  let payout = await send(rialto, csv, { currency, reference });
  while (payout.status === 'pending' || payout.status === 'processing') {
    onProgress(payout);
    await sleep(500);
    payout = await rialto.payouts.get(payout.id);
  }
  return { payout, result: await rialto.payouts.listItemsAsCsv(payout.id) };
}

async function send(rialto: Rialto, csv: Uint8Array, query: { currency: string; reference: string }): Promise<Payout> {
  try {
    return await rialto.payouts.createFromCsv(csv, query, { idempotencyKey: query.reference });
  } catch (error) {
    if (!(error instanceof ApiError) || !decided.has(error.code)) throw error;
    // A reference is unique forever. A key expires, and until then it repeats its refusal even after the wallet has
    // been funded.
    const sent = await find(rialto, query.reference);
    if (!sent) return rialto.payouts.createFromCsv(csv, query);
    if (linesOf(csv) === linesOf(await rialto.payouts.listItemsAsCsv(sent.id))) return sent;
    throw new Error(`${query.reference} was already sent with another file. Nothing was paid now.`, { cause: error });
  }
}

/** The codes that can come from an earlier run with the same key or reference. */
const decided = new Set(['idempotency_key_reused', 'reference_already_used', 'insufficient_funds', 'wallet_frozen']);

async function find(rialto: Rialto, reference: string): Promise<Payout | null> {
  for await (const payout of rialto.payouts.list({ reference })) return payout;
  return null;
}

/**
 * Recipients, amounts and references of a sent file or a result, in a form that ignores how phones and columns are
 * written.
 */
function linesOf(csv: Uint8Array | string): string {
  const text = Buffer.from(csv).toString();
  // Take the delimiter from the header, because a name may contain another delimiter.
  const [header = ''] = text
    .trimStart()
    .replace(/^sep=.*\s+/i, '')
    .split(/[\r\n]/, 1);
  const rows = parse<Record<string, string>>(text.slice(text.indexOf(header)), {
    columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
    delimiter: [',', ';', '\t'].find((one) => header.includes(one)) ?? ',',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  const bare = (cell = '') => cell.replace(/\W/g, '');
  return rows.map(({ recipient, amount, reference }) => [recipient, amount, reference].map(bare).join(' ')).join('\n');
}
