import type { Database } from '../../db/database.ts';
import { addUsage, selectUsage, type UsageRow } from './store.ts';

/** How often counts are written, and those of other nodes read. */
const EVERY_MS = 1_000;
/** Bounds the memory: otherwise every test world ever seen would stay in it. */
const MOST_KNOWN = 50_000;

/** The usage of one test world, as far as this node knows. */
export type Usage = {
  day: string;
  /** On this day. */
  rows: number;
  /** On this day, and on the earlier days that still count. */
  bytes: number;
  bytesBefore: number;
  /** Counted here and not yet written. */
  newRows: number;
  newBytes: number;
};

export type Meter = {
  /** From memory, or from the database if this node has not seen the world today. */
  usageOf(world: number): Promise<Usage>;
  /** The cached usage, without a query. */
  known(world: number): Usage | undefined;
  add(world: number, rows: number, bytes: number): void;
  stop(): Promise<void>;
};

export const today = () => new Date().toISOString().slice(0, 10);

/**
 * Counts the usage of test worlds. A node's own count is immediate and costs no statement. Other nodes learn it a
 * second later, so all nodes together may exceed a daily quota by one second of use.
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

/** The usages of a node. New counts are added to the database after `everyMs`, and a failed write keeps them. */
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

/** Adopts the totals of all nodes. */
function learn(usage: Usage | undefined, { rows, bytes }: UsageRow): void {
  if (!usage) return;
  usage.rows = Number(rows) + usage.newRows;
  usage.bytes = Number(bytes) + usage.newBytes;
}

/** @returns whether the world is still cached, so that its counts are written later */
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
