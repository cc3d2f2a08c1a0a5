import fc from 'fast-check';

/**
 * The required behaviour of wallets, payments and refunds in a few lines, independent of the service: no positions, no
 * postings, no batches. The commands of a round run concurrently, so their order is not known; `explain` searches for
 * one.
 */
export type Model = {
  wallets: { owner: number; funds: number; held: number; frozen: boolean; most?: number }[];
  /** `share` is the part that has been refunded or is being refunded. */
  payments: Record<
    string,
    {
      wallet: number;
      amount: number;
      /** Paid out of the customer's wallet here, once they approve. */
      inApp: boolean;
      state: 'open' | 'succeeded' | 'failed' | 'canceled';
      share: number;
    }
  >;
  refunds: Record<string, { payment: string; amount: number; state: 'pending' | 'succeeded' | 'failed' }>;
};

/**
 * `caller` 0 or 1 owns the wallets 2 × caller and 2 × caller + 1. The last wallet belongs to the customer, who pays all
 * payments and has a limited balance. Payments and refunds have names: they are generated as numbers, which are
 * resolved among the existing ones when a round begins.
 */
export type Step<Name = string> =
  | { do: 'transfer'; caller: number; from: number; to: number; amount: number }
  | { do: 'pay'; caller: number; wallet: number; amount: number; inApp: boolean }
  | { do: 'approve' | 'decline'; payment: Name }
  | { do: 'settle'; payment: Name; outcome: 'succeeded' | 'failed' }
  | { do: 'cancel'; caller: number; payment: Name }
  | { do: 'refund'; caller: number; payment: Name; amount: number }
  | { do: 'settleRefund'; refund: Name; outcome: 'succeeded' | 'failed' }
  | { do: 'freeze'; wallet: number; frozen: boolean }
  | { do: 'verify'; verified: boolean };

/**
 * `name` is the created record. `node` is the service that is called; `twice` calls both, under one idempotency key.
 */
export type Task<Name = string> = { step: Step<Name>; name: string; node: number; twice: boolean };

/** 5 % rounded half up, and 2. */
export const feeOf = (amount: number) => Math.min(amount, Math.floor((amount * 5 + 50) / 100) + 2);
export const CALLERS = 2;
export const WALLETS = 4;
/** The largest balance of a customer. */
export const most = { unknown: 170, verified: 230 };
/** The customer, and their wallet. */
export const CUSTOMER = { caller: CALLERS, wallet: WALLETS };

const wallet = fc.nat(CUSTOMER.wallet);
const caller = fc.nat(CALLERS - 1);
const anybody = fc.nat(CUSTOMER.caller);
const payment = fc.nat();
const amount = fc.integer({ min: 1, max: 120 });
const outcome = fc.constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const);

const step: fc.Arbitrary<Step<number>> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('transfer' as const), caller: anybody, from: wallet, to: wallet, amount }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('pay' as const), caller, wallet, amount, inApp: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('approve' as const), payment }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decline' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const), payment, outcome }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), caller, payment }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('refund' as const), caller, payment, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('settleRefund' as const), refund: fc.nat(), outcome }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freeze' as const), wallet, frozen: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('verify' as const), verified: fc.boolean() }) },
);
const command = fc.record({ step, node: fc.nat(1), twice: fc.boolean() });

/** Rounds of up to four concurrent commands: few enough to try all orders. */
export const rounds = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });

export type Round = readonly { step: Step<number>; node: number; twice: boolean }[];

/** The round with its references resolved to names. A step without a target is left out. */
export function resolve(model: Model, round: Round, number: number): Task[] {
  const pick = (names: string[], n: number) => names[n % names.length];
  return round.flatMap(({ step, ...rest }, i) => {
    const name = `${number}.${i}`;
    if (step.do === 'settleRefund') {
      const refund = pick(Object.keys(model.refunds), step.refund);
      return refund === undefined ? [] : [{ ...rest, name, step: { ...step, refund } }];
    }
    if ('payment' in step) {
      const payment = pick(Object.keys(model.payments), step.payment);
      return payment === undefined ? [] : [{ ...rest, name, step: { ...step, payment } as Step }];
    }
    return [{ ...rest, name, step }];
  });
}

/**
 * The service's expected answer: `ok` or the code of its refusal; for a payment's settlement whether it settled
 * something.
 */
export function apply(model: Model, { step: one, name }: Pick<Task, 'step' | 'name'>): string {
  switch (one.do) {
    case 'transfer': {
      const [from, to] = [model.wallets[one.from]!, model.wallets[one.to]!];
      if (from.owner !== one.caller) return 'not_found';
      if (one.from === one.to) return 'same_wallet';
      if (from.frozen || to.frozen) return 'wallet_frozen';
      if (from.funds - from.held < one.amount) return 'insufficient_funds';
      if (to.most !== undefined && to.funds + one.amount > to.most) return 'limit_exceeded';
      from.funds -= one.amount;
      to.funds += one.amount;
      return 'ok';
    }
    case 'pay': {
      const to = model.wallets[one.wallet]!;
      if (to.owner !== one.caller) return 'not_found';
      if (to.frozen) return 'wallet_frozen';
      model.payments[name] = { wallet: one.wallet, amount: one.amount, inApp: one.inApp, state: 'open', share: 0 };
      return 'ok';
    }
    case 'settle': {
      const paid = model.payments[one.payment];
      if (paid?.state !== 'open') return 'nothing';
      // The wallet rail settles nothing by itself: it can only report that the deadline has passed.
      paid.state = paid.inApp ? 'failed' : one.outcome;
      if (paid.state === 'succeeded') model.wallets[paid.wallet]!.funds += paid.amount - feeOf(paid.amount);
      return 'ok';
    }
    case 'approve': {
      const paid = model.payments[one.payment]!;
      if (paid.state !== 'open') return 'payment_already_final';
      if (!paid.inApp) return 'payment_not_approvable';
      const [from, to] = [model.wallets[CUSTOMER.wallet]!, model.wallets[paid.wallet]!];
      if (from.frozen || to.frozen) return 'wallet_frozen';
      if (from.funds - from.held < paid.amount) return 'insufficient_funds';
      from.funds -= paid.amount;
      to.funds += paid.amount - feeOf(paid.amount);
      paid.state = 'succeeded';
      return 'ok';
    }
    case 'decline': {
      const paid = model.payments[one.payment]!;
      if (paid.state !== 'open') return 'payment_already_final';
      if (!paid.inApp) return 'payment_not_approvable';
      paid.state = 'failed';
      return 'ok';
    }
    case 'cancel': {
      const paid = model.payments[one.payment];
      if (!paid || model.wallets[paid.wallet]!.owner !== one.caller) return 'not_found';
      if (paid.state !== 'open' && paid.state !== 'canceled') return 'payment_already_final';
      paid.state = 'canceled';
      return 'ok';
    }
    case 'refund': {
      const paid = model.payments[one.payment];
      if (!paid || model.wallets[paid.wallet]!.owner !== one.caller) return 'not_found';
      const from = model.wallets[paid.wallet]!;
      if (paid.state !== 'succeeded') return 'payment_not_refundable';
      if (paid.amount - paid.share < one.amount) return 'refund_exceeds_remaining';
      if (from.frozen) return 'wallet_frozen';
      if (from.funds - from.held < one.amount) return 'insufficient_funds';
      from.held += one.amount;
      paid.share += one.amount;
      model.refunds[name] = { payment: one.payment, amount: one.amount, state: 'pending' };
      return 'ok';
    }
    case 'settleRefund': {
      const refund = model.refunds[one.refund];
      if (refund?.state !== 'pending') return 'ok';
      const paid = model.payments[refund.payment]!;
      const from = model.wallets[paid.wallet]!;
      refund.state = one.outcome;
      from.held -= refund.amount;
      if (one.outcome === 'failed') {
        paid.share -= refund.amount;
        return 'ok';
      }
      from.funds -= refund.amount;
      if (paid.inApp) model.wallets[CUSTOMER.wallet]!.funds += refund.amount;
      return 'ok';
    }
    case 'freeze':
      model.wallets[one.wallet]!.frozen = one.frozen;
      return 'ok';
    case 'verify':
      model.wallets[CUSTOMER.wallet]!.most = one.verified ? most.verified : most.unknown;
      return 'ok';
  }
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
