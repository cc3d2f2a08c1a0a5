import type { SafeguardingRow } from './compare-safeguarding.ts';
import { decimalOf, writeCsv } from './write-csv.ts';
import { writePdf } from './write-pdf.ts';

export type SafeguardingReport = {
  readonly day: string;
  readonly mode: 'live' | 'test';
  readonly brand: string;
  readonly rows: readonly SafeguardingRow[];
  readonly exponentOf: (currency: string) => number;
  /** The head of the ledger's seal when the report was made. */
  readonly seal: { readonly number: bigint; readonly hash: Buffer; readonly sealed_at: Date } | null;
};

const moneyOf =
  ({ exponentOf }: SafeguardingReport, currency: string) =>
  (amount: bigint | string) =>
    decimalOf(BigInt(amount), exponentOf(currency));

export async function writeSafeguardingCsv(report: SafeguardingReport): Promise<Buffer> {
  const { day, mode, rows, seal } = report;
  return writeCsv([
    ['section', 'currency', 'name', 'amount', 'value'],
    ['about', '', 'day', '', day],
    ['about', '', 'mode', '', mode],
    ['about', '', 'seal_number', '', seal ? String(seal.number) : ''],
    ['about', '', 'seal_hash', '', seal ? seal.hash.toString('hex') : ''],
    ...rows.flatMap((row) => {
      const money = moneyOf(report, row.currency);
      return [
        ['total', row.currency, 'owed', money(row.owed), row.cut_at.toISOString()],
        ['total', row.currency, 'held', money(row.held), row.cut_at.toISOString()],
        ['total', row.currency, 'held - owed', money(row.held - row.owed), ''],
        ['total', row.currency, 'suspended', money(row.suspended), ''],
        ...row.rails.map(({ rail, close, held }) => ['rail', row.currency, rail, money(held), close]),
      ];
    }),
  ]);
}

export function writeSafeguardingPdf(report: SafeguardingReport): Promise<Buffer> {
  const { day, mode, brand, rows, seal } = report;
  const sealed = seal
    ? `Seal ${seal.number} of ${seal.sealed_at.toISOString()}: ${seal.hash.toString('hex')}`
    : 'The ledger has no seal.';
  return writePdf({
    title: `Safeguarding report ${day}`,
    at: rows[0]!.cut_at,
    about: [
      `${brand}. ${mode === 'live' ? 'Live' : 'Test'} mode. Built from closed and reviewed days only.`,
      'Owed: the balances of customers and merchants. Held: the money at providers and in the bank.',
      sealed,
    ],
    tables: rows.map((row) => {
      const money = moneyOf(report, row.currency);
      return {
        title: `${row.currency} at ${row.cut_at.toISOString()}`,
        columns: [
          { name: 'Money', width: 40 },
          { name: 'Close', width: 35 },
          { name: 'Amount', width: 25, right: true },
        ],
        rows: [
          ['Owed to customers and merchants', '', money(row.owed)],
          ...row.rails.map(({ rail, close, held }) => [`Held: ${rail}`, close, money(held)]),
          ['Held in all', '', money(row.held)],
          [row.held < row.owed ? 'Gap' : 'Surplus', '', money(row.held - row.owed)],
          ['Money in suspense, whose owner is not known', '', money(row.suspended)],
        ],
      };
    }),
  });
}
