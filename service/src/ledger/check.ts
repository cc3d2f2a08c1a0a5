import type { Database } from '../db/database.ts';
import { type Tx, transaction } from '../db/transaction.ts';
import { bearerInvariants } from './bearer-invariants.ts';
import { bookInvariants } from './book-invariants.ts';
import { bulkInvariants } from './bulk-invariants.ts';
import { escrowInvariants } from './escrow-invariants.ts';
import { eventInvariants } from './event-invariants.ts';
import { feeReturnInvariants } from './fee-return-invariants.ts';
import { holdInvariants } from './hold-invariants.ts';
import type { Invariant } from './invariant.ts';
import { movementInvariants } from './movement-invariants.ts';
import { openingInvariants } from './opening-invariants.ts';
import { railInvariants } from './rail-invariants.ts';
import { splitInvariants } from './split-invariants.ts';
import { workInvariants } from './work-invariants.ts';

export type Finding = {
  readonly invariant: string;
  readonly meaning: string;
  /** The first rows that break the invariant, at most `ROWS`. */
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};

const ROWS = 20;

export const invariants: readonly Invariant[] = [
  ...bookInvariants,
  ...movementInvariants,
  ...splitInvariants,
  ...bearerInvariants,
  ...feeReturnInvariants,
  ...railInvariants,
  ...workInvariants,
  ...eventInvariants,
  ...holdInvariants,
  ...escrowInvariants,
  ...bulkInvariants,
  ...openingInvariants,
];

/** One snapshot for all invariants, so that a running service does not affect the check. */
const begin = [
  { name: 'ledger_check_snapshot', text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' },
  { name: 'ledger_check_no_timeout', text: 'SET LOCAL statement_timeout = 0' },
  { name: 'ledger_check_memory', text: "SET LOCAL work_mem = '256MB'" },
];

/** Checks every invariant over the whole database, in one snapshot. @returns the broken invariants */
export async function checkLedger(db: Database): Promise<Finding[]> {
  return transaction(db, async (tx) => {
    for (const statement of begin) await tx.query(statement);
    return brokenInvariants(tx);
  });
}

/**
 * The invariants of `checked` that are broken in this transaction's view. The LIMIT is outside a materialized CTE,
 * because otherwise the planner expects to find a few rows soon even where there are none.
 */
export async function brokenInvariants(tx: Tx, checked: readonly Invariant[] = invariants): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, meaning, sql } of checked) {
    const rows = await tx.query<Record<string, unknown>>({
      name: `ledger_check_${name}`,
      text: `WITH broken AS MATERIALIZED (${sql}) SELECT * FROM broken LIMIT ${ROWS}`,
    });
    if (rows.length > 0) findings.push({ invariant: name, meaning, rows });
  }
  return findings;
}
