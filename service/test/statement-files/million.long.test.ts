import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { startTestService, type TestService, testSecretKey } from '../support/harness.ts';
import { reconcileRail } from '../support/statement-files.ts';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const MIB = 1024 * 1024;

let service: TestService;
let folder: string;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  folder = await mkdtemp(join(tmpdir(), 'million-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const dayOf = (i: number) => `2026-10-${`${1 + (i % 28)}`.padStart(2, '0')}`;
const rowOf = (i: number) => `${dayOf(i)},TJ${i},rent of flat ${i},${1 + (i % 9_000)}.00,\n`;

async function* fileOf(rows: number) {
  yield 'Date,Bank reference,Description,Credit,Debit\n';
  for (let i = 0; i < rows; i += 1_000)
    yield Array.from({ length: Math.min(1_000, rows - i) }, (_, j) => rowOf(i + j)).join('');
}

/** Imports a file in a process of its own: the test runner follows each promise, which costs more than the import. */
async function importFile(path: string): Promise<{ file: any; memory: number }> {
  const admin = new URL('../../src/admin.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [admin, 'statements', 'import', path, '--rail', 'bank-ke', '--json'], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: service.url, SECRET_KEY: testSecretKey, DATA_DIR: join(tmpdir(), 'rialto-data') },
    },
  });
  let memory = 0;
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  }, 100);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearInterval(watch);
  assert.notEqual(out, '', err);
  return { file: JSON.parse(out), memory };
}

/** Milliseconds of the handwritten way: COPY of the same lines into the same table. */
async function copyLines(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const path = `/tmp/rialto-lines-${process.pid}`;
  await client.query(`
    CREATE TEMP TABLE kept AS SELECT * FROM statement_lines ORDER BY id;
    UPDATE kept SET id = 'stm' || substr(id, 4), rail = 'copied';
    COPY kept TO '${path}' (FORMAT binary)`);
  await client.query('CHECKPOINT');
  const began = performance.now();
  await client.query(`COPY statement_lines FROM '${path}' (FORMAT binary)`);
  const took = performance.now() - began;
  await client.end();
  await rm(path, { force: true });
  return took;
}

it(`imports ${ROWS} lines in at most three times the time of COPY, with flat memory`, async () => {
  await reconcileRail(service, { rail: 'bank-ke' });
  const path = join(folder, 'million.csv');
  await pipeline(fileOf(ROWS), createWriteStream(path));
  const { file, memory } = await importFile(path);
  assert.deepEqual([file.status, file.new_lines], ['imported', ROWS]);
  const took = Date.parse(file.finished_at) - Date.parse(file.created_at);
  const copied = await copyLines(service.url);
  const ratio = took / copied;
  console.log(
    `${ROWS} lines: ${took} ms, COPY ${Math.round(copied)} ms, ratio ${ratio.toFixed(2)}, ` +
      `memory ${Math.round(memory / MIB)} MiB`,
  );
  assert.ok(memory < 300 * MIB, `${Math.round(memory / MIB)} MiB`);
  assert.ok(ratio <= 3, `${ratio.toFixed(2)} times the time of COPY`);
});
