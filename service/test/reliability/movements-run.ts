import assert from 'node:assert/strict';
import type { Answer } from '../../src/kernel/operation.ts';
import type { MovementInput } from '../../src/transfers/movements/read-legs.ts';
import { command } from '../support/world.ts';
import { compare, type Random, type Transfer, type Wallet, type World } from './movements-world.ts';

type Debit = MovementInput['debits'][number];
type Credit = MovementInput['credits'][number];

/** One request. `allowed`: what the model says of it, if nothing else happens at the same time. */
type Change = {
  readonly about: string;
  readonly allowed: () => boolean;
  readonly send: (node: number) => Promise<Answer>;
  /** Checks the answer against the request, and moves the money in the model. */
  readonly apply: (body: any) => void;
};

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)]!;

/** A round: one request whose outcome the model knows, or several at the same time. @returns how many succeeded */
export async function playRound(world: World, random: Random): Promise<number> {
  const makers = [movement, movement, movement, reversal, transfer];
  const many = random(2) === 0 ? 1 : 2 + random(4);
  const changes = Array.from({ length: many }, () => pick(random, makers)(world, random));
  const about = JSON.stringify(changes.map((change) => change.about));
  const allowed = many === 1 ? changes[0]!.allowed() : undefined;
  const answers = await Promise.all(changes.map((change, i) => change.send(i % world.operations.length)));
  for (const [i, { status, body }] of answers.entries()) {
    assert.ok([201, 400, 402, 403, 404, 409, 422].includes(status), `${about}: ${status} ${body}`);
    if (allowed !== undefined) assert.equal(status === 201, allowed, `${about}: ${status} ${body}`);
    if (status === 201) changes[i]!.apply(JSON.parse(body));
  }
  await compare(world, about);
  return answers.filter(({ status }) => status === 201).length;
}

function transfer(world: World, random: Random): Change {
  const [from, to] = [pick(random, world.wallets), pick(random, world.wallets)];
  const amount = 1 + random(80);
  const input = { from: from.id, to: to.id, amount, currency: from.currency };
  return {
    about: `transfer ${JSON.stringify(input)}`,
    allowed: () => from !== to && from.currency === to.currency && !from.frozen && !to.frozen && from.balance >= amount,
    send: (node) => world.operations[node]!.transfer(command(world.callers[from.caller]!, input)),
    apply: ({ id }) => {
      from.balance -= amount;
      to.balance += amount;
      world.transfers.push({ id, from, to, left: amount });
    },
  };
}

function reversal(world: World, random: Random): Change {
  if (world.transfers.length === 0) return transfer(world, random);
  const one: Transfer = pick(random, world.transfers.slice(-6));
  const caller = random(4) === 0 ? random(world.callers.length) : one.to.caller;
  const amount = random(3) === 0 ? undefined : 1 + random(Math.max(one.left, 1) + 3);
  const wanted = () => amount ?? one.left;
  return {
    about: `reversal of ${one.id}: ${amount} by ${caller}`,
    allowed: () =>
      caller === one.to.caller && wanted() > 0 && wanted() <= one.left && one.to.balance >= wanted() && !one.to.frozen,
    send: (node) =>
      world.operations[node]!.reverse(command(world.callers[caller]!, { id: one.id, ...(amount ? { amount } : {}) })),
    apply: ({ debits, credits, reverses }) => {
      const moved = debits[0].amount as number;
      assert.deepEqual([caller, reverses], [one.to.caller, one.id]);
      if (amount !== undefined) assert.equal(moved, amount);
      assert.deepEqual([debits[0].wallet, credits[0].wallet, credits[0].amount], [one.to.id, one.from.id, moved]);
      one.to.balance -= moved;
      one.from.balance += moved;
      one.left -= moved;
    },
  };
}

function movement(world: World, random: Random): Change {
  const caller = random(world.callers.length);
  const shuffled = world.wallets.map((wallet) => ({ wallet, at: random(1_000) })).sort((a, b) => a.at - b.at);
  const order = shuffled.map(({ wallet }) => wallet);
  // One time in twelve a debit is somebody else's.
  const own = order.filter((wallet) => wallet.caller === caller || random(12) === 0).slice(0, 1 + random(3));
  const others = order.filter((wallet) => !own.includes(wallet) && (!wallet.frozen || random(6) === 0));
  const debits = own.map(({ id, currency }): Debit => {
    const amount = 1 + random(120);
    return random(3) === 0 ? { wallet: id, sweep: { max: amount }, currency } : { wallet: id, amount, currency };
  });
  const credits = [...new Set(own.map(({ currency }) => currency))].flatMap((currency) => creditsOf(currency));
  const input = { debits, credits } as MovementInput;
  return {
    about: `movement by ${caller}: ${JSON.stringify(input)}`,
    allowed: () => isAllowed(world, caller, input),
    send: (node) => world.operations[node]!.move(command(world.callers[caller]!, input)),
    apply: (body) => applyLegs(world, input, body),
  };

  function creditsOf(currency: string): Credit[] {
    const places = others.filter((wallet) => wallet.currency === currency).slice(0, 1 + random(3));
    const known = debits.filter((debit) => debit.currency === currency);
    const isSwept = known.some(({ sweep }) => sweep);
    let left = known.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    return places.map(({ id }, i): Credit => {
      const isLast = i === places.length - 1;
      if (isLast && (isSwept || random(2) === 0)) return { wallet: id, remainder: true, currency };
      // One time in twenty the sums differ.
      const rest = Math.max(left, 1) + (random(20) === 0 ? 1 : 0);
      const amount = isLast ? rest : 1 + random(Math.max(Math.floor(left / 2), 20));
      left -= amount;
      return { wallet: id, amount, currency };
    });
  }
}

const walletOf = ({ wallets }: World, id: string): Wallet => wallets.find((wallet) => wallet.id === id)!;
const takes = (world: World, { wallet, amount, sweep }: Debit) =>
  amount ?? Math.min(sweep!.max, walletOf(world, wallet).balance);

/** Whether the movement succeeds. Written apart from the service's own rules, over plain numbers. */
function isAllowed(world: World, caller: number, { debits, credits }: MovementInput): boolean {
  const legs = [...debits, ...credits].map(({ wallet }) => walletOf(world, wallet));
  if (legs.some(({ frozen }) => frozen)) return false;
  if (debits.some(({ wallet }) => walletOf(world, wallet).caller !== caller)) return false;
  if (debits.some((debit) => takes(world, debit) > walletOf(world, debit.wallet).balance)) return false;
  if (debits.every((debit) => takes(world, debit) === 0)) return false;
  return [...new Set(debits.map(({ currency }) => currency))].every((currency) => {
    const out = debits.filter((leg) => leg.currency === currency);
    const into = credits.filter((leg) => leg.currency === currency);
    const sum = out.reduce((all, debit) => all + takes(world, debit), 0);
    const fixed = into.reduce((all, { amount }) => all + (amount ?? 0), 0);
    if (!into.some(({ remainder }) => remainder)) return !out.some(({ sweep }) => sweep) && sum === fixed;
    return out.some(({ sweep }) => sweep) ? sum >= fixed : sum > fixed;
  });
}

/** All legs of the answer are those of the request, and its postings are all of them. */
function applyLegs(world: World, input: MovementInput, body: any): void {
  assert.deepEqual([body.debits.length, body.credits.length], [input.debits.length, input.credits.length]);
  const change = new Map<string, number>();
  const totals = new Map<string, number>();
  for (const side of ['debits', 'credits'] as const) {
    for (const [i, { wallet, amount, currency }] of body[side].entries()) {
      const asked = input[side][i] as Debit & Credit;
      assert.deepEqual([wallet, currency], [asked.wallet, asked.currency]);
      if (asked.amount !== undefined) assert.equal(amount, asked.amount);
      if (asked.sweep) assert.ok(amount >= 0 && amount <= asked.sweep.max);
      const signed = side === 'debits' ? -amount : amount;
      change.set(wallet, signed);
      totals.set(currency, (totals.get(currency) ?? 0) + signed);
    }
  }
  assert.ok([...totals.values()].every((total) => total === 0));
  for (const { from, to, amount } of body.postings) {
    assert.ok(amount > 0);
    change.set(from, change.get(from)! + amount);
    change.set(to, change.get(to)! - amount);
  }
  assert.ok([...change.values()].every((rest) => rest === 0));
  for (const { wallet, amount } of body.debits) walletOf(world, wallet).balance -= amount;
  for (const { wallet, amount } of body.credits) walletOf(world, wallet).balance += amount;
}
