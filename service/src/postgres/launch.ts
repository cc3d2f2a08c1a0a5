import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, ftruncateSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlain } from '../config/data-dir/plain-file.ts';
import { StartupError } from '../config/startup-error.ts';
import { type SystemAccount, spawnAs } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clusterOf, explainStart } from './cluster.ts';
import { disownPidFile, type Postmaster, readPostmaster } from './postmaster.ts';

type Settings = Readonly<Record<string, string>>;

/** Starts postgres in a cluster where none runs, and waits until it accepts connections. */
export async function launch(
  dataDir: string,
  binaries: Binaries,
  account: SystemAccount,
  settings: Settings,
): Promise<Postmaster> {
  const cluster = clusterOf(dataDir);
  disownPidFile(cluster);
  // The socket is private in the cluster's own directory. Its path may not be longer than this, and not all file
  // systems support sockets.
  let socketDir = Buffer.byteLength(cluster) <= 85 ? cluster : '';
  for (let attempt = 1; ; attempt++) {
    const address = {
      port: await freePort(),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: quote(socketDir),
    };
    const child = spawnPostgres(dataDir, binaries, account, { ...settings, ...address });
    const postmaster = await ready(child, cluster);
    if (postmaster) return postmaster;
    const output = readOutput(dataDir);
    // A port taken since the check, no socket support, or backends that outlived their killed server for a moment.
    if (attempt === 5 || !/could not create any (TCP|Unix)|shared memory block/.test(output)) {
      throw new StartupError(`postgres did not start in ${cluster}: ${explainStart(output, dataDir)}`);
    }
    if (output.includes('could not create any Unix')) socketDir = '';
    await sleep(200);
  }
}

/** One directory in a list that is separated by commas. */
const quote = (directory: string) => directory && `"${directory.replaceAll('"', '""')}"`;

/** Detached, so that Ctrl-C in a terminal reaches only the service, which drains before it stops postgres. */
function spawnPostgres(
  dataDir: string,
  { postgres }: Binaries,
  account: SystemAccount,
  settings: object,
): ChildProcess {
  const output = openOutput(dataDir);
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawnAs(account, postgres, ['-D', clusterOf(dataDir), ...flags], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  return child;
}

async function ready(child: ChildProcess, cluster: string): Promise<Postmaster | undefined> {
  if (child.pid === undefined) await once(child, 'spawn');
  // Recovery after a crash has no time limit.
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return postmaster;
    await sleep(5);
  }
  return undefined;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}

function openOutput(dataDir: string): number {
  const output = openPlain(outputOf(dataDir), constants.O_WRONLY | constants.O_CREAT);
  ftruncateSync(output);
  return output;
}

const outputOf = (dataDir: string) => join(dataDir, 'postgres.start.log');

function readOutput(dataDir: string): string {
  const output = readFileSync(outputOf(dataDir), 'utf8');
  if (!output.includes('redirecting log output')) return output;
  const cluster = clusterOf(dataDir);
  const [, logFile] = readFileSync(join(cluster, 'current_logfiles'), 'utf8').trim().split(' ');
  return readFileSync(join(cluster, logFile!), 'utf8');
}
