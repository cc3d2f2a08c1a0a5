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
    const hand = await matchByHand(db, stage);
    await db.query('CHECKPOINT');
    signal.throwIfAborted();
    const written = await timed(stage, 'lines written', () => writeLines(db, first));
    await db.query('VACUUM ANALYZE statement_lines');
    signal.throwIfAborted();
    const before = stage.cpu().database;
    const run = await inProcess<Reconciled>('./run-reconcile.ts', { url, rail } satisfies ReconcileJob, signal);
    const done = { ...run, cpu: run.cpu + (stage.cpu().database - before) * 1e3 };
    const open = await verify(db, hand.matches);
    return {
      settings: `seed ${options.seed}, ${whole(records)} records, ${whole(done.matched)} lines matched`,
      report: reportOf(hand, written, done),
      verified: `each line has its result, no fewer lines are matched than by hand, ${open} items are open.`,
      results: { hand, written, ...done },
    };
  } finally {
    await db.end();
  }
}

/** Milliseconds of time, and of CPU of PostgreSQL and of the process. */
type Timed = { readonly ms: number; readonly cpu: number };

async function timed(stage: Stage, name: string, run: () => Promise<unknown>): Promise<Timed> {
  const before = stage.cpu().database;
  const began = performance.now();
  await run();
  const ms = performance.now() - began;
  process.stderr.write(`${name} ${Math.round(ms)} ms\n`);
  return { ms, cpu: (stage.cpu().database - before) * 1e3 };
}

function reportOf(hand: ByHand, written: Timed, done: Reconciled): string {
  const { lines, entries, join } = hand;
  const byHand = { ms: lines.ms + entries.ms + join.ms, cpu: lines.cpu + entries.cpu + join.cpu };
  const line = (name: string, { ms, cpu }: Timed, by: Timed, expected: readonly string[] = ['', '']) => [
    ...[name, (ms / 1_000).toFixed(1), (ms / by.ms).toFixed(2), (cpu / by.cpu).toFixed(2), ...expected],
  ];
  const memory = Math.round(done.memory);
  return table(
    ['reconcile', 'seconds', 'ratio', 'ratio of CPU', 'expected', ''],
    [
      line('by hand: COPY of the lines', lines, byHand),
      line('by hand: COPY of the entries', entries, byHand),
      line('by hand: join', join, byHand),
      line('lines written ÷ COPY of the lines', written, lines),
      line('entries copied and matched ÷ by hand', done, byHand, [
        ...[`≤ ${EXPECTED_RATIO}`, met(done.ms <= EXPECTED_RATIO * byHand.ms)],
      ]),
      ['memory, MiB', '', `${memory}`, '', `≤ ${EXPECTED_MIB}`, met(memory <= EXPECTED_MIB)],
      ['longest transaction, ms', '', `${Math.round(done.longest)}`, '', '', ''],
    ],
  );
}

const met = (is: boolean) => (is ? 'met' : 'NOT MET');

/** A merchant's wallet and those of the rail. The rail is claimed, so the service itself leaves it alone. */
async function openWallets(url: string) {
  const db = openDatabase(url, { max: 1 });
  try {
    const common = { livemode: false, currency: 'XOF' } as const;
    const owners = [`clearing:${rail}`, `provider_fees:${rail}`].map((ownerId) => ({ ownerId, ...common }));
    const walletOf = await transaction(db, (tx) => openDefaultWallets(tx, 'system', owners));
    const [clearing, fees] = owners.map(walletOf) as [string, string];
    const wallet = newId('wal');
    const [owner] = await db.query<{ id: string }>({ name: 'bench_owner', text: 'SELECT id FROM merchants LIMIT 1' });
    const own = { ownerType: 'merchant', ownerId: owner!.id, ...common, metadata: {} } as const;
    await transaction(db, (tx) => insertWallets(tx, [{ ...own, id: wallet, label: null, isDefault: true }]));
    const text = `
      INSERT INTO reconciled_rails (rail, livemode, currency, layout, time_zone, claimed_at)
      VALUES ($1, false, 'XOF', 'mpesa', 'Africa/Dakar', now() + interval '1 day')`;
    await db.query({ name: 'bench_rail', text }, [rail]);
    return { wallet, clearing, fees };
  } finally {
    await db.close();
  }
}

/** The parts of handwritten SQL, and how many lines it matched. */
type ByHand = { readonly lines: Timed; readonly entries: Timed; readonly join: Timed; readonly matches: number };

/**
 * COPY of both sides into tables with a key, then a join that writes the matches into a third one. It has the same ids
 * as the service, and neither charges, days nor open items.
 */
async function matchByHand(db: pg.Client, stage: Stage): Promise<ByHand> {
  const [{ folder }] = (await db.query(`SELECT current_setting('data_directory') AS folder`)).rows;
  const [lines, entries] = [`${folder}/lines.csv`, `${folder}/entries.csv`];
  await db.query(`
    COPY (SELECT seq, operation, record, kind, amount, fee, booked_on FROM month_lines
          WHERE state = 'booked' ORDER BY seq) TO '${lines}';
    COPY (
      SELECT s.position, s.source, s.kind, s.amount, coalesce(p.rail_handle, r.rail_handle, i.rail_handle,
             p.rail_reference, r.rail_reference, i.rail_reference)
      FROM (
        SELECT position, source, kind, amount FROM postings JOIN wallets w ON w.id = debit_wallet
        WHERE w.owner_id = 'clearing:${rail}'
        UNION ALL
        SELECT position, source, kind, -amount FROM postings JOIN wallets w ON w.id = credit_wallet
        WHERE w.owner_id = 'clearing:${rail}') s
      LEFT JOIN payments p ON p.id = s.source LEFT JOIN refunds r ON r.id = s.source
      LEFT JOIN payout_items i ON i.id = s.source ORDER BY s.position) TO '${entries}';
    CREATE TABLE hand_lines (seq bigint PRIMARY KEY, operation text, record text, kind text, amount bigint, fee bigint,
      booked_on date);
    CREATE TABLE hand_entries (position bigint PRIMARY KEY, source text, kind text, amount bigint, known text);
    CREATE TABLE hand_matches (line bigint PRIMARY KEY, entry bigint NOT NULL UNIQUE, result text NOT NULL);
    SET work_mem = '256MB'`);
  await db.query('CHECKPOINT');
  const copy = (side: string, file: string) => timed(stage, side, () => db.query(`COPY ${side} FROM '${file}'`));
  const [one, two] = [await copy('hand_lines', lines), await copy('hand_entries', entries)];
  const sides = (of: string) => `
    SELECT l.seq, e.position, CASE WHEN l.amount = e.amount THEN 'matched' ELSE 'amount_differs' END
    FROM hand_lines l JOIN hand_entries e ON ${of} AND sign(l.amount) = sign(e.amount)
    WHERE l.kind <> 'fee' AND e.kind <> 'provider_fee'`;
  let matches = 0;
  const join = await timed(stage, 'join', async () => {
    const { rowCount } = await db.query(`
      INSERT INTO hand_matches ${sides('l.record = e.source')}
      UNION ALL ${sides('l.record IS NULL AND l.operation = e.known')} ON CONFLICT DO NOTHING`);
    matches = rowCount ?? 0;
  });
  await db.query(`RESET work_mem; COPY (SELECT 1) TO '${lines}'; COPY (SELECT 1) TO '${entries}'`);
  return { lines: one, entries: two, join, matches };
}

/** Writes the lines as an import does, in transactions of a portion. */
async function writeLines(db: pg.Client, first: string): Promise<void> {
  const [file, statement] = [newId('stf'), newId('stm')];
  const [{ last }] = (await db.query('SELECT max(seq) AS last FROM month_lines')).rows;
  const direction = `CASE WHEN kind = 'fee' THEN ':fee' WHEN amount < 0 THEN ':out' ELSE ':in' END`;
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
      SELECT id_from('stl', now()) || lpad(seq::text, 16, '0'), '${rail}', operation || ${direction},
             row_number() OVER (PARTITION BY operation, ${direction} ORDER BY seq), '${file}', seq,
             operation, record, kind, amount, fee, booked_on, booked_on, at, phone, state
      FROM month_lines WHERE seq > ${from} AND seq <= ${from + PORTION}
      ON CONFLICT DO NOTHING`);
  }
}

/** @throws if a line has no result and no open item, or if other lines are matched than by hand */
async function verify(db: pg.Client, byHand: number): Promise<number> {
  const lost = `
    SELECT count(*)::int AS lost FROM statement_lines l WHERE state = 'booked' AND result IS NULL
      AND NOT EXISTS (SELECT FROM open_items o WHERE o.side = 'there' AND o.item = l.id)`;
  const [row] = (await db.query(lost)).rows;
  if (row.lost > 0) throw new Error(`${row.lost} lines have no result and are not open`);
  const matched = `SELECT count(*)::int AS matched FROM statement_lines WHERE kind <> 'fee' AND match IS NOT NULL`;
  const [found] = (await db.query(matched)).rows;
  if (found.matched < byHand) throw new Error(`${found.matched} lines are matched, by hand ${byHand}`);
  return (await db.query('SELECT count(*)::int AS open FROM open_items')).rows[0].open;
}
