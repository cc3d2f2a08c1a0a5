import assert from 'node:assert/strict';
import type { Database, Statement } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { createTransfers, loadTransfers } from '../../src/transfers/create.ts';
import { createMovements } from '../../src/transfers/movements/create.ts';
import { reverseTransfers } from '../../src/transfers/movements/reverse.ts';
import { createWallets } from '../../src/wallets/create.ts';
import { freezeWallets } from '../../src/wallets/freeze.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { command, makeCaller, perform } from '../support/world.ts';

const CURRENCIES = ['XOF', 'XOF', 'XOF', 'USD', 'USD', 'XOF'];
const CALLERS = 2;
const FUNDS = 200;

export type Random = (below: number) => number;

/** Mulberry32: a run is its seed. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** A wallet and its balance as the model has it. */
export type Wallet = { id: string; caller: number; currency: string; balance: number; frozen: boolean };
/** A transfer and what is not reversed of it. */
export type Transfer = { id: string; from: Wallet; to: Wallet; left: number };
export type World = Awaited<ReturnType<typeof openWorld>>;

/** Two merchants with wallets of two currencies, the last one frozen. The operations are those of two processes. */
export async function openWorld(nodes: readonly Database[]) {
  const db = nodes[0]!;
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => makeCaller(db)));
  const places = callers.flatMap((_, caller) => CURRENCIES.map((currency) => ({ caller, currency })));
  const wallets = await transaction(db, async (tx): Promise<Wallet[]> => {
    const opens = places.map(({ caller, currency }) => command(callers[caller]!, { currency }));
    const ids = (await createWallets(tx, opens)).map((one) => JSON.parse(one as string).id as string);
    await fundWallets(
      tx,
      ids.map((wallet) => ({ wallet, amount: BigInt(FUNDS), source: newId('req') })),
    );
    return ids.map((id, i) => ({ id, ...places[i]!, balance: FUNDS, frozen: false }));
  });
  const frozen = wallets.at(-1)!;
  const [answer] = await transaction(db, (tx) => freezeWallets(tx, [{ wallet: frozen.id, reason: 'fraud' }]));
  assert.ok(!(answer instanceof Refusal));
  frozen.frozen = true;
  const operations = nodes.map((node) => ({
    move: perform(node, createMovements),
    transfer: perform(node, createTransfers, { load: loadTransfers }),
    reverse: perform(node, reverseTransfers, { maxBatch: 1 }),
  }));
  return { db, callers, wallets, operations, transfers: [] as Transfer[] };
}

const selectBalances: Statement = {
  name: 'test_balances',
  text: 'SELECT wallet_id AS id, posted FROM balances WHERE wallet_id = ANY ($1)',
};
const selectReversed: Statement = {
  name: 'test_reversed',
  text: 'SELECT id, amount - reversed_amount AS left FROM transfers WHERE id = ANY ($1)',
};

/** Compares every balance, and what is left of every transfer, with the model. */
export async function compare({ db, wallets, transfers }: World, about: string): Promise<void> {
  const rows = await db.query<{ id: string; posted: bigint }>(selectBalances, [wallets.map(({ id }) => id)]);
  const stored = new Map(rows.map(({ id, posted }) => [id, Number(posted)]));
  for (const { id, balance } of wallets) {
    assert.equal(stored.get(id), balance, `${about}: the balance of ${id}`);
    assert.ok(balance >= 0, `${about}: ${id} is overdrawn`);
  }
  const left = await db.query<{ id: string; left: bigint }>(selectReversed, [transfers.map(({ id }) => id)]);
  const lefts = new Map(left.map((row) => [row.id, Number(row.left)]));
  for (const one of transfers) {
    assert.equal(lefts.get(one.id), one.left, `${about}: what is left of ${one.id}`);
    assert.ok(one.left >= 0, `${about}: more of ${one.id} is back than it was`);
  }
}
