import type { Fault, NotTaken } from '../core/payment.ts';
import type { WorkerName } from '../db/node.ts';
import { type BuildOptions, buildRail } from './build-rail.ts';
import { createPace, type Pace } from './pace.ts';
import type { Rail, Rails } from './rail.ts';
import type { RailRow } from './rail-row.ts';
import { countRefusals } from './refusals.ts';
import { countNodes, type StoredRailRow, selectRails, toRailRow } from './store.ts';

/** Notifications arrive within milliseconds. The poll finds what was missed. */
const POLL_MS = 5_000;
const REFRESH_MS = 300_000;
/** Records of a resumed rail become due at once (`rail-settings/`). This bounds their wait if that fails. */
const HELD_MS = 300_000;
/** A provider's answer may be a page. */
const LONGEST_WHY = 300;
const workers: readonly WorkerName[] = ['payments', 'refunds', 'payouts', 'payout_items'];

export const RAILS_CHANNEL = 'rialto_rails';

/** A fault that concerns all records of a rail, and the connection that has it. */
export type RailFault = {
  readonly row: RailRow;
  /** Identifies the connection, which may have changed meanwhile. */
  readonly fingerprint: string;
  readonly fault: Fault;
  readonly why: string;
  readonly retryAfterMs: number | null;
};

export type RegistryOptions = BuildOptions & {
  readonly builtIn: Readonly<Record<string, Rail>>;
  /** Refused credentials and missing rights: at the third in a minute. Others: at each call that has them. */
  readonly onFault: (fault: RailFault) => void;
  /** The rail takes requests again. */
  readonly onOpen: (slug: string) => void;
  /** A rail cannot be connected, its configuration cannot be read, or the rows cannot be read (`slug` is null). */
  readonly onError: (error: unknown, slug: string | null) => void;
};

export type Registry = Rails & {
  /** Reads the rows again, because one may have changed. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

type Live = {
  row: RailRow;
  readonly credentials: Buffer;
  readonly fingerprint: string;
  readonly pace: Pace;
  /** Null if it cannot be connected. */
  readonly rail: Rail | null;
  readonly close: () => Promise<void>;
  /** The reason why it cannot be connected. */
  readonly broken: string | null;
  wasHeld: boolean;
};

/**
 * The built-in rails and those of the table, as they are now. Every node has its own copy in memory, and reads the
 * table when a notification says that it changed. Only another base URL or other credentials make another connection.
 */
export function openRegistry(options: RegistryOptions): Registry {
  const { db, builtIn, onError } = options;
  let live = new Map<string, Live>();
  let nodes = 1;
  let reading: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  const wake = () => {
    for (const name of workers) db.node.wakeHere(name);
  };
  const connect = (stored: StoredRailRow): Live => openLive(stored, options, wake, (slug) => live.get(slug)?.row);

  const read = async () => {
    const [rows, counted] = await Promise.all([
      db.query<StoredRailRow>(selectRails),
      db.query<{ nodes: number }>(countNodes),
    ]);
    if (stopped) return;
    nodes = Math.max(counted[0]!.nodes, 1);
    const before = live;
    live = new Map(rows.map((stored) => [stored.slug, keep(before.get(stored.slug), stored) ?? connect(stored)]));
    for (const one of before.values()) if (live.get(one.row.slug) !== one) drop(one);
    for (const one of live.values()) setLimits(one, nodes);
    announce(live, options, wake);
  };
  /** A change during the read may not be in its result, so the rows are read once more. */
  const refresh = (): Promise<void> => {
    if (stopped) return Promise.resolve();
    if (reading) {
      again = true;
      return reading;
    }
    const readAll = async () => {
      do {
        again = false;
        await read();
      } while (again && !stopped);
    };
    reading = readAll()
      .catch((error) => onError(error, null))
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const refreshAll = () => {
    for (const { rail, row } of live.values()) rail?.refresh?.().catch((error) => onError(error, row.slug));
  };
  const timers = [setInterval(refresh, POLL_MS), setInterval(refreshAll, REFRESH_MS)];
  refresh();

  return {
    get: (name) => builtIn[name] ?? live.get(name)?.rail ?? undefined,
    row: (name) => live.get(name)?.row,
    names: () => [...Object.keys(builtIn), ...live.keys()],
    heldBack: (name) => {
      const one = live.get(name);
      if (one) return holdOf(one, Date.now());
      return builtIn[name] ? null : { state: 'not_taken', retryAfterMs: HELD_MS, why: 'no such rail' };
    },
    room: (name, open) => live.get(name)?.pace.room(open) ?? Number.POSITIVE_INFINITY,
    refresh,
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await reading;
      for (const one of live.values()) drop(one);
    },
  };
}

/** The same connection under its present row, or undefined if it must be connected again. */
function keep(one: Live | undefined, stored: StoredRailRow): Live | undefined {
  if (!one || !stored.credentials || !one.credentials.equals(stored.credentials)) return undefined;
  if (one.row.baseUrl !== stored.base_url) return undefined;
  one.row = toRailRow(stored);
  return one;
}

function openLive(
  stored: StoredRailRow,
  options: RegistryOptions,
  wake: () => void,
  rowNow: (slug: string) => RailRow | undefined,
): Live {
  const row = toRailRow(stored);
  const { fingerprint } = stored;
  const credentials = stored.credentials!;
  const pace = createPace(wake);
  const refusals = countRefusals();
  const onFault = (fault: Fault, { why = fault, retryAfterMs = null }: Partial<NotTakenFacts>, begunAt: number) => {
    const isOurs = fault === 'credentials' || fault === 'setup';
    if (isOurs && !refusals.note(begunAt, performance.now())) return;
    options.onFault({ row, fingerprint, fault, why: why.slice(0, LONGEST_WHY), retryAfterMs });
  };
  const rest = { row, credentials, fingerprint, pace, wasHeld: true };
  try {
    const guard = { pace, onFault };
    const { rail, close } = buildRail({ row, credentials }, options, guard, () => rowNow(row.slug) ?? row);
    rail.refresh?.().catch((error) => options.onError(error, row.slug));
    return { ...rest, rail, close, broken: null };
  } catch (error) {
    options.onError(error, row.slug);
    return { ...rest, rail: null, close: async () => {}, broken: (error as Error).message };
  }
}

type NotTakenFacts = { readonly why: string; readonly retryAfterMs: number | null };

/** Calls in flight end before the sockets close. */
function drop({ pace, close }: Live): void {
  pace.stop();
  close().catch(() => {});
}

function setLimits({ pace, row }: Live, nodes: number): void {
  const { callsPerSecond, concurrency } = row;
  pace.setLimits({ perSecond: callsPerSecond === null ? null : callsPerSecond / nodes, concurrency });
}

/** Reports the rails that take requests again. */
function announce(live: ReadonlyMap<string, Live>, { onOpen }: RegistryOptions, wake: () => void): void {
  for (const one of live.values()) {
    const isHeld = holdOf(one, Date.now()) !== null;
    if (one.wasHeld && !isHeld) {
      onOpen(one.row.slug);
      wake();
    }
    one.wasHeld = isHeld;
  }
}

/** The reason why nothing may be sent, as the answer of a rail that certainly has not taken it. */
function holdOf({ row, broken }: Live, now: number): NotTaken | null {
  const { status, statusReason, statusUntil } = row;
  if (broken !== null) return { state: 'not_taken', fault: 'setup', retryAfterMs: HELD_MS, why: broken };
  if (status === 'paused')
    return { state: 'not_taken', retryAfterMs: HELD_MS, why: `paused: ${statusReason ?? 'by an operator'}` };
  const leftMs = statusUntil === null ? HELD_MS : statusUntil.getTime() - now;
  if (status === 'enabled' || leftMs <= 0) return null;
  return { state: 'not_taken', fault: 'closed', retryAfterMs: leftMs, why: statusReason ?? 'closed by the provider' };
}
