import { hash, timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FoundFile } from './found-file.ts';
import { MAX_FILE_BYTES } from './read/limits.ts';
import type { Pickup, SftpCredentials } from './set-pickup.ts';

type Place = Extract<Pickup, { sftp: object }>['sftp'];

/** For the connection and its key exchange. */
const READY_MS = 20_000;
const QUIET_MS = 60_000;

/** The fingerprint of a server's key, as `ssh-keygen -l` prints it. */
const hostFingerprint = (key: Buffer): string => `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`;

/**
 * The files of a folder on an SFTP server, by name. Only the pinned key of the server is accepted.
 * @param seen files of earlier rounds, by place, size and time: they are not read again
 * @throws if the server is another one, or refuses the credentials
 */
export async function* collectSftp(
  { host, port, user, path, host_key: pinned }: Place,
  credentials: SftpCredentials,
  seen: Set<string>,
): AsyncGenerator<FoundFile> {
  // Loading it takes 60 ms of CPU, and few deployments collect by SFTP.
  const { default: SftpClient } = await import('ssh2-sftp-client');
  // Its own listeners print to the console, where the log has lines of JSON only.
  let reading: Readable | null = null;
  // A file whose connection ends may otherwise never end.
  const breakOff = () => {
    if (reading && !reading.readableEnded) reading.destroy(new Error('the SFTP server closed the connection'));
  };
  const client = new SftpClient('statements', { error: ignore, end: breakOff, close: breakOff });
  const read = (file: string): Readable => {
    reading = client.createReadStream(file) as unknown as Readable;
    return reading;
  };
  await client.connect({
    ...{ host, port, username: user, readyTimeout: READY_MS },
    ...('password' in credentials
      ? { password: credentials.password }
      : { privateKey: credentials.private_key, passphrase: credentials.passphrase }),
    hostVerifier: (key: Buffer) => isPinned(hostFingerprint(key), pinned),
  });
  try {
    const entries = await client.list(path);
    for (const { name, size, modifyTime } of entries
      .filter(({ type, name }) => type === '-' && !name.startsWith('.'))
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (size === 0 || size > MAX_FILE_BYTES || Date.now() - modifyTime < QUIET_MS) continue;
      const file = `${path.replace(/\/$/, '')}/${name}`;
      const stamp = `${user}@${host}:${port}${file} ${size} ${modifyTime}`;
      if (seen.has(stamp)) continue;
      yield { source: 'sftp', name, size, sha256: null, open: () => read(file) };
      seen.add(stamp);
    }
  } finally {
    await client.end();
  }
}

const ignore = () => {};

const isPinned = (shown: string, pinned: string): boolean =>
  shown.length === pinned.length && timingSafeEqual(Buffer.from(shown), Buffer.from(pinned));
