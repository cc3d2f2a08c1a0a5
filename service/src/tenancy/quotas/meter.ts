import type { Database } from '../../db/database.ts';
import { addUsage, selectUsage, type UsageRow } from './store.ts';

/** Counts are written, and those of other nodes read, so often. */
const EVERY_MS = 1_000;
/** Every test world that ever came would be one more. */
const MOST_KNOWN = 50_000;

/** What one test world has used, as far as this node knows. */
export type Usage = {
  day: string;
  /** Today. */
  rows: number;
  /** Today, and on the days before that still count. */
  bytes: number;
  bytesBefore: number;
  /** Counted here and not yet written. */
  newRows: number;
  newBytes: number;
};

export type Meter = {
  /** From memory, or from the database where this node has not met the world today. */
  usageOf(world: number): Promise<Usage>;
  /** What is known without asking the database. */
  known(world: number): Usage | undefined;
  add(world: number, rows: number, bytes: number): void;
  stop(): Promise<void>;
};

export const today = () => new Date().toISOString().slice(0, 10);

/**
 * Counts what test worlds use. A node's own count is immediate and costs no statement; other nodes learn of it a second later, so
 * nodes together may pass a daily quota by what they take within a second.
 */
export function openMeter(db: Database, onError: (error: unknown) => void, everyMs = EVERY_MS): Meter {
  const usages = new Map<number, Usage>();
  const loading = new Map<number, Promise<Usage>>();
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const load = async (world: number): Promise<Usage> => {
    // Counts of yesterday are written first, under their own day.
    if (changed.has(world)) await writeNow();
    const day = today();
    type Row = UsageRow & { bytes_before: bigint };
    const [row] = await db.query<Row>(selectUsage, [world, day]);
    const usage = {
      day,
      rows: Number(row!.rows),
      bytes: Number(row!.bytes),
      bytesBefore: Number(row!.bytes_before),
      newRows: 0,
      newBytes: 0,
    };
    if (usages.size >= MOST_KNOWN) for (const known of usages.keys()) if (!changed.has(known)) usages.delete(known);
    usages.set(world, usage);
    return usage;
  };

  const known = (world: number) => {
    const usage = usages.get(world);
    return usage?.day === today() ? usage : undefined;
  };

  const writeNow = () => {
    writing = writing.then(write);
    return writing;
  };

  const write = async (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    const byDay = Map.groupBy(changed, (world) => usages.get(world)!.day);
    changed.clear();
    for (const [day, worlds] of byDay) {
      const taken = worlds.map((world) => take(usages.get(world)!));
      const rows = taken.map((one) => one.rows);
      const bytes = taken.map((one) => one.bytes);
      try {
        for (const total of await db.query<UsageRow>(addUsage, [worlds, day, rows, bytes])) learn(total);
      } catch (error) {
        onError(error);
        for (const [i, world] of worlds.entries()) giveBack(world, taken[i]!);
      }
    }
  };

  const learn = ({ world, rows, bytes }: UsageRow) => {
    const usage = usages.get(world);
    if (!usage) return;
    usage.rows = Number(rows) + usage.newRows;
    usage.bytes = Number(bytes) + usage.newBytes;
  };

  const giveBack = (world: number, { rows, bytes }: { rows: number; bytes: number }) => {
    const usage = usages.get(world);
    if (!usage) return;
    usage.newRows += rows;
    usage.newBytes += bytes;
    note(world);
  };

  const note = (world: number) => {
    changed.add(world);
    timer ??= setTimeout(writeNow, everyMs);
  };

  return {
    known,
    usageOf: async (world) => {
      const usage = known(world);
      if (usage) return usage;
      let asked = loading.get(world);
      if (!asked) {
        asked = load(world).finally(() => loading.delete(world));
        loading.set(world, asked);
      }
      return asked;
    },
    add: (world, rows, bytes) => {
      const usage = usages.get(world);
      if (!usage) return;
      usage.rows += rows;
      usage.newRows += rows;
      usage.bytes += bytes;
      usage.newBytes += bytes;
      note(world);
    },
    stop: async () => {
      await writeNow();
      if (timer) clearTimeout(timer);
    },
  };
}

function take(usage: Usage): { rows: number; bytes: number } {
  const taken = { rows: usage.newRows, bytes: usage.newBytes };
  usage.newRows = 0;
  usage.newBytes = 0;
  return taken;
}
