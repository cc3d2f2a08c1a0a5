import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Database } from '../db/database.ts';
import { streamBaseBackup } from '../postgres/base-backup.ts';
import { passwordFileOf } from '../postgres/cluster.ts';
import { parseLsn } from '../postgres/stream-wal.ts';
import { hex16, type Manifest, objects, type StoredBase } from './catalog.ts';
import { describeBackup, readMoment } from './describe.ts';
import { type Remote, writeJson } from './remote.ts';
import { retryAct } from './retry-act.ts';
import type { DocumentShipper } from './ship-documents.ts';

/** The size of an object before compression. A restore keeps a few of them in memory. */
const PART_BYTES = 16 * 1024 * 1024;
const AT_ONCE = 2;
/** A store that is down for longer fails the backup. The next attempt begins from the start. */
const PATIENCE_MS = 10 * 60_000;

export type BaseSource = {
  readonly remote: Remote;
  readonly archive: string;
  readonly db: Database;
  readonly url: string;
  readonly dataDir: string;
  readonly documents: DocumentShipper;
  readonly signal: AbortSignal;
};

/** Stores a base backup in parts, and its manifest last, so that only a complete backup has one. */
export async function shipBase(source: BaseSource): Promise<StoredBase & { bytes: number }> {
  const { remote, archive, db, url, signal } = source;
  const started = await readMoment(db);
  const id = `${hex16(parseLsn(started.lsn))}-${started.at.toISOString().replaceAll(':', '-')}`;
  let sent = { parts: 0, bytes: 0 };
  const base = await streamBaseBackup(url, started.segment, async (tar) => {
    const store = (number: number, bytes: Buffer) =>
      retryAct(() => remote.put(objects.part(archive, id, number), bytes), {
        ...{ signal, forMs: PATIENCE_MS },
        onFailure: () => {},
      });
    sent = await sendParts(tar, store);
  });
  // Documents come after the database, so that every document that its rows name is stored.
  const documents = await source.documents.ship();
  const manifest: Manifest = {
    ...(await describeBackup(db, started, base)),
    bytes: sent.bytes,
    parts: sent.parts,
    password: readFileSync(passwordFileOf(source.dataDir), 'utf8'),
    documents,
  };
  await writeJson(remote, objects.manifest(archive, id), manifest);
  return { id, at: new Date(manifest.finished_at), bytes: sent.bytes };
}

async function sendParts(
  tar: Readable,
  store: (number: number, bytes: Buffer) => Promise<void>,
): Promise<{ parts: number; bytes: number }> {
  const onTheirWay = new Set<Promise<void>>();
  let parts = 0;
  let bytes = 0;
  const send = async (part: Buffer) => {
    while (onTheirWay.size >= AT_ONCE) await Promise.race(onTheirWay);
    const storing = store(++parts, part).finally(() => onTheirWay.delete(storing));
    storing.catch(() => {});
    onTheirWay.add(storing);
  };
  let pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of tar as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    bytes += piece.length;
    if (size < PART_BYTES) continue;
    await send(Buffer.concat(pieces));
    pieces = [];
    size = 0;
  }
  if (size > 0) await send(Buffer.concat(pieces));
  await Promise.all(onTheirWay);
  return { parts, bytes };
}
