import type { ColumnPlaces } from './find-header.ts';
import type { TableLayout } from './layout.ts';
import { parseStatementAmount, plainCellNumber } from './statement-amount.ts';
import type { LineKind } from './statement-line.ts';
import { isEmptyCell, type TableCell, type TableRow } from './table-row.ts';

/** Signed minor units, positive into the float; the fees are at least 0. Null means that the row has no amount. */
export type RowAmounts = {
  readonly amount: bigint | null;
  readonly fee: bigint;
  /** The fee that comes back beside the amount. */
  readonly returned: bigint;
  readonly balance: bigint | null;
};

/** Reports a fault of a column of the row. */
export type Complain = (field: string, problem: string) => void;

/** Providers write a dash for an empty amount. */
const isDash = (cell: TableCell | undefined) => typeof cell === 'string' && /^[-\u2013\u2014]$/.test(cell.trim());

/** Reads a cell as minor units, null if it is empty. */
export function readCellAmount(
  cell: TableCell | undefined,
  layout: TableLayout,
  exponent: number,
): { readonly minor: bigint | null } | { readonly fault: string } {
  if (cell === undefined || isEmptyCell(cell) || isDash(cell)) return { minor: null };
  if (typeof cell === 'string') return parseStatementAmount(cell, layout, exponent);
  if ('fault' in cell) return cell;
  if ('wall' in cell) return { fault: 'holds a date, but the layout expects an amount' };
  const plain = plainCellNumber(cell.number);
  if (plain === null) return { fault: `${cell.number} is not an amount` };
  return parseStatementAmount(plain, { decimal: '.', group: '' }, exponent);
}

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);
const outgoing: readonly LineKind[] = ['payout', 'refund', 'fee'];
const incoming: readonly LineKind[] = ['collection', 'topup', 'incoming'];

/**
 * Reads amount, fee and balance of a row, with the sign of the layout.
 * @param kind the kind that the row names, for layouts without signs
 */
export function readRowAmounts(
  row: TableRow,
  places: ColumnPlaces,
  layout: TableLayout,
  exponent: number,
  kind: LineKind | null,
  complain: Complain,
): RowAmounts {
  const read = (name: 'amount' | 'credit' | 'debit' | 'fee' | 'balance') => {
    const at = places[name];
    if (at === undefined) return null;
    const value = readCellAmount(row.cells[at], layout, exponent);
    if ('minor' in value) return value.minor;
    complain(name, value.fault);
    return 0n;
  };
  const balance = read('balance');
  const fee = magnitude(read('fee') ?? 0n);
  let amount = places.amount === undefined ? inOrOut(read('credit'), read('debit'), layout, complain) : read('amount');
  if (amount !== null && places.amount !== undefined) amount = withSign(amount, layout.sign, kind, complain);
  const rule = layout.amountIsOf?.find(([of]) => of === kind)?.[1] ?? layout.amountIs ?? 'gross';
  if (amount !== null && rule === 'net') amount += fee;
  const leaves = rule === 'gross' || rule === 'net';
  return { amount, fee: leaves ? fee : 0n, returned: rule === 'returned' ? fee : 0n, balance };
}

function inOrOut(
  credit: bigint | null,
  debit: bigint | null,
  { debits = 'positive' }: TableLayout,
  complain: Complain,
): bigint | null {
  if (credit && debit) complain('debit', 'has a value, and the credit has one too. A row has one of them');
  if (credit === null && debit === null) return null;
  const out = debits === 'either' ? magnitude(debit ?? 0n) : debits === 'negative' ? -(debit ?? 0n) : (debit ?? 0n);
  return (credit ?? 0n) - out;
}

function withSign(amount: bigint, sign: TableLayout['sign'], kind: LineKind | null, complain: Complain): bigint {
  if (sign === 'as_given') return amount;
  if (sign === 'negated') return -amount;
  if (kind && outgoing.includes(kind)) return -magnitude(amount);
  if (kind && incoming.includes(kind)) {
    if (amount < 0n) complain('amount', `is negative, but a ${kind} comes in. Check the kinds of the layout`);
    return amount;
  }
  complain('kind', 'does not say whether the money came in or went out. Add its text to the kinds of the layout');
  return amount;
}
