/** The kind of a movement in a statement. */
export type LineKind = 'collection' | 'payout' | 'refund' | 'fee' | 'topup' | 'incoming' | 'reversal' | 'other';

/** Only booked lines move money. Pending and refused lines are kept and never posted. */
export type LineState = 'booked' | 'pending' | 'refused';

/** One movement that a statement lists. */
export type StatementLine = {
  /** The line, row or entry in the file, from 1. */
  line: number;
  /** The provider's or bank's id (a receipt, AcctSvcrRef). Null if the row has none. */
  operation: string | null;
  /** Our id if the row shows it (pay_, rfd_, pit_), or the text that may hold it. */
  record: string | null;
  /** Text as given: the account text, the EndToEndId, the remittance. */
  reference: string | null;
  kind: LineKind;
  /** Signed minor units, positive into the float. The charge of the row is not in it. */
  amount: bigint;
  /** The charge inside this row in minor units, at least 0. It leaves the float beside the amount. */
  fee: bigint;
  currency: string;
  /** The local date of the layout's time zone as YYYY-MM-DD. */
  bookedOn: string;
  /** The instant, if the file gives a time. */
  at: Date | null;
  phone: string | null;
  state: LineState;
};

/** One account's statement in a file. It comes after its lines, because the closing balance does too. */
export type ReadStatement = {
  account: string | null;
  currency: string | null;
  /** The first and the last day of the statement as YYYY-MM-DD. */
  from: string | null;
  to: string | null;
  /** The statement's number and page, if the format has them. */
  number: string | null;
  page: number | null;
  /** False if further pages of the same statement follow. */
  last: boolean;
  /** Minor units, negative if overdrawn. Null if the format has no balances. */
  opening: bigint | null;
  closing: bigint | null;
};

/** A reason to refuse a file, in plain English that says what to do. */
export type FileProblem = { line: number | null; field: string | null; problem: string };

/**
 * An item of a reader. The lines of a statement come first, in the order of the file, then the statement. A file with a
 * single problem is not imported. After `MAX_PROBLEMS` problems a reader stops.
 */
export type ReadItem = { line: StatementLine } | { statement: ReadStatement } | { problem: FileProblem };

/** A reader of one format. */
export type Reader = AsyncGenerator<ReadItem, void, undefined>;
