// Measures how fast WAL reaches a store, beside `archive_command` and beside the writes that make it: `node
// bench/src/archive.ts [--rounds N]`.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import pg from 'pg';
import { MOST_BYTES } from '../../service/src/backup/catalog.ts';
import { ownArchive } from '../../service/src/backup/own-archive.ts';
import { openRemote } from '../../service/src/backup/remote.ts';
import { shipWal } from '../../service/src/backup/ship-wal.ts';
import { openSlot } from '../../service/src/backup/wal-slot.ts';
import { readConfig } from '../../service/src/config/config.ts';
import { openDatabase } from '../../service/src/db/database.ts';
import { startEmbedded } from '../../service/src/postgres/start.ts';
import { parseLsn } from '../../service/src/postgres/stream-wal.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const SEGMENT = 2 * 1024 * 1024;
/** The segments that bulk writes make in a second, from `bench/findings/payouts.md`. */
const NEEDED = 28;

const run = promisify(execFile);
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** A store that takes everything and keeps only what is read again. */
async function startSink() {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  const server = createServer(async (request, response) => {
    const path = request.url!.split('?')[0]!;
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      bytes += (piece as Buffer).length;
      if (path.endsWith('/head')) pieces.push(piece as Buffer);
    }
    if (request.method === 'PUT' && pieces.length > 0) kept.set(path, Buffer.concat(pieces));
    const found = kept.get(path);
    response.writeHead(request.method === 'GET' && !found ? 404 : 200).end(found);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, bytes: () => bytes };
}

const directory = mkdtempSync(join(tmpdir(), 'archive-'));
chmodSync(directory, 0o755);
const dataDir = join(directory, 'data');
const { url, stop } = await startEmbedded({ dataDir });
const sink = await startSink();
const { port } = sink.server.address() as { port: number };
const remote = openRemote(
  readConfig({
    SECRET_KEY: 's'.repeat(32),
    BACKUP_KEY: 'b'.repeat(32),
    BACKUP_S3_BUCKET: 'sink',
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  }),
);
const db = openDatabase(url, { max: 2 });
const clients = await Promise.all(
  Array.from({ length: 4 }, async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  }),
);
await clients[0]!.query('CREATE TABLE rows (id text PRIMARY KEY, at timestamptz, amount bigint, data text)');

const now = async () => parseLsn((await clients[0]!.query('SELECT pg_current_wal_lsn()::text AS lsn')).rows[0].lsn);

/** Writes rows like a bulk import until so much WAL was made. @returns segments a second */
async function write(segments: number): Promise<number> {
  const from = await now();
  const began = performance.now();
  const isDone = async () => (await now()) - from >= BigInt(segments * SEGMENT);
  while (!(await isDone()))
    await Promise.all(
      clients.map((client) =>
        client.query(`
          INSERT INTO rows SELECT 'trf_' || replace(gen_random_uuid()::text, '-', ''), now(), (random() * 1e6)::bigint,
            '{"currency":"XOF","status":"succeeded","recipient":"+5093' || (random() * 1e7)::int || '"}'
          FROM generate_series(1, 5000)`),
      ),
    );
  return Number((await now()) - from) / SEGMENT / ((performance.now() - began) / 1_000);
}

/** CPU of this process for each stored segment, the sink's part included. */
const cpuMs: number[] = [];

/** Stores everything from the slot's position on. @returns segments a second */
async function ship(beside: () => Promise<unknown>): Promise<number> {
  const slot = await openSlot(db);
  const ownership = await ownArchive(remote, 'bench', slot.segmentBytes);
  const began = performance.now();
  const used = process.cpuUsage();
  const shipper = await shipWal({
    ...{ remote, ownership, url, archive: 'bench', timeline: slot.timeline, from: slot.from },
    onFailure: (error) => console.error(error),
  });
  await beside();
  const to = (await now()) - ((await now()) % MOST_BYTES);
  const text = 'SELECT restart_lsn::text AS lsn FROM pg_replication_slots';
  while (parseLsn((await clients[0]!.query(text)).rows[0].lsn) < to) await new Promise((done) => setTimeout(done, 20));
  const cpu = process.cpuUsage(used);
  cpuMs.push((cpu.user + cpu.system) / 1_000 / (Number(to - slot.from) / SEGMENT));
  const rate = Number(to - slot.from) / SEGMENT / ((performance.now() - began) / 1_000);
  await shipper.stop(10_000);
  return rate;
}

/** Does the work of `archive_command`, one segment after the other. @returns segments a second */
async function archive(segments: number): Promise<number> {
  const target = join(directory, 'archive');
  mkdirSync(target, { recursive: true });
  const wal = join(dataDir, 'postgres/pg_wal');
  const names = readdirSync(wal).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const began = performance.now();
  for (let i = 0; i < segments; i++) {
    const to = join(target, names[i % names.length]!);
    const from = join(wal, names[i % names.length]!);
    const finish = `sync ${to}.part && mv ${to}.part ${to}.gz && sync ${target}`;
    const command = `gzip -1 -c < ${from} > ${to}.part && ${finish}`;
    await run('sh', ['-c', command]);
  }
  return segments / ((performance.now() - began) / 1_000);
}

try {
  const rates: Record<'alone' | 'stored' | 'beside' | 'commanded', number[]> = {
    ...{ alone: [], stored: [], beside: [], commanded: [] },
  };
  await openSlot(db);
  for (let round = 0; round < Number(values.rounds); round++) {
    rates.alone.push(await write(200));
    const before = sink.bytes();
    rates.stored.push(await ship(async () => {}));
    console.log(`round ${round + 1}: 200 segments became ${Math.round((sink.bytes() - before) / 200 / 1e3)} kB each`);
    rates.commanded.push(await archive(60));
    let written = 0;
    await ship(async () => {
      written = await write(200);
    }).then((rate) => rates.beside.push(rate / written));
  }
  const [alone, stored, commanded] = [median(rates.alone), median(rates.stored), median(rates.commanded)];
  console.log(`writes alone: ${alone.toFixed(1)} segments/s`);
  console.log(
    `stored: ${stored.toFixed(1)} segments/s, ${(stored / alone).toFixed(2)} of the writes, ` +
      `${(stored / NEEDED).toFixed(2)} of ${NEEDED}/s`,
  );
  console.log(`CPU: ${median(cpuMs).toFixed(1)} ms a segment, with the sink that takes it`);
  console.log(`archive_command: ${commanded.toFixed(1)} segments/s, ${(commanded / stored).toFixed(2)} of stored`);
  console.log(`beside the writes: stored at ${median(rates.beside).toFixed(2)} of their rate, to the last object`);
} finally {
  await Promise.all(clients.map((client) => client.end()));
  await db.close();
  await stop();
  sink.server.close();
  sink.server.closeAllConnections();
  rmSync(directory, { recursive: true, force: true });
}
