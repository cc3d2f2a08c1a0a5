import pg from 'pg';
import { openDatabase } from '../../service/src/db/database.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import { openDefaultWallets } from '../../service/src/wallets/open-default.ts';
import { insertWallets } from '../../service/src/wallets/store.ts';
import { fillMonth } from '../../test/promises/books-month.ts';
import type { Findings, Options } from './options.ts';
import { inProcess } from './process.ts';
import type { Reconciled, ReconcileJob } from './run-reconcile.ts';
import type { Stage } from './stage.ts';
import { table, whole } from './table.ts';

const RECORDS = Number(process.env.RECONCILE_RECORDS ?? 1_000_000);
const rail = 'mpesa-ke';
const PORTION = 5_000;
const EXPECTED_RATIO = 3;
const EXPECTED_MIB = 300;

/** Compares the reconciliation of a month with a handwritten COPY and join over the same rows. */
export async function measureReconcile(stage: Stage, options: Options, signal: AbortSignal): Promise<Findings> {
  const records = options.quick ? RECORDS / 50 : RECORDS;
  const { url, world } = stage.service;
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const wallets = await openWallets(url);
    const first = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    await fillMonth(db, { seed: options.seed, records, each: 100, rail, first, world, ...wallets });
    await db.query('CHECKPOINT');
    signal.throwIfAborted();
    process.stderr.write('month filled\n');
    const hand = await matchByHand(db);
    process.stderr.write(`by hand ${Math.round(hand)} ms\n`);
    await db.query('CHECKPOINT');
    signal.throwIfAborted();
    const written = await writeLines(db, first);
    process.stderr.write(`lines written ${Math.round(written)} ms\n`);
    await db.query('VACUUM ANALYZE statement_lines');
    signal.throwIfAborted();
    const done = await inProcess<Reconciled>('./run-reconcile.ts', { url, rail } satisfies ReconcileJob, signal);
    const open = await verify(db);
    const ratio = (written + done.ms) / hand;
    return {
      settings: `seed ${options.seed}, ${whole(records)} records, ${whole(done.matched)} lines matched`,
      report: table(
        ['reconcile', 'seconds', 'figure', 'expected', ''],
        [
          ['COPY and join by hand', (hand / 1_000).toFixed(1), '', '', ''],
          ['lines written', (written / 1_000).toFixed(1), (written / hand).toFixed(2), '', ''],
          ['matched', (done.ms / 1_000).toFixed(1), (done.ms / hand).toFixed(2), '', ''],
          ['both ÷ by hand', '', ratio.toFixed(2), `≤ ${EXPECTED_RATIO}`, met(ratio <= EXPECTED_RATIO)],
          ['memory', '', `${Math.round(done.memory)} MiB`, `≤ ${EXPECTED_MIB} MiB`, met(done.memory <= EXPECTED_MIB)],
          ['longest transaction', '', `${Math.round(done.longest)} ms`, '', ''],
        ],
      ),
      verified: `each line has its result, ${open} items are open.`,
      results: { hand, written, ...done },
    };
  } finally {
    await db.end();
  }
}

const met = (is: boolean) => (is ? 'met' : 'NOT MET');

/** A merchant's wallet and those of the rail. The rail is claimed, so the service itself leaves it alone. */
export async function openWallets(url: string) {
  const db = openDatabase(url, { max: 1 });
  try {
    const common = { livemode: false, currency: 'KES' } as const;
    const owners = [`clearing:${rail}`, `provider_fees:${rail}`].map((ownerId) => ({ ownerId, ...common }));
    const walletOf = await transaction(db, (tx) => openDefaultWallets(tx, 'system', owners));
    const [clearing, fees] = owners.map(walletOf) as [string, string];
    const wallet = newId('wal');
    const [owner] = await db.query<{ id: string }>({ name: 'bench_owner', text: 'SELECT id FROM merchants LIMIT 1' });
    const own = { ownerType: 'merchant', ownerId: owner!.id, ...common, metadata: {} } as const;
    await transaction(db, (tx) => insertWallets(tx, [{ ...own, id: wallet, label: null, isDefault: true }]));
    const text = `
      INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone, claimed_at)
      VALUES ($1, false, 'KES', 'mpesa', 'Africa/Nairobi', now() + interval '1 day')`;
    await db.query({ name: 'bench_rail', text }, [rail]);
    return { wallet, clearing, fees };
  } finally {
    await db.close();
  }
}

/** What a person with psql would write. @returns milliseconds */
export async function matchByHand(db: pg.Client): Promise<number> {
  const columns = 'seq, operation, record, kind, amount, fee, booked_on';
  const [{ file }] = (await db.query(`SELECT current_setting('data_directory') || '/lines.csv' AS file`)).rows;
  await db.query(`COPY (SELECT ${columns} FROM month_lines WHERE state = 'booked') TO '${file}'`);
  await db.query(`SET work_mem = '256MB'`);
  const began = performance.now();
  await db.query(`CREATE TABLE hand_lines (seq bigint PRIMARY KEY, operation text, record text, kind text, amount bigint,
    fee bigint, booked_on date)`);
  await db.query(`COPY hand_lines (${columns}) FROM '${file}'`);
  await db.query(`
    CREATE TABLE hand_matches AS
    WITH entries AS (
      SELECT s.position, s.source, s.amount, coalesce(p.rail_handle, r.rail_handle, i.rail_handle, p.rail_reference,
             r.rail_reference, i.rail_reference) AS known
      FROM (
        SELECT position, source, amount FROM postings JOIN wallets w ON w.id = debit_wallet
        WHERE w.owner_id = 'clearing:${rail}' AND kind <> 'provider_fee'
        UNION ALL
        SELECT position, source, -amount FROM postings JOIN wallets w ON w.id = credit_wallet
        WHERE w.owner_id = 'clearing:${rail}' AND kind <> 'provider_fee') s
      LEFT JOIN payments p ON p.id = s.source LEFT JOIN refunds r ON r.id = s.source
      LEFT JOIN payout_items i ON i.id = s.source)
    SELECT l.seq, e.position, l.amount - e.amount AS difference, l.fee FROM hand_lines l
      FULL JOIN entries e ON CASE WHEN l.record IS NULL THEN l.operation ELSE l.record END
                           = CASE WHEN e.known IS NULL THEN e.source ELSE e.known END
        AND sign(l.amount) = sign(e.amount)`);
  const ms = performance.now() - began;
  await db.query('RESET work_mem');
  await db.query(`COPY (SELECT 1) TO '${file}'`);
  return ms;
}

/** Writes the lines as an import does, in transactions of a portion. @returns milliseconds */
export async function writeLines(db: pg.Client, first: string): Promise<number> {
  const [file, statement] = [newId('stf'), newId('stm')];
  const [{ last }] = (await db.query('SELECT max(seq) AS last FROM month_lines')).rows;
  const began = performance.now();
  await db.query(`
    INSERT INTO statement_files (id, rail, livemode, source, name, layout, status, created_by, finished_at)
    VALUES ('${file}', '${rail}', false, 'upload', 'month.csv', 'mpesa', 'imported', 'opr_bench', now())`);
  await db.query(`
    INSERT INTO statements (id, file, rail, from_on, to_on, lines, total)
    VALUES ('${statement}', '${file}', '${rail}', '${first}', date '${first}' + 34, ${last}, 0)`);
  for (let from = 0; from < Number(last); from += PORTION) {
    await db.query(`
      INSERT INTO statement_lines (id, rail, key, occurrence, file, line, operation, record, kind, amount, fee, booked_on,
                                   accounted_on, at, phone, state)
      SELECT id_from('stl', now()) || lpad(seq::text, 16, '0'), '${rail}', operation || ':' || kind,
             row_number() OVER (PARTITION BY operation, kind ORDER BY seq), '${file}', seq,
             operation, record, kind, amount, fee, booked_on, booked_on, at, phone, state
      FROM month_lines WHERE seq > ${from} AND seq <= ${from + PORTION}
      ON CONFLICT DO NOTHING`);
  }
  return performance.now() - began;
}

/** @throws if a line has no result and no open item */
async function verify(db: pg.Client): Promise<number> {
  const lost = `
    SELECT count(*)::int AS lost FROM statement_lines l WHERE state = 'booked' AND result IS NULL
      AND NOT EXISTS (SELECT FROM open_items o WHERE o.side = 'there' AND o.item = l.id)`;
  const [row] = (await db.query(lost)).rows;
  if (row.lost > 0) throw new Error(`${row.lost} lines have no result and are not open`);
  return (await db.query('SELECT count(*)::int AS open FROM open_items')).rows[0].open;
}
