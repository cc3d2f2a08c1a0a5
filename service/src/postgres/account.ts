import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** Who runs postgres: undefined is the user that we are; otherwise we are root, which postgres refuses to run as. */
export type Account =
  | { readonly uid: number; readonly gid: number; readonly name: string; readonly prefix: readonly string[] }
  | undefined;

/** `owned` is the cluster when there is one, else the data directory; `reached` is every path that postgres must open. */
export function chooseAccount(owned: string, isCluster: boolean, reached: readonly string[]): Account {
  const { uid, gid } = statSync(owned);
  if (process.geteuid?.() !== 0) {
    if (isCluster && uid !== process.geteuid?.()) {
      throw new StartupError(
        `${owned} belongs to ${nameOf(uid) ?? `uid ${uid}`}: start as that user or as root, or set another DATA_DIR`,
      );
    }
    return undefined;
  }
  // initdb insists on an account with a name; a cluster that exists only runs as its owner.
  const account = uid !== 0 && (isCluster || nameOf(uid)) ? { uid, gid, name: nameOf(uid) ?? `uid ${uid}` } : nobody();
  const closed = reached.find((path) => !canReach(account, path));
  return { ...account, prefix: closed ? overridePermissions(account, closed) : [] };
}

export function spawnAs(account: Account, file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const clean = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...options };
  if (!account) return spawn(file, args, clean);
  const [first, ...rest] = [...account.prefix, file, ...args];
  return spawn(first!, rest, account.prefix.length > 0 ? clean : { ...clean, uid: account.uid, gid: account.gid });
}

export function giveTo(account: Account, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** A clone below a directory that only root enters: postgres runs as its account, and may pass closed directories. */
function overridePermissions({ uid, gid, name }: { uid: number; gid: number; name: string }, closed: string): string[] {
  // Without the securebit access(2), by which initdb looks for its postgres, counts no capability of a user that is not root.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, '--'];
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0) return prefix;
  throw new StartupError(
    `PostgreSQL does not run as root, and ${name} may not enter ${closed}: start as an ordinary user, move the directory, install setpriv (util-linux) or set DATABASE_URL`,
  );
}

function canReach(account: { uid: number; gid: number }, path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (path === dirname(path) || canReach(account, dirname(path)));
}

function nobody() {
  const [, , uid, gid] = passwd().find(([name]) => name === 'nobody') ?? ['', '', '65534', '65534'];
  // macOS writes -2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, name: 'nobody' };
}

function nameOf(uid: number): string | undefined {
  return passwd().find((entry) => Number(entry[2]) === uid)?.[0];
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}
