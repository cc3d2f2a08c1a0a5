import { readFileSync } from 'node:fs';
import { type Database, openDatabase } from '../../service/src/db/database.ts';
import { importFile } from '../../service/src/statements/import-file.ts';
import { receiveFile } from '../../service/src/statements/receive-file.ts';
import { type ClaimedFile, findImportedRail } from '../../service/src/statements/store.ts';
import { encryptedStore } from '../../service/src/storage/encrypt.ts';
import { localStore } from '../../service/src/storage/local.ts';
import { deriveSecrets } from '../../service/test/support/derived-keys.ts';
import { serve } from './process.ts';
import { SECRET_KEY } from './world.ts';

/** Imports files of a rail, one after the other, for this time. `first`: the number of the first line. */
export type ImportJob = {
  readonly url: string;
  readonly rail: string;
  readonly directory: string;
  readonly first: number;
  readonly windowMs: number;
};
/** CPU seconds of this process and of its backends. */
export type Imported = { readonly lines: number; readonly node: number; readonly database: number };

const LINES = 5_000;
const CONNECTIONS = 2;

/** The file is claimed where it is received, so the service leaves it alone. */
const claim = {
  name: 'bench_claim_file',
  text: `UPDATE statement_files SET status = 'reading', claim = 1, claimed_at = now() WHERE id = $1
    RETURNING id, rail, livemode, source, name, layout, created_by, claim`,
};
const backend = { name: 'bench_backend', text: 'SELECT pg_backend_pid() AS pid, pg_sleep(0.2)' };

/** CPU seconds of a backend: /proc's schedstat counts nanoseconds. */
const cpuOf = (pid: number) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;

serve(async ({ url, rail: slug, directory, first, windowMs }: ImportJob): Promise<Imported> => {
  const db = openDatabase(url, { max: CONNECTIONS, role: 'rialto_service', service: true });
  try {
    const pids = await backendsOf(db);
    const documents = encryptedStore(localStore(directory), deriveSecrets(SECRET_KEY).documentKey);
    const rail = (await findImportedRail(db, slug))!;
    const end = performance.now() + windowMs;
    let lines = 0;
    while (performance.now() < end) {
      const draft = { rail, source: 'upload', name: 'bench.csv', createdBy: 'opr_bench' } as const;
      const { id } = await receiveFile({ db, documents }, draft, fileOf(first + lines));
      const [file] = await db.query<ClaimedFile>(claim, [id]);
      const { status } = await importFile({ db, documents }, file!);
      if (status !== 'imported') throw new Error('the file was refused');
      lines += LINES;
    }
    const { user, system } = process.cpuUsage();
    return { lines, node: (user + system) / 1e6, database: pids.reduce((sum, pid) => sum + cpuOf(pid), 0) };
  } finally {
    await db.close();
  }
});

/** Opens all connections. Each sleeps until the others are open. */
async function backendsOf(db: Database): Promise<number[]> {
  const rows = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query<{ pid: number }>(backend)));
  return rows.map(([row]) => row!.pid);
}

async function* fileOf(first: number) {
  yield Buffer.from('Date,Bank reference,Description,Credit,Debit\n');
  const row = (i: number) =>
    `2026-10-${`${1 + (i % 28)}`.padStart(2, '0')},TJ${i},rent of flat ${i},${1 + (i % 9_000)}.00,\n`;
  yield Buffer.from(Array.from({ length: LINES }, (_, i) => row(first + i)).join(''));
}
