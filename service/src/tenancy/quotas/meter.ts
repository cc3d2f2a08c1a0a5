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
  const loading = new Map<number, Promise<Usage>>();
  const { usages, changed, note, writeNow, stop } = writeBehind(db, onError, everyMs);

  const load = async (world: number): Promise<Usage> => {
    // Yesterday's counts are written first, under their own day.
    if (changed.has(world)) await writeNow();
    const usage = await readUsage(db, world);
    if (usages.size >= MOST_KNOWN) for (const known of usages.keys()) if (!changed.has(known)) usages.delete(known);
    usages.set(world, usage);
    return usage;
  };
  const known = (world: number) => {
    const usage = usages.get(world);
    return usage?.day === today() ? usage : undefined;
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
    stop,
  };
}

/** The usages of a node, whose new counts are added to the database after `everyMs`. A failed write keeps its counts. */
function writeBehind(db: Database, onError: (error: unknown) => void, everyMs: number) {
  const usages = new Map<number, Usage>();
  const changed = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const note = (world: number) => {
    changed.add(world);
    timer ??= setTimeout(writeNow, everyMs);
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
    for (const [day, worlds] of byDay) await writeDay(day, worlds);
  };
  const writeDay = async (day: string, worlds: number[]) => {
    const taken = worlds.map((world) => take(usages.get(world)!));
    const values = [worlds, day, taken.map(({ rows }) => rows), taken.map(({ bytes }) => bytes)];
    try {
      for (const total of await db.query<UsageRow>(addUsage, values)) learn(usages.get(total.world), total);
    } catch (error) {
      onError(error);
      for (const [i, world] of worlds.entries()) if (giveBack(usages.get(world), taken[i]!)) note(world);
    }
  };
  const stop = async () => {
    await writeNow();
    if (timer) clearTimeout(timer);
  };
  return { usages, changed, note, writeNow, stop };
}

async function readUsage(db: Database, world: number): Promise<Usage> {
  const day = today();
  const [row] = await db.query<UsageRow & { bytes_before: bigint }>(selectUsage, [world, day]);
  return {
    day,
    rows: Number(row!.rows),
    bytes: Number(row!.bytes),
    bytesBefore: Number(row!.bytes_before),
    newRows: 0,
    newBytes: 0,
  };
}

/** Takes in the totals of all nodes. */
function learn(usage: Usage | undefined, { rows, bytes }: UsageRow): void {
  if (!usage) return;
  usage.rows = Number(rows) + usage.newRows;
  usage.bytes = Number(bytes) + usage.newBytes;
}

/** @returns whether the world is still known, so that its counts are written later */
function giveBack(usage: Usage | undefined, { rows, bytes }: { rows: number; bytes: number }): boolean {
  if (!usage) return false;
  usage.newRows += rows;
  usage.newBytes += bytes;
  return true;
}

function take(usage: Usage): { rows: number; bytes: number } {
  const taken = { rows: usage.newRows, bytes: usage.newBytes };
  usage.newRows = 0;
  usage.newBytes = 0;
  return taken;
}
