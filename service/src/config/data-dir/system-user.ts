import { readFileSync } from 'node:fs';

export type SystemUser = { readonly uid: number; readonly gid: number; readonly name: string };

/** The user that runs the database if root starts the service and this user exists. */
export const OWN_USER = 'rialto';

export function findUser(name: string): SystemUser | undefined {
  const [, , uid, gid] = passwd().find(([one]) => one === name) ?? [];
  // macOS writes -2.
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, name };
}

export const nobody = (): SystemUser => findUser('nobody') ?? { uid: 65_534, gid: 65_534, name: 'nobody' };

export function nameOf(uid: number): string | undefined {
  return passwd().find((entry) => Number(entry[2]) >>> 0 === uid)?.[0];
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
