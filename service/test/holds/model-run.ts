import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Database } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { captureHolds } from '../../src/holds/capture.ts';
import { createHolds } from '../../src/holds/create.ts';
import { releaseHolds } from '../../src/holds/release.ts';
import { findHold, type HoldRow } from '../../src/holds/store.ts';
import { endOrWarn } from '../../src/holds/worker.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import type { Answer } from '../../src/kernel/operation.ts';
import { createTransfers, loadTransfers } from '../../src/transfers/create.ts';
import { createWallets } from '../../src/wallets/create.ts';
import { freezeWallets } from '../../src/wallets/freeze.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { command, makeCaller, perform } from '../support/world.ts';
import { explain, FUNDS, type Model, owners, type Round, resolve, rounds, type Task } from './model.ts';

const currency = 'XOF';
const DAY_MS = 24 * 3_600_000;
export const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString();

export type Node = ReturnType<typeof openNode>;

/** The operations as one process of the service has them, with separate batches. */
export function openNode(db: Database) {
  return {
    db,
    hold: perform(db, createHolds),
    capture: perform(db, captureHolds),
    release: perform(db, releaseHolds),
    transfer: perform(db, createTransfers, { load: loadTransfers }),
    /** As the worker that finds the hold due. @returns whether it ended the hold */
    expire: async (world: number, id: string): Promise<boolean> => {
      const row = await db.find<HoldRow>(findHold, { world, id });
      if (!row?.due_at) return false;
      const due = [{ world, id, due_at: row.due_at, over: true }];
      return (await transaction(db, (tx) => endOrWarn(tx, due))).length > 0;
    },
  };
}

/** Each run has its own world, in a database that all runs share. */
type World = { callers: Caller[]; wallets: string[]; ids: Map<string, string>; model: Model };

export async function openWallets(db: Database, callers: readonly Caller[], funds: number): Promise<string[]> {
  return transaction(db, async (tx) => {
    const opened = await createWallets(
      tx,
      callers.map((caller) => command(caller, { currency })),
    );
    const ids = opened.map((wallet) => JSON.parse(wallet as string).id as string);
    const funding = ids.map((wallet) => ({ wallet, amount: BigInt(funds), source: newId('req') }));
    if (funds > 0) await fundWallets(tx, funding);
    return ids;
  });
}

async function openWorld(db: Database): Promise<World> {
  const callers = [await makeCaller(db), await makeCaller(db)];
  const wallets = await openWallets(
    db,
    owners.map((owner) => callers[owner]!),
    FUNDS,
  );
  const model: Model = { wallets: owners.map(() => ({ funds: FUNDS, held: 0, frozen: false })), holds: {} };
  return { callers, wallets, ids: new Map(), model };
}

export const codeOf = ({ status, body }: Answer): string => (status < 300 ? 'ok' : JSON.parse(body).error.code);

/** Executes one step. @returns `ok`, the code of the refusal, or `nothing` */
async function carryOut(nodes: readonly Node[], world: World, { step, name, node, twice }: Task): Promise<string> {
  const first = nodes[node % nodes.length]!;
  const chosen = twice ? [first, nodes[(node + 1) % nodes.length]!] : [first];
  const key = newId('req');
  const keyed = async (send: (node: Node) => Promise<Answer>): Promise<string> => {
    const answers = await Promise.all(chosen.map(send));
    const [answer] = answers as [Answer];
    for (const other of answers) assert.equal(codeOf(other), codeOf(answer), 'one key has one answer');
    if (codeOf(answer) !== 'ok') return codeOf(answer);
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1, 'a replay has the same bytes');
    if (step.do === 'hold') world.ids.set(name, JSON.parse(answer.body).id);
    return 'ok';
  };
  const callerOf = (number: number) => world.callers[number]!;
  const walletOf = (number: number) => world.wallets[number]!;
  switch (step.do) {
    case 'hold': {
      const to = step.to === null ? {} : { to: walletOf(step.to) };
      const input = { wallet: walletOf(step.wallet), amount: step.amount, currency, expires_at: tomorrow(), ...to };
      return keyed((one) => one.hold(command(callerOf(step.caller), input, key)));
    }
    case 'capture': {
      const { to } = world.model.holds[step.hold]!;
      const input = {
        id: world.ids.get(step.hold)!,
        final: step.final,
        ...(step.amount === null ? {} : { amount: step.amount }),
        ...(to === null ? { to: walletOf(step.to) } : {}),
      };
      return keyed((one) => one.capture(command(callerOf(step.caller), input, key)));
    }
    case 'release': {
      const input = { id: world.ids.get(step.hold)! };
      return keyed((one) => one.release(command(callerOf(step.caller), input, key)));
    }
    case 'expire': {
      const owner = owners[world.model.holds[step.hold]!.wallet]!;
      const ended = await Promise.all(
        chosen.map((one) => one.expire(callerOf(owner).world, world.ids.get(step.hold)!)),
      );
      assert.ok(ended.filter((one) => one).length <= 1, 'expired once');
      return ended.some((one) => one) ? 'ok' : 'nothing';
    }
    case 'transfer': {
      const input = { from: walletOf(step.from), to: walletOf(step.to), amount: step.amount, currency };
      return keyed((one) => one.transfer(command(callerOf(owners[step.from]!), input, key)));
    }
    case 'freeze': {
      const change = { wallet: walletOf(step.wallet), reason: step.frozen ? ('fraud' as const) : null };
      await transaction(first.db, (tx) => freezeWallets(tx, [change]));
      return 'ok';
    }
  }
}

/** The state of the database. The rules that always hold are checked without the model. */
async function observe(db: Database, world: World): Promise<(model: Model) => boolean> {
  const wallets = await db.query<{ id: string; posted: bigint; held: bigint; frozen: boolean }>(
    {
      name: 'hold_model_wallets',
      text: 'SELECT wallet_id AS id, posted, held, frozen FROM balances WHERE wallet_id = ANY ($1)',
    },
    [world.wallets],
  );
  const holds = await db.query<HoldRow & { left: bigint; parts: bigint }>(
    {
      name: 'hold_model_holds',
      text: `
        SELECT r.*, h.remaining AS left,
               (SELECT coalesce(sum(p.amount), 0)::bigint FROM postings p
                WHERE p.debit_wallet = r.wallet_id AND p.source = r.id) AS parts
        FROM wallet_holds r JOIN holds h ON h.source = r.id AND h.wallet_id = r.wallet_id WHERE r.id = ANY ($1)`,
    },
    [[...world.ids.values()]],
  );
  const sum = wallets.reduce((total, { posted }) => total + posted, 0n);
  assert.equal(sum, BigInt(FUNDS * owners.length), 'money is conserved');
  for (const { posted, held } of wallets) assert.ok(held >= 0n && posted >= held, 'no overdraft');
  for (const { amount, captured, released, left, parts } of holds) {
    assert.ok(parts <= amount, 'the parts are never above the hold');
    assert.deepEqual([parts, left], [captured, amount - captured - released]);
  }
  const walletOf = new Map(wallets.map((row) => [row.id, row]));
  const holdOf = new Map(holds.map((row) => [row.id, row]));
  return (model) =>
    model.wallets.every(({ funds, held, frozen }, i) => {
      const row = walletOf.get(world.wallets[i]!)!;
      return Number(row.posted) === funds && Number(row.held) === held && row.frozen === frozen;
    }) &&
    Object.entries(model.holds).every(([name, { captured, released, state }]) => {
      const row = holdOf.get(world.ids.get(name)!)!;
      return Number(row.captured) === captured && Number(row.released) === released && row.status === state;
    });
}

async function play(nodes: readonly Node[], played: readonly Round[]): Promise<void> {
  const world = await openWorld(nodes[0]!.db);
  const playRound = async (round: readonly Task[]) => {
    const answers = await Promise.all(round.map((one) => carryOut(nodes, world, one)));
    const after = explain(world.model, round, answers, await observe(nodes[0]!.db, world));
    assert.ok(after, `no order of the round explains ${JSON.stringify({ before: world.model, round, answers })}`);
    world.model = after;
  };
  const open = (name: string, to: number | null, amount: number): Task => ({
    ...{ name, node: 0, twice: false },
    step: { do: 'hold', caller: 0, wallet: 0, to, amount },
  });
  await playRound([open('a', 2, 60), open('b', null, 40)]);
  for (const [number, round] of played.entries()) await playRound(resolve(world.model, round, number));
}

/** Plays random rounds on services that share a database. `settings` goes to fast-check. */
export function playModel(
  databases: readonly Database[],
  settings: { numRuns: number; seed?: number; endOnFailure?: boolean },
) {
  const nodes = databases.map(openNode);
  return fc.check(
    fc.asyncProperty(rounds, (played) => play(nodes, played)),
    settings,
  );
}
