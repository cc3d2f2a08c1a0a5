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
    process.stderr.write(`by hand ${Math.round(hand.bare)} and ${Math.round(hand.same)} ms\n`);
    await db.query('CHECKPOINT');
    signal.throwIfAborted();
    const written = await writeLines(db, first);
    process.stderr.write(`lines written ${Math.round(written)} ms\n`);
    await db.query('VACUUM ANALYZE statement_lines');
    signal.throwIfAborted();
    const done = await inProcess<Reconciled>('./run-reconcile.ts', { url, rail } satisfies ReconcileJob, signal);
    const open = await verify(db);
    const service = written + done.ms;
    const line = (name: string, ms: number) => [
      name,
      (ms / 1_000).toFixed(1),
      ratioOf(ms, hand.bare),
      ratioOf(ms, hand.same),
      '',
      '',
    ];
    const ratio = service / hand.bare;
    const memory = Math.round(done.memory);
    return {
      settings: `seed ${options.seed}, ${whole(records)} records, ${whole(done.matched)} lines matched`,
      report: table(
        ['reconcile', 'seconds', '÷ COPY and join', '÷ the same rows', 'expected', ''],
        [
          line('COPY and join by hand', hand.bare),
          line('with the same rows', hand.same),
          line('lines written', written),
          line('lines matched', done.ms),
          [
            'both',
            (service / 1_000).toFixed(1),
            ratio.toFixed(2),
            ratioOf(service, hand.same),
            `≤ ${EXPECTED_RATIO}`,
            met(ratio <= EXPECTED_RATIO),
          ],
          ['memory, MiB', '', `${memory}`, '', `≤ ${EXPECTED_MIB}`, met(memory <= EXPECTED_MIB)],
          ['longest transaction, ms', '', `${Math.round(done.longest)}`, '', '', ''],
        ],
      ),
      verified: `each line has its result, ${open} items are open.`,
      results: { hand, written, ...done },
    };
  } finally {
    await db.end();
  }
}

const ratioOf = (ms: number, by: number) => (ms / by).toFixed(2);
const met = (is: boolean) => (is ? 'met' : 'NOT MET');

/** A merchant's wallet and those of the rail. The rail is claimed, so the service itself leaves it alone. */
async function openWallets(url: string) {
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

/**
 * The time of handwritten SQL, in milliseconds. `bare`: COPY and join. `same`: with the rows that the service writes.
 */
async function matchByHand(db: pg.Client) {
  const columns = 'seq, operation, record, kind, amount, fee, booked_on';
  const [{ file }] = (await db.query(`SELECT current_setting('data_directory') || '/lines.csv' AS file`)).rows;
  await db.query(`COPY (SELECT ${columns} FROM month_lines WHERE state = 'booked') TO '${file}'`);
  await db.query(`SET work_mem = '256MB'`);
  const began = performance.now();
  await db.query(`CREATE TABLE hand_lines (seq bigint PRIMARY KEY, operation text, record text, kind text,
    amount bigint,
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
  const bare = performance.now() - began;
  const same = await writeSameRows(db, file, columns);
  await db.query('RESET work_mem');
  await db.query(`COPY (SELECT 1) TO '${file}'`);
  return { bare, same };
}

/** The same, with the rows and indexes that the service writes: lines, entries, and the match on both. */
async function writeSameRows(db: pg.Client, file: string, columns: string): Promise<number> {
  await db.query('TRUNCATE hand_lines');
  const began = performance.now();
  await db.query('CREATE TABLE hand_statement (LIKE statement_lines INCLUDING ALL)');
  await db.query('CREATE TABLE hand_entries (LIKE rail_entries INCLUDING ALL)');
  await db.query(`COPY hand_lines (${columns}) FROM '${file}'`);
  await db.query(`
    INSERT INTO hand_statement (id, rail, key, occurrence, file, line, operation, record, kind, amount, fee, booked_on,
                                accounted_on, state)
    SELECT 'stl_' || seq, '${rail}', operation || ':' || kind, row_number() OVER (PARTITION BY operation,
      kind ORDER BY seq),
           'stf', seq, operation, record, kind, amount, fee, booked_on, booked_on, 'booked'
    FROM hand_lines ORDER BY seq`);
  await db.query(`
    INSERT INTO hand_entries (rail, position, source, kind, amount, booked_on, handle, receipt, phone)
    SELECT '${rail}', s.position, s.source, s.kind, s.amount,
           ((timestamptz 'epoch' + s.position * interval '1 microsecond') AT TIME ZONE 'Africa/Nairobi')::date,
           coalesce(p.rail_handle, r.rail_handle, i.rail_handle),
           coalesce(p.rail_reference, r.rail_reference, i.rail_reference), coalesce(p.customer, r.customer, i.recipient)
    FROM (
      SELECT position, source, kind, amount FROM postings JOIN wallets w ON w.id = debit_wallet
      WHERE w.owner_id = 'clearing:${rail}'
      UNION ALL
      SELECT position, source, kind, -amount FROM postings JOIN wallets w ON w.id = credit_wallet
      WHERE w.owner_id = 'clearing:${rail}') s
    LEFT JOIN payments p ON p.id = s.source LEFT JOIN refunds r ON r.id = s.source
    LEFT JOIN payout_items i ON i.id = s.source ORDER BY s.position`);
  await db.query(`
    UPDATE hand_statement l SET match = l.id, rule = 'id',
      result = CASE WHEN m.difference = 0 THEN 'matched' ELSE 'amount_differs' END
    FROM hand_matches m WHERE l.id = 'stl_' || m.seq AND m.position IS NOT NULL`);
  await db.query(`
    UPDATE hand_entries e SET match = 'stl_' || m.seq, rule = 'id',
      result = CASE WHEN m.difference = 0 THEN 'matched' ELSE 'amount_differs' END
    FROM hand_matches m WHERE e.rail = '${rail}' AND e.position = m.position AND m.seq IS NOT NULL`);
  return performance.now() - began;
}

/** Writes the lines as an import does, in transactions of a portion. @returns milliseconds */
async function writeLines(db: pg.Client, first: string): Promise<number> {
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
      INSERT INTO statement_lines (id, rail, key, occurrence, file, line, operation, record, kind, amount, fee,
        booked_on,
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
