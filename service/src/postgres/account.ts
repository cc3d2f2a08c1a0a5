import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  fchownSync,
  lchownSync,
  lstatSync,
  openSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findUser, nameOf, nobody, OWN_USER, type SystemUser } from '../config/data-dir/system-user.ts';
import { StartupError } from '../config/startup-error.ts';

/**
 * The user that runs postgres. Undefined means our own user; otherwise we are root, and postgres refuses to run as
 * root.
 */
export type SystemAccount = (SystemUser & { readonly prefix: readonly string[] }) | undefined;

/** `owned` is the cluster if there is one, else the data directory. `reached`: every path that postgres must open. */
export function chooseAccount(owned: string, isCluster: boolean, reached: readonly string[]): SystemAccount {
  const { uid, gid } = statSync(owned);
  if (process.geteuid?.() !== 0) {
    if (isCluster && uid !== process.geteuid?.()) {
      throw new StartupError(
        `${owned} belongs to ${nameOf(uid) ?? `uid ${uid}`}. Start as that user or as root, or set another DATA_DIR`,
      );
    }
    return undefined;
  }
  // initdb needs an account with a name. An existing cluster runs only as its owner.
  const owner = isCluster && uid !== 0 ? { uid, gid, name: nameOf(uid) ?? `uid ${uid}` } : undefined;
  const account = owner ?? findUser(OWN_USER) ?? nobody();
  const closed = reached.find((path) => !canReach(account, path));
  return { ...account, prefix: closed ? overridePermissions(account, closed) : [] };
}

export function spawnAs(
  account: SystemAccount,
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const clean = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, ...options };
  if (!account) return spawn(file, args, clean);
  const [first, ...rest] = [...account.prefix, file, ...args];
  return spawn(first!, rest, account.prefix.length > 0 ? clean : { ...clean, uid: account.uid, gid: account.gid });
}

/** For a path that was just made in a directory where only we can write. */
export function giveTo(account: SystemAccount, path: string): void {
  if (account) lchownSync(path, account.uid, account.gid);
}

/** Makes a file that the account can read, in a directory where only we can write. */
export function writeFor(
  account: SystemAccount,
  path: string,
  content: string | Uint8Array,
  options: { flush?: boolean } = {},
): void {
  const fd = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(fd, content, options);
    if (account) fchownSync(fd, account.uid, account.gid);
  } finally {
    closeSync(fd);
  }
}

/**
 * Removes a folder of the database's user with its content. Root lets that user remove it, because between a check and
 * the removal a name could become a link. Only the folder's own name is in a directory of root.
 */
export async function removeTree(account: SystemAccount, path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!account || !found?.isDirectory())
    return rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  const { uid, gid } = found;
  const owner = uid === 0 || account.prefix.length > 0 ? account : { ...account, uid, gid };
  for (let tries = 1; ; tries++) {
    await once(spawnAs(owner, 'rm', ['-rf', '--', path], { stdio: 'ignore' }), 'exit');
    try {
      return rmdirSync(path);
    } catch (error) {
      // With the right to enter closed directories, rm has removed the folder itself.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      // The initdb of a killed service may still be writing there.
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === 20) throw error;
      await sleep(50);
    }
  }
}

/**
 * For a clone in a directory that only root may enter: postgres runs as its account, with the right to enter closed
 * directories.
 */
function overridePermissions({ uid, gid, name }: { uid: number; gid: number; name: string }, closed: string): string[] {
  // initdb finds its postgres with access(2), which ignores the capabilities of a non-root user unless this securebit
  // is set.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability, '--'];
  if (spawnSync(prefix[0]!, [...prefix.slice(1), 'true']).status === 0) return prefix;
  throw new StartupError(
    `PostgreSQL does not run as root, and ${name} may not enter ${closed}. Start as an ordinary user, move the directory, install setpriv (util-linux) or set DATABASE_URL`,
  );
}

function canReach(account: { uid: number; gid: number }, path: string): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (path === dirname(path) || canReach(account, dirname(path)));
}
