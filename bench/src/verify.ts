import { inspect } from 'node:util';
import { openDatabase } from '../../service/src/db/database.ts';
import { bookInvariants } from '../../service/src/ledger/book-invariants.ts';
import { checkLedger } from '../../service/src/ledger/check.ts';
import type { Measured } from './measure.ts';
import { query, type World } from './world.ts';

/**
 * After the runs: money is conserved, every balance equals its postings, and every acknowledged transfer has each of
 * its rows exactly once.
 * @throws Error with the difference
 */
export async function verifyBooks(world: World, { acknowledged, moved }: Measured): Promise<void> {
  await verifyBalances(world);
  const [found] = await query<Record<string, string>>(world.url, countRows);
  const expected = {
    transfers: acknowledged,
    moved,
    postings: acknowledged,
    events: acknowledged,
    answers: acknowledged,
  };
  for (const [what, count] of Object.entries(expected)) {
    if (Number(found![what]) !== count)
      throw new Error(`${what}: ${count} acknowledged, ${found![what]} in the database`);
  }
}

/** The invariants of rows that the baseline writes too. Other invariants cover rows that it does not write. */
const ofBalances = ['money_is_conserved', 'balance_is_its_postings'].map(
  (wanted) => bookInvariants.find(({ name }) => name === wanted)!,
);

/** Money is conserved, and every balance equals its postings. */
export async function verifyBalances({ url }: World): Promise<void> {
  for (const { meaning, sql } of ofBalances) {
    const rows = await query(url, `SELECT * FROM (${sql}) broken LIMIT 5`);
    if (rows.length > 0) throw new Error(`${meaning} ${JSON.stringify(rows)}`);
  }
}

/** Every invariant of the books, of work and of events holds. */
export async function verifyLedger({ url }: World): Promise<void> {
  const db = openDatabase(url, { max: 1 });
  try {
    const findings = await checkLedger(db);
    if (findings.length > 0) throw new Error(inspect(findings, { depth: 3 }));
  } finally {
    await db.close();
  }
}

const countRows = `
  SELECT (SELECT count(DISTINCT id) FROM transfers) AS transfers,
         (SELECT sum(amount) FROM transfers) AS moved,
         (SELECT count(*) FROM postings p JOIN transfers t
            ON (t.id, t.from_wallet, t.to_wallet, t.amount) = (p.source, p.debit_wallet, p.credit_wallet, p.amount)) AS postings,
         (SELECT count(*) FROM events) AS events,
         (SELECT count(*) FROM idempotency_keys WHERE status = 201) AS answers`;

/** The comparison is fair only if the baseline writes as much as the service. */
export async function verifySameRows(service: World, baseline: World): Promise<void> {
  const [a, b] = await Promise.all(
    [service, baseline].map(async ({ url }) => (await query<Record<string, string>>(url, rowSizes))[0]!),
  );
  for (const [what, size] of Object.entries(a!)) {
    const other = Number(b![what]);
    if (Math.abs(Number(size) / other - 1) > 0.02) {
      throw new Error(`${what}: ${size} bytes from the service, ${other} from the baseline`);
    }
  }
}

const rowSizes = `
  SELECT (SELECT avg(length(payload)) FROM events) AS payload,
         (SELECT avg(length(body)) FROM idempotency_keys) AS body,
         (SELECT avg(pg_column_size(i)) FROM idempotency_keys i) AS idempotency_keys,
         (SELECT avg(pg_column_size(e)) FROM events e) AS events,
         (SELECT avg(pg_column_size(t)) FROM transfers t) AS transfers,
         (SELECT avg(pg_column_size(p)) FROM postings p) AS postings`;
