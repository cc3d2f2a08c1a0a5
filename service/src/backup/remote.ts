import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { BackupConfig } from '../config/backups.ts';
import { StartupError } from '../config/startup-error.ts';
import { openBucket, type StoredObject } from './bucket.ts';
import { openKeys, openObject, sealObject } from './seal-object.ts';

/** The sealed objects of one deployment's folder. A name begins with the archive, and only opens under this name. */
export type Remote = {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null if there is no such object. @throws if it is damaged or another's */
  find(name: string): Promise<Buffer | null>;
  /** @throws also if the object is missing */
  get(name: string): Promise<Buffer>;
  list(prefix: string, after?: string): AsyncGenerator<StoredObject>;
  remove(names: readonly string[]): Promise<void>;
};

const compress = promisify(zstdCompress);
/** The fastest level: WAL becomes a fifth. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const decompress = promisify(zstdDecompress);

export function openRemote(config: BackupConfig, timeoutMs?: number): Remote {
  const bucket = openBucket(config, timeoutMs);
  const keys = openKeys(config);
  const find = async (name: string) => {
    const sealed = await bucket.get(name);
    return sealed && decompress(openObject(keys, name, sealed));
  };
  return {
    find,
    put: async (name, bytes) => bucket.put(name, sealObject(keys, name, await compress(bytes, FAST))),
    get: async (name) => {
      const found = await find(name);
      if (!found) throw new StartupError(`${name} is missing in the backup store`);
      return found;
    },
    list: (prefix, after) => bucket.list(prefix, after),
    remove: (names) => bucket.remove(names),
  };
}

export async function collect(objects: AsyncIterable<StoredObject>): Promise<StoredObject[]> {
  const all: StoredObject[] = [];
  for await (const object of objects) all.push(object);
  return all;
}

export async function findJson<T>(remote: Remote, name: string): Promise<T | null> {
  const found = await remote.find(name);
  return found && (JSON.parse(found.toString()) as T);
}

export async function readJson<T>(remote: Remote, name: string): Promise<T> {
  return JSON.parse((await remote.get(name)).toString()) as T;
}

export function writeJson(remote: Remote, name: string, value: object): Promise<void> {
  return remote.put(name, Buffer.from(JSON.stringify(value)));
}
