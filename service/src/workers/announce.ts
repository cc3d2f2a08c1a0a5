import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import type { About, WorkerName } from '../db/node.ts';

export const WAKE_CHANNEL = 'rialto_work';

/** Notifications commit one after the other in the whole cluster, so a node sends at most one in this time. */
const EVERY_MS = 50;
/** A payload holds at most 8 000 bytes. With more names than this, the announcement means "anything". */
const MOST_NAMES = 100;

type Work = readonly (readonly [WorkerName, About])[];

const everything: Work = [
  ['payments', null],
  ['refunds', null],
  ['payouts', null],
  ['payout_items', null],
  ['deliveries', null],
  ['replays', null],
  ['clocks', null],
  ['callbacks', null],
  ['incoming', null],
  ['messages', null],
  ['receipts', null],
  ['exports', null],
  ['schedules', null],
  ['holds', null],
  ['reserves', null],
  ['alerts', null],
  ['endpoints', null],
];
const names: ReadonlySet<string> = new Set(everything.map(([name]) => name));

export type Announcer = {
  /** Handles an announcement of another node. */
  hear(payload: string): void;
  /** Notifications may have been missed: every worker polls. */
  heardNothing(): void;
  stop(): void;
};

/**
 * Notifies the other nodes of new work, on its own connection and after the commit, so that no money waits for it. This
 * is a hint: a lost one delays work until the next poll, but never loses it.
 */
export function announceWakes(db: Database): Announcer {
  const nodeId = randomUUID();
  const gathered = new Map<WorkerName, Set<string> | null>();
  let timer: NodeJS.Timeout | null = null;

  const notify = async () => {
    timer = null;
    if (gathered.size === 0) return;
    const work = [...gathered].map(([name, about]) => [name, about && [...about]]);
    gathered.clear();
    timer = setTimeout(notify, EVERY_MS);
    const values = [WAKE_CHANNEL, JSON.stringify({ node: nodeId, work })];
    await db.query({ name: 'announce', text: 'SELECT pg_notify($1, $2)' }, values).catch(() => {});
  };
  const forget = db.node.onAnyWake((name, about) => {
    gathered.set(name, together(gathered, name, about));
    timer ??= setTimeout(notify, 0);
  });

  return {
    hear: (payload) => {
      const heard = parse(payload);
      if (heard?.node === nodeId) return;
      for (const [name, about] of heard?.work ?? everything) if (names.has(name)) db.node.wakeHere(name, about);
    },
    heardNothing: () => {
      for (const [name] of everything) db.node.wakeHere(name);
    },
    stop: () => {
      forget();
      if (timer) clearTimeout(timer);
    },
  };
}

function together(gathered: Map<WorkerName, Set<string> | null>, name: WorkerName, about: About): Set<string> | null {
  const before = gathered.get(name);
  if (before === null || about === null) return null;
  const all = new Set([...(before ?? []), ...about]);
  return all.size > MOST_NAMES ? null : all;
}

/** An older or newer node may use another format. A payload that cannot be parsed means "anything". */
function parse(payload: string): { node: string; work: Work } | null {
  try {
    const { node, work } = JSON.parse(payload);
    return { node, work: work.map(([name, about]: [WorkerName, About]) => [name, about]) };
  } catch {
    return null;
  }
}
