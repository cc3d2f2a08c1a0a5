import type { TableSize } from './read-database.ts';
import { type Effect, MODES, type Rehearsed } from './rehearse.ts';

/** Of a small server. The report states them. */
export const ASSUMED = { readBytesPerSecond: 100e6, writtenBytesPerSecond: 25e6 };
/** Requests wait for a lock for 2 s, and try for 5 s. */
export const MOST_BLOCKED_S = 1;

export type Blocks = 'nothing' | 'writes' | 'reads and writes';

export type TableStep = {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  /** The strongest lock, such as `ACCESS EXCLUSIVE`; null if it only reads. */
  readonly lock: string | null;
  /** Other transactions that wait for it. */
  readonly blocks: Blocks;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly rewrites: boolean;
  readonly indexes: readonly string[];
};

export type Step = {
  readonly migration: string;
  /** Its index is built while others write. */
  readonly concurrently: boolean;
  readonly worksWith: string | null;
  /** Tables that the database has now. New tables are empty, and nobody uses them yet. */
  readonly tables: readonly TableStep[];
  /** At most this much, and this long. */
  readonly diskBytes: number;
  readonly seconds: number;
  readonly blockedSeconds: number;
  readonly safeWhileRunning: boolean;
};

/**
 * A bound by today's sizes. A rewrite writes the table and its indexes again. A change of rows may change all of them.
 * A new index is taken to be as large as the largest of its table. A migration that fills new tables is taken to copy
 * all that it reads. Locks are held until its end.
 */
export function estimate({ name, file, effects, fills }: Rehearsed, sizes: ReadonlyMap<string, TableSize>): Step {
  const known = effects.flatMap((effect) => {
    const size = sizes.get(effect.table);
    return size ? [{ effect, size }] : [];
  });
  let [read, written] = [0, 0];
  for (const { effect, size } of known) {
    const scans = effect.indexes.length * (file.index ? 2 : 1);
    read += size.bytes * Math.max(scans, effect.reads || effect.writes ? 1 : 0);
    if (effect.rewrites || effect.writes) written += size.bytes + size.indexBytes;
    else if (fills && effect.reads && !isReferenced(effect)) written += size.bytes + size.indexBytes;
    written += effect.indexes.length * size.largestIndex;
  }
  const seconds = read / ASSUMED.readBytesPerSecond + written / ASSUMED.writtenBytesPerSecond;
  const tables = known.map(({ effect, size }) => tableStep(effect, size));
  const blockedSeconds = tables.some(({ blocks }) => blocks !== 'nothing') ? seconds : 0;
  return {
    migration: name,
    concurrently: file.index !== undefined,
    worksWith: file.worksWith ?? null,
    tables,
    diskBytes: Math.ceil(written),
    seconds: round(seconds),
    blockedSeconds: round(blockedSeconds),
    safeWhileRunning: blockedSeconds <= MOST_BLOCKED_S,
  };
}

/** A new foreign key to a table reads it, and copies nothing. */
const isReferenced = ({ locks }: Effect): boolean => locks.includes('ShareRowExclusiveLock');

function tableStep({ table, locks, reads, writes, rewrites, indexes }: Effect, size: TableSize): TableStep {
  const [strongest] = locks;
  return {
    table,
    rows: Math.round(size.rows),
    bytes: size.bytes + size.indexBytes,
    lock: strongest ? spell(strongest) : null,
    blocks: strongest ? blocksOf(strongest) : 'nothing',
    reads,
    writes,
    rewrites,
    indexes,
  };
}

/** ROW EXCLUSIVE blocks no table, but the rows that it changes stay locked. */
function blocksOf(mode: string): Blocks {
  if (mode === 'AccessExclusiveLock') return 'reads and writes';
  const strength = MODES.indexOf(mode);
  return strength >= MODES.indexOf('ShareLock') || mode === 'RowExclusiveLock' ? 'writes' : 'nothing';
}

/** `ShareRowExclusiveLock` is SHARE ROW EXCLUSIVE in PostgreSQL's manual. */
const spell = (mode: string): string =>
  mode
    .replace(/Lock$/, '')
    .replace(/\B[A-Z]/g, ' $&')
    .toUpperCase();

const round = (seconds: number): number => Math.ceil(seconds * 1_000) / 1_000;
