import fc from 'fast-check';

/**
 * The required behaviour of holds in a few lines, independent of the service: no postings, no batches, no rows. The
 * commands of a round run concurrently, so their order is not known; `explain` searches for one.
 */
export type Model = {
  wallets: { funds: number; held: number; frozen: boolean }[];
  holds: Record<
    string,
    {
      wallet: number;
      to: number | null;
      amount: number;
      captured: number;
      released: number;
      state: 'open' | 'captured' | 'released' | 'expired';
    }
  >;
};

/** Caller 0 owns the wallets 0 and 1, caller 1 the wallet 2. */
export type Step<Name = string> =
  | { do: 'hold'; caller: number; wallet: number; to: number | null; amount: number }
  | { do: 'capture'; caller: number; hold: Name; to: number; amount: number | null; final: boolean }
  | { do: 'release'; caller: number; hold: Name }
  | { do: 'expire'; hold: Name }
  | { do: 'transfer'; from: number; to: number; amount: number }
  | { do: 'freeze'; wallet: number; frozen: boolean };

/** `twice` calls two nodes under one idempotency key. */
export type Task<Name = string> = { step: Step<Name>; name: string; node: number; twice: boolean };

export const owners = [0, 0, 1] as const;
export const FUNDS = 150;

const wallet = fc.nat(owners.length - 1);
/** Mostly the owner of the first two wallets. */
const caller = fc.constantFrom(0, 0, 0, 1);
const hold = fc.nat();
const amount = fc.integer({ min: 1, max: 120 });
const part = fc.integer({ min: 1, max: 60 });
const as = <Word extends string>(word: Word) => fc.constant(word);

const step: fc.Arbitrary<Step<number>> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: as('hold'), caller, wallet, to: fc.option(wallet), amount }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ do: as('capture'), caller, hold, to: wallet, amount: fc.option(part), final: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: as('release'), caller, hold }) },
  { weight: 2, arbitrary: fc.record({ do: as('expire'), hold }) },
  { weight: 3, arbitrary: fc.record({ do: as('transfer'), from: wallet, to: wallet, amount }) },
  { weight: 1, arbitrary: fc.record({ do: as('freeze'), wallet, frozen: fc.boolean() }) },
);
const command = fc.record({ step, node: fc.nat(1), twice: fc.boolean() });

/** Rounds of up to four concurrent commands: few enough to try all orders. */
export const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
export type Round = readonly { step: Step<number>; node: number; twice: boolean }[];

/** The round with its holds resolved to names. A step without a hold is left out. */
export function resolve(model: Model, round: Round, number: number): Task[] {
  const names = Object.keys(model.holds);
  return round.flatMap(({ step, ...rest }, i): Task[] => {
    const name = `${number}.${i}`;
    if (step.do === 'hold' || !('hold' in step)) return [{ ...rest, name, step }];
    const hold = names[step.hold % names.length];
    return hold === undefined ? [] : [{ ...rest, name, step: { ...step, hold } }];
  });
}

/** The service's expected answer: `ok`, or the code of its refusal; `nothing` if there is nothing to expire. */
export function apply(model: Model, { step: one, name }: Pick<Task, 'step' | 'name'>): string {
  switch (one.do) {
    case 'hold': {
      const from = model.wallets[one.wallet]!;
      if (owners[one.wallet] !== one.caller) return 'not_found';
      if (one.to === one.wallet) return 'same_wallet';
      if (from.frozen) return 'wallet_frozen';
      if (from.funds - from.held < one.amount) return 'insufficient_funds';
      from.held += one.amount;
      const { wallet, to, amount } = one;
      model.holds[name] = { wallet, to, amount, captured: 0, released: 0, state: 'open' };
      return 'ok';
    }
    case 'capture': {
      const held = model.holds[one.hold]!;
      const to = held.to ?? one.to;
      const left = held.amount - held.captured - held.released;
      if (owners[held.wallet] !== one.caller) return 'not_found';
      if (to === held.wallet) return 'same_wallet';
      if (held.state !== 'open') return 'hold_is_over';
      const amount = one.amount ?? left;
      if (amount > left) return 'capture_exceeds_remaining';
      if (model.wallets[held.wallet]!.frozen || model.wallets[to]!.frozen) return 'wallet_frozen';
      const freed = one.final ? left - amount : 0;
      held.captured += amount;
      held.released += freed;
      if (left === amount + freed) held.state = 'captured';
      model.wallets[held.wallet]!.held -= amount + freed;
      model.wallets[held.wallet]!.funds -= amount;
      model.wallets[to]!.funds += amount;
      return 'ok';
    }
    case 'release': {
      const held = model.holds[one.hold]!;
      if (owners[held.wallet] !== one.caller) return 'not_found';
      if (held.state === 'released') return 'ok';
      return end(model, one.hold, 'released') ? 'ok' : 'hold_is_over';
    }
    case 'expire':
      return end(model, one.hold, 'expired') ? 'ok' : 'nothing';
    case 'transfer': {
      const [from, to] = [model.wallets[one.from]!, model.wallets[one.to]!];
      if (one.from === one.to) return 'same_wallet';
      if (from.frozen || to.frozen) return 'wallet_frozen';
      if (from.funds - from.held < one.amount) return 'insufficient_funds';
      from.funds -= one.amount;
      to.funds += one.amount;
      return 'ok';
    }
    case 'freeze':
      model.wallets[one.wallet]!.frozen = one.frozen;
      return 'ok';
  }
}

function end(model: Model, name: string, state: 'released' | 'expired'): boolean {
  const held = model.holds[name]!;
  if (held.state !== 'open') return false;
  const left = held.amount - held.captured - held.released;
  held.released += left;
  held.state = state;
  model.wallets[held.wallet]!.held -= left;
  return true;
}

/**
 * The state after a round, if an order of its commands exists in which the model gives exactly these answers and ends
 * in exactly this state; otherwise null.
 */
export function explain(
  before: Model,
  round: readonly Task[],
  answers: readonly string[],
  isObserved: (model: Model) => boolean,
): Model | null {
  for (const order of permutations(round.map((_, i) => i))) {
    const model = structuredClone(before);
    if (order.every((i) => apply(model, round[i]!) === answers[i]) && isObserved(model)) return model;
  }
  return null;
}

function permutations(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
