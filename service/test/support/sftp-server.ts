import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ssh2, { type AuthContext, type Connection, type SFTPWrapper } from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

export type RemoteFile = { body: Buffer; changedAt: number };

export type SftpServer = {
  readonly port: number;
  /** The fingerprint of its key, as `ssh-keygen -l` prints it. */
  readonly hostKey: string;
  /** The files of its only folder, `/statements`. */
  readonly files: Map<string, RemoteFile>;
  /** Names of the files that were opened. */
  readonly opened: string[];
  /** The number of tries to log in. */
  logins(): number;
  /** The next read of a file breaks the connection. */
  breakNextRead(): void;
  stop(): Promise<void>;
};

export type SftpUser = { readonly user: string; readonly password: string; readonly publicKey: string };

const folder = '/statements';
const isFile = 0o100644;
const isFolder = 0o040755;

/** An SFTP server on loopback with files in memory. It can list and read them. */
export async function startSftpServer(user: SftpUser): Promise<SftpServer> {
  const key = utils.generateKeyPairSync('ed25519');
  const files = new Map<string, RemoteFile>();
  const opened: string[] = [];
  const connections = new Set<Connection>();
  let logins = 0;
  let breaks = false;
  const server = new Server({ hostKeys: [key.private] }, (connection) => {
    connections.add(connection);
    connection.on('close', () => connections.delete(connection));
    // A client that refuses the key, or that ends, is an error here.
    connection.on('error', () => {});
    connection.on('authentication', (context) => {
      if (context.method !== 'none') logins++;
      if (isAllowed(context, user)) context.accept();
      else context.reject(['password', 'publickey']);
    });
    connection.on('session', (accept) => {
      accept().on('sftp', (open) => {
        const doesBreak = () => {
          const now = breaks;
          breaks = false;
          if (now) connection.end();
          return now;
        };
        serveFiles(open(), files, opened, doesBreak);
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const parsed = parseKey(key.public);
  return {
    port: (server.address() as AddressInfo).port,
    hostKey: `SHA256:${hash('sha256', parsed.getPublicSSH(), 'base64').replace(/=+$/, '')}`,
    files,
    opened,
    logins: () => logins,
    breakNextRead: () => {
      breaks = true;
    },
    stop: async () => {
      for (const connection of connections) connection.end();
      server.close();
      await once(server, 'close');
    },
  };
}

function parseKey(text: string) {
  const parsed = utils.parseKey(text);
  if (parsed instanceof Error) throw parsed;
  return Array.isArray(parsed) ? parsed[0]! : parsed;
}

function isAllowed(context: AuthContext, { user, password, publicKey }: SftpUser): boolean {
  if (context.username !== user) return false;
  if (context.method === 'password') return context.password === password;
  if (context.method !== 'publickey') return false;
  const allowed = parseKey(publicKey);
  if (!allowed.getPublicSSH().equals(context.key.data)) return false;
  // The client first asks whether the key would do, without a signature.
  if (!context.signature || !context.blob) return true;
  return allowed.verify(context.blob, context.signature, context.hashAlgo) === true;
}

function serveFiles(
  sftp: SFTPWrapper,
  files: ReadonlyMap<string, RemoteFile>,
  opened: string[],
  doesBreak: () => boolean,
): void {
  /** By handle: the file's name, or a folder that is listed once. */
  const handles = new Map<number, { name: string | null; listed: boolean }>();
  let next = 0;
  const open = (name: string | null) => {
    handles.set(next, { name, listed: false });
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next++);
    return handle;
  };
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE());
  const nameOf = (path: string) => path.slice(folder.length + 1);
  const attributes = (file: RemoteFile | null) => ({
    ...{ mode: file ? isFile : isFolder, uid: 0, gid: 0, size: file?.body.length ?? 0 },
    ...{ atime: 0, mtime: Math.floor((file?.changedAt ?? 0) / 1_000) },
  });
  const showStat = (id: number, path: string) => {
    const file = files.get(nameOf(path));
    if (path === folder || file) sftp.attrs(id, attributes(file ?? null));
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  };
  sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: path, longname: path, attrs: attributes(null) }]));
  sftp.on('STAT', showStat);
  sftp.on('LSTAT', showStat);
  sftp.on('OPENDIR', (id, path) => {
    if (path === folder) sftp.handle(id, open(null));
    else sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on('READDIR', (id, handle) => {
    const place = of(handle)!;
    if (place.listed) return sftp.status(id, STATUS_CODE.EOF);
    place.listed = true;
    const names = [...files].map(([filename, file]) => {
      const longname = `-rw-r--r-- 1 bank bank ${file.body.length} Jan 1 00:00 ${filename}`;
      return { filename, longname, attrs: attributes(file) };
    });
    sftp.name(id, names);
  });
  sftp.on('OPEN', (id, path) => {
    if (!files.has(nameOf(path))) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    opened.push(nameOf(path));
    sftp.handle(id, open(nameOf(path)));
  });
  sftp.on('FSTAT', (id, handle) => sftp.attrs(id, attributes(files.get(of(handle)!.name!)!)));
  sftp.on('READ', (id, handle, offset, length) => {
    if (doesBreak()) return;
    const { body } = files.get(of(handle)!.name!)!;
    if (offset >= body.length) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, body.subarray(offset, offset + length));
  });
  sftp.on('CLOSE', (id, handle) => {
    handles.delete(handle.readUInt32BE());
    sftp.status(id, STATUS_CODE.OK);
  });
}
