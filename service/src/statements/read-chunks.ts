import { setImmediate as turn } from 'node:timers/promises';
import { ChangedDocument } from '../storage/encrypt.ts';
import type { FileStores } from './receive-file.ts';
import { findChunks } from './store.ts';

/** Parsing 64 KiB takes a millisecond; other requests run in between. */
const PIECE = 64 * 1024;

/**
 * The bytes of a stored file, in small pieces.
 * @param onRead called with the bytes that were read so far
 * @throws if the store lacks a chunk, or has another one
 */
export async function* readChunks(
  { db, documents }: FileStores,
  file: string,
  onRead: (bytes: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for (const { document, size } of await findChunks(db, file)) {
    const chunk = await documents.get(document);
    if (chunk?.length !== size) throw new ChangedDocument(`the document store has not all bytes of ${document}`);
    for (let at = 0; at < chunk.length; at += PIECE) {
      yield chunk.subarray(at, at + PIECE);
      read += Math.min(PIECE, chunk.length - at);
      onRead(read);
      await turn();
    }
  }
}
