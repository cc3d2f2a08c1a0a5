import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostmaster, send as signal } from '../../service/src/postgres/postmaster.ts';
import { until } from '../../service/test/support/harness.ts';
import { childrenOf } from '../../service/test/support/kill.ts';
import type { BadDisk, Lost } from './bad-disk.ts';
import { type Bank, send } from './clients.ts';
import type { Deployment, Node } from './deployment.ts';
import { points } from './saboteur.ts';

export type Arena = {
  readonly deployment: Deployment;
  readonly bank: Bank;
  readonly random: () => number;
  /** Seconds that a stopped process stays stopped. */
  readonly stops: readonly [number, number];
  /** A small disk of its own, where there is one. */
  readonly smallDisk: string | null;
  /** A disk that can be broken, where there is one. */
  readonly badDisk: BadDisk | null;
};

const between = (arena: Arena, least: number, most: number) => least + arena.random() * (most - least);
const pick = <T>(arena: Arena, list: readonly T[]): T => list[Math.floor(arena.random() * list.length)]!;

/** Each does its harm, and then undoes it. */
export const harms = {
  'kill -9 of a node': async (arena: Arena) => {
    const node = pick(arena, arena.deployment.nodes);
    await node.kill();
    await sleep(between(arena, 0, 300));
    await node.start();
  },

  'kill -9 of a node at a named point': async (arena: Arena) => {
    const node = pick(arena, arena.deployment.nodes);
    node.arm(pick(arena, points));
    // A point that is not reached for a while is given up for another.
    for (let waited = 0; node.isUp() && waited < 3_000; waited += 20) await sleep(20);
    await node.kill();
    await node.start();
  },

  'kill -9 of a node after COMMIT': async (arena: Arena) => {
    const node = pick(arena, arena.deployment.nodes);
    node.arm('after COMMIT');
    await until(async () => !node.isUp(), 60);
    await node.start();
  },

  'kill -9 of the database': async ({ deployment }: Arena) => {
    await deployment.killDatabase();
    await deployment.startDatabase();
  },

  'kill -9 of a backend': async (arena: Arena) => {
    const postmaster = await findPostmaster(arena.deployment.cluster);
    signal(pick(arena, childrenOf(postmaster!.pid)), 'SIGKILL');
    await sleep(200);
    await arena.deployment.startDatabase();
  },

  'SIGSTOP of a node': async (arena: Arena) => {
    const node = pick(arena, arena.deployment.nodes);
    node.signal('SIGSTOP');
    await sleep(between(arena, ...arena.stops) * 1_000);
    node.signal('SIGCONT');
  },

  'connections cut': async (arena: Arena) => {
    for (let i = 0; i < 5; i++) {
      pick(arena, arena.deployment.nodes).wire.cut();
      await sleep(between(arena, 10, 200));
    }
  },

  'connections cut at COMMIT': async (arena: Arena) => {
    for (let i = 0; i < 10; i++) {
      pick(arena, arena.deployment.nodes).wire.cutNextCommit(pick(arena, ['before', 'after'] as const));
      await sleep(between(arena, 10, 100));
    }
  },

  'a slow network': async (arena: Arena) => {
    const { wire } = pick(arena, arena.deployment.nodes);
    wire.delay(between(arena, 20, 400));
    await sleep(between(arena, 500, 2_000));
    wire.delay(0);
  },

  'backends terminated': async (arena: Arena) => {
    for (let i = 0; i < 10; i++) {
      await arena.deployment.ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'rialto' AND state <> 'idle' LIMIT 3`,
      );
      await sleep(between(arena, 10, 150));
    }
  },

  'COMMIT waits for an absent standby and is cancelled or terminated': async (arena: Arena) => {
    const { deployment } = arena;
    const reload = async (change: string) => {
      await deployment.ask(change);
      await deployment.ask('SELECT pg_reload_conf()');
    };
    await reload(`ALTER SYSTEM SET synchronous_standby_names = 'absent'`);
    try {
      for (const end of ['pg_cancel_backend', 'pg_terminate_backend', 'pg_cancel_backend']) {
        await sleep(between(arena, 100, 400));
        await deployment.ask(`SELECT ${end}(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
      }
    } finally {
      await reload('ALTER SYSTEM RESET synchronous_standby_names');
    }
  },

  'every balance locked by another, and a flood of reads': async (arena: Arena) => {
    const { deployment, bank } = arena;
    const client = new pg.Client({ connectionString: deployment.url() });
    client.on('error', () => {});
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM balances ORDER BY wallet_id FOR UPDATE');
    const flood = deployment.nodes.flatMap((node) =>
      Array.from({ length: 30 }, () => send(node, bank.key, 'GET', '/wallets?limit=100')),
    );
    await sleep(between(arena, 500, 3_000));
    await client.end();
    await Promise.all(flood);
  },

  'a clock that is an hour wrong': async (arena: Arena) => {
    const node = pick(arena, arena.deployment.nodes);
    await node.kill();
    await node.start({ wrongByMs: pick(arena, [-3_600_000, 3_600_000]) });
  },

  'a full disk': async (arena: Arena) => {
    const filler = join(arena.smallDisk!, 'filler');
    const { bavail, bsize } = statfsSync(arena.smallDisk!);
    try {
      writeFileSync(filler, Buffer.alloc(Math.max(bavail - 16, 1) * bsize));
      await sleep(between(arena, 500, 3_000));
    } finally {
      rmSync(filler, { force: true });
    }
    await arena.deployment.startDatabase();
  },

  'a sync of the WAL fails': (arena: Arena) => failToSync(arena, '/pg_wal/'),

  /** The lost table pages are still in the WAL, because the checkpoint is not complete. */
  'a checkpoint fails to sync': (arena: Arena) => failToSync(arena, '/base/'),

  'a sync of the WAL lies': async (arena: Arena) => {
    arena.badDisk!.breakDown('/pg_wal/');
    await business(arena).finally(() => arena.deployment.killDatabase());
    arena.badDisk!.mend();
    await arena.deployment.startDatabase();
  },
} as const satisfies Record<string, (arena: Arena) => Promise<void>>;

/**
 * The disk reports a checkpoint's table writes as done, and drops them. No work runs then or afterwards: old pages
 * beside new ones make backends wait for each other's page for ever, and no timeout ends that wait.
 */
export async function loseCheckpoint(deployment: Deployment, badDisk: BadDisk): Promise<void> {
  await Promise.all(deployment.nodes.map((node) => node.kill()));
  badDisk.breakDown('/base/');
  await deployment.ask('CHECKPOINT').finally(() => deployment.killDatabase());
  badDisk.mend();
  await deployment.startDatabase();
}

/** Waits until postgres has panicked because of it, and both nodes report it. */
async function failToSync({ deployment, bank, badDisk }: Arena, what: Lost): Promise<void> {
  const before = badDisk!.panics();
  badDisk!.breakDown(what);
  try {
    if (what === '/base/') await deployment.ask('CHECKPOINT').catch(() => {});
    await until(async () => badDisk!.panics() > before && !(await findPostmaster(deployment.cluster)), 60);
    for (const node of deployment.nodes)
      await until(async () => (await send(node, bank.key, 'GET', '/wallets'))?.status === 503, 60);
  } finally {
    badDisk!.mend();
  }
  await deployment.startDatabase();
}

export type Harm = keyof typeof harms;

/** Does one harm after the other until each was done and the time is over. @returns how often each was done */
export async function rage(arena: Arena, among: readonly Harm[], seconds: number): Promise<Map<Harm, number>> {
  const done = new Map<Harm, number>();
  const end = performance.now() + seconds * 1_000;
  const order = [...among].sort(() => arena.random() - 0.5);
  for (let n = 0; n < order.length || performance.now() < end; n++) {
    const harm = order[n] ?? pick(arena, among);
    if (harm === undefined) {
      await sleep(100);
      continue;
    }
    await repair(arena, () => harms[harm](arena));
    done.set(harm, (done.get(harm) ?? 0) + 1);
    await business(arena);
    await sleep(between(arena, 50, 400));
  }
  return done;
}

/** Waits for work, so that every harm meets a busy bank. */
async function business({ bank }: Arena): Promise<void> {
  const answered = () => bank.history.filter(({ state }) => state === 'ok').length;
  const before = answered();
  await until(async () => answered() >= before + 30, 60);
}

/** Repairs what a harm could not undo by itself, because traces of another one were in its way. */
async function repair(arena: Arena, harm: () => Promise<void>): Promise<void> {
  try {
    await harm();
  } catch (error) {
    if (!/ECONN|connect|terminat|start|recover|shut|timeout|closed/i.test(String(error))) throw error;
  }
  await arena.deployment.startDatabase();
  await Promise.all(arena.deployment.nodes.map(raise));
}

async function raise(node: Node): Promise<void> {
  for (let tries = 0; !node.isUp(); tries++) {
    await node.start().catch((error) => {
      if (tries === 5) throw error;
    });
  }
}
