import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { StartupError } from '../startup-error.ts';

const { O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * Opens a file without following a link, symbolic or hard: through one root would write another user's file. It does
 * not wait for the other end of a pipe.
 * O_TRUNC would take effect before the check, so truncate afterwards.
 * @throws StartupError if it is not a plain file
 */
export function openPlain(path: string, flags: number, mode = 0o600): number {
  let fd: number;
  try {
    fd = openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, mode);
  } catch (error) {
    throw ['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
      ? notPlain(path)
      : error;
  }
  const { nlink } = fstatSync(fd);
  if (fstatSync(fd).isFile() && nlink === 1) return fd;
  closeSync(fd);
  throw notPlain(path);
}

export function notPlain(path: string): StartupError {
  return new StartupError(
    `${path} is a link or not an ordinary file, and another user could have created it. Check where it points, then remove it`,
  );
}
