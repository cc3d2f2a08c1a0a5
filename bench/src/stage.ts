import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { openServiceLogin } from '../../service/src/db/service-role.ts';
import { startEmbedded } from '../../service/src/postgres/start.ts';
import { type Cpu, readCpu, readMemory } from './cpu.ts';
import { makeWorld, SECRET_KEY, type World } from './world.ts';

/** Everything that a run needs, on its own PostgreSQL: the service in one database, the baseline in another. */
export type Stage = {
  readonly service: World & { readonly base: string };
  readonly baseline: World;
  /** CPU used so far. */
  cpu(): Cpu;
  /** The service's resident memory in MiB. */
  memory(): number;
  clear(): Promise<void>;
};

export type StageOptions = {
  /** The directory for the service's CPU profile, which is written when the service stops. */
  readonly profile: string | undefined;
  /** Overrides of PostgreSQL's settings. */
  readonly database?: Readonly<Record<string, string>>;
  /** Further settings of the service. */
  readonly service?: Readonly<Record<string, string>>;
};

export async function setStage(options: StageOptions, signal: AbortSignal): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), 'rialto-bench-'));
  // When root runs this, PostgreSQL runs as another user, who must be able to reach its directory.
  chmodSync(directory, 0o755);
  let embedded: Awaited<ReturnType<typeof startEmbedded>> | undefined;
  let child: ChildProcess | undefined;
  const clear = async () => {
    if (child) await stop(child);
    await embedded?.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    embedded = await startEmbedded({ dataDir: join(directory, 'data'), settings: options.database ?? {} });
    signal.throwIfAborted();
    const baseline = await makeWorld(embedded.url, 'baseline', new URL('./baseline.sql', import.meta.url));
    signal.throwIfAborted();
    const world = await makeWorld(embedded.url, 'service');
    signal.throwIfAborted();
    child = startService(await loginTo(world.url), options);
    const base = await readBase(child);
    const pid = child.pid!;
    const cpu = () => readCpu(pid, join(directory, 'data/postgres'));
    return { service: { ...world, base }, baseline, cpu, memory: () => readMemory(pid), clear };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Starts the service with the command of `npm start`, so that the bench measures the normal configuration. */
function startService(databaseUrl: string, { profile: directory, service }: StageOptions): ChildProcess {
  const root = new URL('../../', import.meta.url).pathname;
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const profile = directory ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(directory)}` } : {};
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const settings = { PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', DEMO: 'off', LOG_LEVEL: 'warn' };
  return spawn('sh', ['-c', scripts.start], {
    cwd: root,
    // Detached, so that Ctrl-C reaches only the bench, which then stops the service.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...profile, ...settings, ...service, PATH, DATABASE_URL: databaseUrl, SECRET_KEY },
  });
}

/** The service's own login to the embedded database. */
async function loginTo(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await openServiceLogin(client, url);
  } finally {
    await client.end();
  }
}

/** The banner contains the URL once the service listens. */
async function readBase(service: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: service.stdout! })) {
    const base = /http:\/\/localhost:(\d+)/.exec(line);
    if (!base) continue;
    service.stdout!.resume();
    return `http://127.0.0.1:${base[1]}`;
  }
  throw new Error('The service did not start');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
