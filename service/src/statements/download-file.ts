import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { recordRead } from '../audit/record.ts';
import type { Download } from '../http/files.ts';
import type { Asked } from '../http/handler.ts';
import type { Caller } from '../kernel/command.ts';
import { Refusal } from '../kernel/refusal.ts';
import { ChangedDocument } from '../storage/encrypt.ts';
import { readChunks } from './read-chunks.ts';
import type { FileStores } from './receive-file.ts';
import { findFile } from './store.ts';

export type DownloadStores = FileStores & {
  readonly onError: (error: unknown, requestId: string) => void;
};

/**
 * The bytes of a statement file as they were received. They are evidence, so they are read twice: the first time to
 * compare their hash, the second time to send them. Memory holds one chunk.
 */
export async function downloadFile(
  stores: DownloadStores,
  caller: Caller,
  { id }: { id: string },
  asked: Asked,
): Promise<Download> {
  const found = await findFile(stores.db, id);
  // A file of several accounts is stored once, as the file that arrived.
  const row = found?.part_of ? await findFile(stores.db, found.part_of) : found;
  if (!row) throw new Refusal('not_found');
  const { sha256, size, layout } = row;
  if (layout === 'provider') throw new Refusal('not_found', "The lines come from the provider's own list, not a file.");
  if (!sha256) throw new Refusal('not_found', 'The file is still arriving. Send the request again later.');
  const look = { action: 'statement_file.downloaded', target: id, after: { rail: row.rail } };
  await recordRead(stores.db, { caller, ...asked }, look);
  await verify(stores, row.id, sha256, asked.requestId);
  return {
    name: `${row.id}${safeExtension(row.name)}`,
    type: 'application/octet-stream',
    bytes: Readable.from(readVerified(stores, row.id, sha256)),
    length: Number(size),
  };
}

/** @throws Refusal statement_file_damaged, service_unavailable */
async function verify(stores: DownloadStores, file: string, sha256: Buffer, requestId: string): Promise<void> {
  try {
    for await (const _ of readVerified(stores, file, sha256));
  } catch (error) {
    stores.onError(error, requestId);
    if (error instanceof ChangedDocument) throw new Refusal('statement_file_damaged');
    throw new Refusal('service_unavailable', 'The document store cannot be reached. Send the request again.');
  }
}

/** @throws at the end if the bytes are not those that were received: then the connection breaks */
async function* readVerified(stores: FileStores, file: string, sha256: Buffer): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const piece of readChunks(stores, file)) {
    hash.update(piece);
    if (last) yield last;
    last = piece;
  }
  if (!hash.digest().equals(sha256)) throw new ChangedDocument(`the bytes of ${file} have another hash`);
  if (last) yield last;
}

const safeExtension = (name: string): string => /^\.[a-z0-9]{1,8}$/i.exec(extname(name))?.[0].toLowerCase() ?? '';
