import { insertMany, int4, int8, nullable, type RowOf, text } from '../../db/table.ts';
import type { Tx } from '../../db/transaction.ts';
import type { StoredReturn, StoredShare } from './stored.ts';

const entryTable = {
  world: int4,
  wallet_id: text,
  /** Null for a release of the reserve, which is of many payments. */
  payment_id: nullable(text),
  /** The position of its posting in the wallet's statement, or its time if it has none. */
  position: int8,
  posted: int8,
  debt_paid: int8,
  kept: int8,
  taken: int8,
  owed: int8,
  borne: int8,
  /** The reserve of the wallet: kept of the share or given back by a failed refund, released, and drawn by refunds. */
  reserved: int8,
  released: int8,
  drawn: int8,
};

/** One change of a share, for the reports of its wallet. */
export type ShareEntry = RowOf<typeof entryTable>;

type Of = Pick<ShareEntry, 'world' | 'payment_id' | 'position'>;
const nothing = {
  ...{ posted: 0n, debt_paid: 0n, kept: 0n, taken: 0n, owed: 0n, borne: 0n },
  ...{ reserved: 0n, released: 0n, drawn: 0n },
};

/** A share that was posted or kept. */
export const decidedEntry = (of: Of, { wallet, status, amount, debt_paid, reserved = 0 }: StoredShare): ShareEntry => ({
  ...{ ...of, wallet_id: wallet, ...nothing },
  ...{ [status === 'posted' ? 'posted' : 'kept']: BigInt(amount), debt_paid: BigInt(debt_paid) },
  reserved: BigInt(reserved),
});

/** A part that was taken back. */
export const returnEntry = (of: Of, { wallet, taken, owed, borne }: StoredReturn): ShareEntry => ({
  ...{ ...of, wallet_id: wallet, ...nothing },
  ...{ taken: BigInt(taken), owed: BigInt(owed), borne: BigInt(borne) },
});

type ReserveChange = Partial<Pick<ShareEntry, 'reserved' | 'released' | 'drawn'>>;

/** A change of the reserve without one of a share. */
export const reserveEntry = (of: Of & Pick<ShareEntry, 'wallet_id'>, change: ReserveChange): ShareEntry => ({
  ...{ ...of, ...nothing, ...change },
});

const amountOf = ({ posted, kept, taken, owed, borne, reserved, released, drawn }: ShareEntry) =>
  posted + kept + taken + owed + borne + reserved + released + drawn;

const insert = insertMany('split_entries_insert', 'split_entries', entryTable);

/** Writes entries in the transaction of their postings. One without an amount is left out. */
export function insertEntries(tx: Tx, entries: readonly ShareEntry[]): void {
  const written = entries.filter((entry) => amountOf(entry) > 0n);
  if (written.length > 0) tx.query(insert.statement, insert.values(written));
}
