import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';
import { invalidField } from '../kernel/refusal.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { type ImportedRail, insertChunk, insertFile } from './store.ts';

/** The bytes of a file are sealed and stored in pieces of this size. */
export const CHUNK_BYTES = 4 * 1024 * 1024;

export type FileStores = { readonly db: Database; readonly documents: DocumentStore };

export type Draft = {
  readonly rail: ImportedRail;
  readonly source: 'upload' | 'directory' | 'sftp' | 'provider';
  readonly name: string;
  /** The operator, or `service`. */
  readonly createdBy: string;
  /** The local days that were asked for, YYYY-MM-DD; without them, the file says its own. */
  readonly days?: { readonly from: string; readonly to: string };
};

export type ReceivedFile = {
  readonly id: string;
  readonly rail: string;
  readonly size: number;
  readonly sha256: Buffer;
};

/**
 * Stores the bytes of a file while they arrive. The file is then `receiving`: `keepFiles` makes it wait for its import.
 * After a failure the sweep deletes what was stored.
 * @throws Refusal for an empty file
 */
export async function receiveFile(
  { db, documents }: FileStores,
  { rail, source, name, createdBy, days }: Draft,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ReceivedFile> {
  const id = newId('stf');
  const period = [days?.from ?? null, days?.to ?? null];
  await db.query(insertFile, [id, rail.rail, rail.livemode, source, name, rail.layout, createdBy, ...period]);
  const sha256 = createHash('sha256');
  let size = 0;
  let number = 0;
  for await (const chunk of inChunks(bytes)) {
    sha256.update(chunk);
    size += chunk.length;
    const document = newId('stc');
    // The row comes first, so that the sweep finds the document after a crash between the two.
    await db.query(insertChunk, [id, number++, document, chunk.length]);
    await documents.put(document, chunk);
  }
  if (size === 0) throw invalidField('body', 'file_empty', { allowed: ['file'] });
  return { id, rail: rail.rail, size, sha256: sha256.digest() };
}

async function* inChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let filled = 0;
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - filled);
      chunk.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === CHUNK_BYTES) {
        yield chunk;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}
