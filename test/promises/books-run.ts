import assert from 'node:assert/strict';
import pg from 'pg';
import { exceptionKinds } from '../../contract/src/cases.ts';
import { openDatabase } from '../../service/src/db/database.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import { checkLedger, type Finding } from '../../service/src/ledger/check.ts';
import { findReconciledRail, type ReconciledRail } from '../../service/src/reconciliation/store.ts';
import { openDefaultWallets } from '../../service/src/wallets/open-default.ts';
import { startTestService, type TestService } from '../../service/test/support/harness.ts';
import { makeOperator } from '../../service/test/support/operators.ts';
import { DAYS_AFTER, fillMonth } from './books-month.ts';
import { openBooksImporter, rail } from './books-statements.ts';

type Reconcile = typeof import('../../service/src/reconciliation/reconcile.ts').reconcile;

export type BooksOptions = {
  readonly seed: number;
  readonly records: number;
  /** How many faults of each kind. */
  readonly each: number;
  /** The days of one statement. */
  readonly days: number;
  readonly reconcile: Reconcile;
};

/** All lists are empty where every fault is found and named, and nothing else is. */
export type BooksVerdict = {
  /** Open items or cases that were expected and are not there, or the other way round. */
  readonly items: string[];
  /** Lines whose result is another one. */
  readonly results: string[];
  readonly ledger: Finding[];
};
const tied: BooksVerdict = { items: [], results: [], ledger: [] };

export type Books = {
  readonly service: TestService;
  readonly verdict: BooksVerdict;
  readonly summary: string;
  /** Two operators resolve every exception. @returns how many */
  resolveAll(): Promise<number>;
  reconcileNow(): Promise<void>;
  /** The balances of our clearing wallet and of the provider's books, in minor units. */
  sums(): Promise<{ ours: bigint; theirs: bigint; open: number; ledger: Finding[] }>;
  stop(): Promise<void>;
};

/** A month of movements, reconciled day by day as the statements come. */
export async function runBooks(options: BooksOptions): Promise<Books> {
  const service = await startTestService();
  const db = new pg.Client({ connectionString: service.url });
  await db.connect();
  const stop = async () => {
    await db.end();
    await service.stop();
  };
  try {
    return { ...(await run(service, db, options)), service, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Every planted fault is found and named, nothing else is reported, and the clearing wallet is the provider's books
 * once two operators have resolved what was found.
 */
export async function assertTied(options: BooksOptions, report: (text: string) => void): Promise<void> {
  const books = await runBooks(options);
  try {
    report(books.summary);
    assert.deepEqual(books.verdict, tied);
    report(`${await books.resolveAll()} exceptions resolved`);
    await books.reconcileNow();
    const { ours, theirs, open, ledger } = await books.sums();
    assert.deepEqual({ ours, open, ledger }, { ours: theirs, open: 0, ledger: [] });
  } finally {
    await books.stop();
  }
}

async function run(service: TestService, db: pg.Client, { seed, records, each, days, reconcile }: BooksOptions) {
  const settings = await setUp(service);
  const first = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  await fillMonth(db, { seed, records, each, rail, first, ...settings.wallets });
  const once = async () => {
    await reconcile(service.db, settings.rail, (error) => {
      throw error;
    });
    await service.db.query(keepFromWorker);
  };
  const began = performance.now();
  const importer = await openBooksImporter(service, db, first);
  try {
    for (let day = 0; day < 30 + DAYS_AFTER; day += days) {
      await importer.importDays(day, day + days - 1, (day / days) % 2 === 1, once);
      await once();
    }
  } finally {
    await importer.stop();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const [{ lines, faulty }] = (await db.query(countLines)).rows;
  return {
    verdict: await judge(db, service),
    summary: `${records} records, ${lines} lines, ${faulty} faults in lines, reconciled in ${seconds} s`,
    resolveAll: () => resolveAll(service, db),
    reconcileNow: once,
    sums: async () => {
      const [row] = (await db.query(selectSums, [rail])).rows;
      const sums = { ours: BigInt(row.ours), theirs: BigInt(row.theirs), open: Number(row.open) };
      return { ...sums, ledger: await checkBooks(service) };
    },
  };
}

/** The service's own worker leaves the rail alone: the matcher under test is the only one. */
const keepFromWorker = {
  name: 'test_keep_from_worker',
  text: `UPDATE reconciled_rails SET claimed_at = 'infinity', done_at = NULL`,
};

async function setUp(service: TestService) {
  const merchant = await service.merchant();
  const wallet = await merchant.wallet('XOF');
  const common = { livemode: false, currency: 'XOF' } as const;
  const owners = [`clearing:${rail}`, `provider_fees:${rail}`].map((ownerId) => ({ ownerId, ...common }));
  const walletOf = await transaction(service.db, (tx) => openDefaultWallets(tx, 'system', owners));
  const [clearing, fees] = owners.map(walletOf) as [string, string];
  const reconciled = `
    INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone) VALUES ($1, false, 'XOF', 'mpesa',
      'Africa/Dakar')`;
  await service.db.query({ name: 'test_reconciled', text: reconciled }, [rail]);
  await service.db.query(keepFromWorker);
  const rule = `
    INSERT INTO matching_rules (id, place, name, shape, compare, window_hours, created_by)
    VALUES ($1, 1, 'Amount, phone and time', 'one_to_one', '{phone}', 48, 'opr_test')`;
  await service.db.query({ name: 'test_rule', text: rule }, [newId('rule')]);
  return {
    rail: (await findReconciledRail(service.db, rail)) as ReconciledRail,
    wallets: { world: merchant.world, wallet, clearing, fees },
  };
}

const countLines = `
  SELECT count(*) AS lines, count(*) FILTER (WHERE item IS NOT NULL) AS faulty FROM month_lines`;

/** The items that must be open: an entry by its record and amount, a line by its number in the provider's books. */
const expectedItems = `
  SELECT 'there ' || seq AS item, item AS result, lacks AS amount FROM month_lines WHERE item IS NOT NULL
  UNION ALL
  SELECT 'here ' || id, 'missing_there', CASE type WHEN 'payment' THEN amount ELSE -amount END FROM month_records
  WHERE fault IN ('missing_there', 'ambiguous')
  UNION ALL
  SELECT 'here ' || id, 'missing_there', -charge FROM month_records WHERE fault = 'missing_there' AND charge > 0`;
/** An open item without an open case of its kind is named without its result. */
const foundItems = `
  SELECT o.side || ' ' || CASE o.side WHEN 'there' THEN m.seq::text ELSE e.source END AS item,
         CASE WHEN c.status = 'open' AND c.kind = CASE o.result WHEN 'reversed' THEN 'reversed_there'
           WHEN 'ambiguous' THEN 'ambiguous_match' ELSE o.result END
             AND c.amount = abs(o.amount) THEN o.result END AS result,
         o.amount
  FROM open_items o
    LEFT JOIN rail_entries e ON o.side = 'here' AND e.rail = o.rail AND e.position = CASE o.side
      WHEN 'here' THEN o.item END::bigint
    LEFT JOIN statement_lines l ON o.side = 'there' AND l.id = o.item
    LEFT JOIN month_lines m ON m.key = l.key AND m.occurrence = l.occurrence
    LEFT JOIN cases c ON c.id = o.case_id`;
const compareItems = `
  SELECT 'lacks' AS is, m.* FROM ((${expectedItems}) EXCEPT ALL (${foundItems})) m
  UNION ALL SELECT 'has', m.* FROM ((${foundItems}) EXCEPT ALL (${expectedItems})) m
  UNION ALL
  SELECT 'has', 'case ' || c.id, c.kind, c.amount FROM cases c
  WHERE c.status = 'open' AND c.kind IN (${exceptionKinds.map((kind) => `'${kind}'`).join()})
    AND NOT EXISTS (SELECT FROM open_items o WHERE o.case_id = c.id) LIMIT 50`;
const compareResults = `
  SELECT m.seq, m.operation, m.kind, m.expected, l.result FROM month_lines m
    LEFT JOIN statement_lines l ON l.rail = '${rail}' AND l.key = m.key AND l.occurrence = m.occurrence
  WHERE m.expected IS DISTINCT FROM l.result LIMIT 50`;

async function judge(db: pg.Client, service: TestService): Promise<BooksVerdict> {
  const items = (await db.query(compareItems)).rows;
  const results = (await db.query(compareResults)).rows;
  return {
    items: items.map(({ is, item, result, amount }) => `${is} ${item} ${result} ${amount}`),
    results: results.map((row) => Object.values(row).join(' ')),
    ledger: await checkBooks(service),
  };
}

async function checkBooks({ url }: TestService): Promise<Finding[]> {
  const owner = openDatabase(url, { max: 1 });
  try {
    return await checkLedger(owner);
  } finally {
    await owner.close();
  }
}

const selectSums = `
  SELECT (SELECT -b.posted FROM wallets w JOIN balances b ON b.wallet_id = w.id
          WHERE w.owner_type = 'system' AND w.owner_id = 'clearing:' || $1) AS ours,
         (SELECT sum(amount - fee) FROM month_lines WHERE state = 'booked') AS theirs,
         (SELECT count(*) FROM open_items) AS open`;

const selectOpen = `
  SELECT o.case_id AS id, o.result, o.amount FROM open_items o WHERE o.case_id IS NOT NULL ORDER BY o.side DESC,
    o.case_id`;

/** The money of a line that nobody here knows waits in suspense; the rest is written off, or is a charge. */
async function resolveAll(service: TestService, db: pg.Client): Promise<number> {
  const [maker, checker] = [await makeOperator(service, 'finance'), await makeOperator(service, 'finance')];
  const { rows } = await db.query<{ id: string; result: string; amount: string }>(selectOpen);
  for (const { id, result, amount } of rows) {
    const inSuspense = ['missing_here', 'duplicate_there', 'ambiguous'].includes(result) && BigInt(amount) > 0n;
    const decision = result === 'fee_differs' ? 'fee' : inSuspense ? 'suspense' : 'write_off';
    const asked = await maker.call('POST', `/operator/cases/${id}/resolve`, { decision, reason: 'as agreed' });
    if (asked.status !== 202) throw new Error(`${result} ${asked.text}`);
    const done = await checker.call('POST', `/operator/approvals/${asked.body.id}/approve`, {});
    if (done.status !== 200) throw new Error(`${result} ${done.text}`);
  }
  return rows.length;
}
