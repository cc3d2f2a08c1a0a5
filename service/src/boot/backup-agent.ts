import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

const AGAIN_AFTER_MS = 5_000;
/** It stores what is on its way for four seconds. */
const PATIENCE_MS = 6_000;

export type BackupAgent = { stop(): Promise<void> };

/** Keeps the process running that backs up the embedded database to the store. */
export function startBackupAgent(log: Logger): BackupAgent {
  const file = fileURLToPath(new URL('../backup/agent.ts', import.meta.url));
  const leaving = new AbortController();
  const { signal } = leaving;
  let child: ChildProcess | undefined;
  const run = async () => {
    while (!signal.aborted) {
      // Detached, so that Ctrl-C in a terminal reaches only the service. The channel ends it if the service is killed.
      child = spawn(process.execPath, [file], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const [code, killedBy] = await once(child, 'exit');
      if (signal.aborted) return;
      log.error({ code, signal: killedBy }, 'the process of backups ended; it is started again');
      await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  running.catch((error) => log.error({ err: error }, 'backups do not start'));
  return {
    stop: async () => {
      leaving.abort();
      child?.kill('SIGTERM');
      await Promise.race([running, sleep(PATIENCE_MS, undefined, { ref: false })]);
      child?.kill('SIGKILL');
    },
  };
}
