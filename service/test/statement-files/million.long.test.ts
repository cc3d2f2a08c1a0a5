import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { transaction } from '../../src/db/transaction.ts';
import { importFile } from '../../src/statements/import-file.ts';
import { keepFile } from '../../src/statements/keep-file.ts';
import { receiveFile } from '../../src/statements/receive-file.ts';
import { type ClaimedFile, claimFile, findFile, findImportedRail } from '../../src/statements/store.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { reconcileRail } from '../support/statement-files.ts';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const MIB = 1024 * 1024;

let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());

const rowOf = (i: number) =>
  `2026-10-${`${1 + (i % 28)}`.padStart(2, '0')},TJ${i},rent of flat ${i},${1 + (i % 9_000)}.00,`;

async function* fileOf(rows: number) {
  yield Buffer.from('Date,Bank reference,Description,Credit,Debit\n');
  for (let i = 0; i < rows; i += 1_000)
    yield Buffer.from(Array.from({ length: Math.min(1_000, rows - i) }, (_, j) => `${rowOf(i + j)}\n`).join(''));
}

/** Milliseconds of the handwritten way: COPY of the same lines into the same table. */
async function copyLines(url: string, rail: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const take = `
    CREATE TEMP TABLE kept AS SELECT * FROM statement_lines WHERE rail = '${rail}' ORDER BY id;
    UPDATE kept SET id = 'stm' || substr(id, 4), rail = 'copied';
    COPY kept TO '/tmp/rialto-lines-${process.pid}' (FORMAT binary);
    CHECKPOINT`;
  await client.query(take);
  const began = performance.now();
  await client.query(`COPY statement_lines FROM '/tmp/rialto-lines-${process.pid}' (FORMAT binary)`);
  const took = performance.now() - began;
  await client.end();
  return took;
}

it(`imports ${ROWS} lines in at most three times the time of COPY, with flat memory`, async () => {
  const { db, documents } = service;
  await reconcileRail(service, { rail: 'bank-ke' });
  const rail = (await findImportedRail(db, 'bank-ke'))!;
  const draft = { rail, source: 'upload', name: 'million.csv', createdBy: 'test' } as const;
  const received = await receiveFile({ db, documents }, draft, fileOf(ROWS));
  await transaction(db, (tx) => keepFile(tx, received, { actor: { type: 'admin', id: 'test' } }));
  const [file] = await db.query<ClaimedFile>(claimFile, [received.id]);
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const began = performance.now();
  const cpu = process.cpuUsage();
  const result = await importFile({ db, documents }, file!);
  const took = performance.now() - began;
  const used = process.cpuUsage(cpu);
  clearInterval(watch);
  assert.deepEqual(result, { status: 'imported', added: ROWS });
  assert.equal(Number((await findFile(db, received.id))!.lines), ROWS);
  const copied = await copyLines(service.url, 'bank-ke');
  const ratio = took / copied;
  console.log(
    `${ROWS} lines: ${Math.round(took)} ms, COPY ${Math.round(copied)} ms, ratio ${ratio.toFixed(2)}, ` +
      `own CPU ${Math.round((used.user + used.system) / 1_000)} ms, ` +
      `memory ${Math.round(before / MIB)} to ${Math.round(most / MIB)} MiB`,
  );
  assert.ok(most < 300 * MIB, `${Math.round(most / MIB)} MiB`);
  assert.ok(ratio <= 3, `${ratio.toFixed(2)} times the time of COPY`);
});
