import { openDatabase } from '../../service/src/db/database.ts';
import { checkLedger } from '../../service/src/ledger/check.ts';
import { type Bank, type Kind, type Op, send } from './clients.ts';
import type { DeployedDatabase } from './deployment.ts';
import type { Receiver } from './merchant.ts';

/** The findings; each list must be empty. */
export type Verdict = {
  /** Acknowledged and not in the database, or there under another id. */
  readonly lost: string[];
  /** In the database more than once. */
  readonly doubled: string[];
  /** Refused, and in the database. */
  readonly traces: string[];
  /** Outcomes that are unknown even after replaying the key. */
  readonly unsettled: string[];
  /** Replays whose answer differs from the first one, byte for byte. */
  readonly changed: string[];
  /** Wallets of the ring whose balance differs from the sum of the acknowledged transfers. */
  readonly balances: string[];
  /** Events that no receiver has accepted, or that came with two bodies. */
  readonly undelivered: string[];
  /** `ledger check`. */
  readonly ledger: string[];
  /** Faults that clients and snapshots saw during the run. */
  readonly seen: string[];
};

export const sound: Verdict = {
  lost: [],
  doubled: [],
  traces: [],
  unsettled: [],
  changed: [],
  balances: [],
  undelivered: [],
  ledger: [],
  seen: [],
};

const tables: Readonly<Record<Kind, string>> = {
  transfer: 'transfers',
  payment: 'payments',
  refund: 'refunds',
  payout: 'payouts',
};

/** @param replays how many requests with a known outcome are sent again; null where no node is up to answer */
export async function judge(
  database: DeployedDatabase,
  bank: Bank,
  receiver: Receiver,
  replays: number | null,
): Promise<Verdict> {
  const { history } = bank;
  return {
    ...(await compareRecords(database, history)),
    unsettled: history.filter(({ state }) => state === 'info' || state === 'invoked').map(({ name }) => name),
    changed: replays === null ? [] : await replayAll(bank, replays),
    balances: await compareRing(database, bank),
    undelivered: await compareEvents(database, receiver),
    ledger: await findBroken(database),
    seen: bank.faults,
  };
}

/** Compares what the clients know with the records in the database. */
export async function compareRecords(database: DeployedDatabase, history: readonly Op[]) {
  const lost: string[] = [];
  const doubled: string[] = [];
  const traces: string[] = [];
  for (const kind of Object.keys(tables) as Kind[]) {
    const rows = await database.ask<{ op: string; ids: string[] }>(
      `SELECT metadata->>'op' AS op, array_agg(id) AS ids FROM ${tables[kind]} GROUP BY 1`,
    );
    const there = new Map(rows.map(({ op, ids }) => [op, ids]));
    for (const op of history.filter((one) => one.kind === kind)) {
      const ids = there.get(op.name) ?? [];
      if (op.state === 'ok' && !ids.includes(JSON.parse(op.reply!.text).id)) lost.push(`${kind} ${op.name}`);
      if (ids.length > 1) doubled.push(`${kind} ${op.name}`);
      if (op.state === 'fail' && ids.length > 0) traces.push(`${kind} ${op.name}`);
    }
  }
  return { lost, doubled, traces };
}

/** Every request that was ever unknown, and some of the others. */
async function replayAll(bank: Bank, most: number): Promise<string[]> {
  const good = bank.history.filter(({ state }) => state === 'ok');
  const rest = good.filter(({ unknown }) => unknown === 0);
  const step = Math.max(1, Math.floor(rest.length / most));
  const chosen = [...good.filter(({ unknown }) => unknown > 0), ...rest.filter((_, i) => i % step === 0)];
  const changed: string[] = [];
  const replay = async (op: Op, i: number) => {
    const again = await send(bank.nodes[i % bank.nodes.length]!, bank.key, 'POST', op.path, op.body, op.name);
    const { status, text } = op.reply!;
    if (again?.status !== status || again.text !== text || !again.replayed) changed.push(`${op.kind} ${op.name}`);
  };
  for (let i = 0; i < chosen.length; i += 32) {
    await Promise.all(chosen.slice(i, i + 32).map((op, j) => replay(op, i + j)));
  }
  return changed;
}

async function compareRing(database: DeployedDatabase, { ring, ringTotal, history }: Bank): Promise<string[]> {
  const expected = new Map(ring.map((wallet) => [wallet, ringTotal / ring.length]));
  for (const { kind, state, body } of history) {
    if (kind !== 'transfer' || state !== 'ok' || body.currency !== 'KES') continue;
    const amount = body.amount as number;
    expected.set(body.from as string, expected.get(body.from as string)! - amount);
    expected.set(body.to as string, expected.get(body.to as string)! + amount);
  }
  const rows = await database.ask('SELECT wallet_id, posted::int FROM balances WHERE wallet_id = ANY ($1)', [ring]);
  return rows
    .filter(({ wallet_id, posted }) => expected.get(wallet_id) !== posted)
    .map(({ wallet_id, posted }) => `${wallet_id} has ${posted} and should have ${expected.get(wallet_id)}`);
}

async function compareEvents(database: DeployedDatabase, { got }: Receiver): Promise<string[]> {
  const events = await database.ask<{ id: string }>('SELECT id FROM events');
  const known = new Set(events.map(({ id }) => id));
  return [
    ...events.filter(({ id }) => !got.get(id)?.accepted).map(({ id }) => `${id} was not delivered`),
    ...[...got.keys()].filter((id) => !known.has(id)).map((id) => `${id} was delivered and does not exist`),
    ...[...got].filter(([, { bodies }]) => bodies.size > 1).map(([id]) => `${id} came with two bodies`),
  ];
}

async function findBroken(database: DeployedDatabase): Promise<string[]> {
  const db = openDatabase(database.url(), { max: 1 });
  try {
    return (await checkLedger(db)).map(({ invariant, rows }) => `${invariant} ${Object.values(rows[0]!).join(' ')}`);
  } finally {
    await db.close();
  }
}
