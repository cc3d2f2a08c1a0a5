import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { People } from '../../src/accounts/people.ts';
import { approvalExpired } from '../../src/core/payment.ts';
import type { Database } from '../../src/db/database.ts';
import { transaction } from '../../src/db/transaction.ts';
import type { Caller } from '../../src/kernel/command.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { type Answer, withDeps } from '../../src/kernel/operation.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import { setLimits } from '../../src/limits/set-limits.ts';
import { approvePayments } from '../../src/payments/approve.ts';
import { cancelPayments } from '../../src/payments/cancel.ts';
import { declinePayments } from '../../src/payments/decline.ts';
import { settlePayments } from '../../src/payments/settle.ts';
import { findPayment, type PaymentRow } from '../../src/payments/store.ts';
import { settleRefunds } from '../../src/refunds/settle.ts';
import { findRefund, type RefundRow } from '../../src/refunds/store.ts';
import { createTransfers, loadTransfers } from '../../src/transfers/create.ts';
import { setKycStatus } from '../../src/users/set-kyc.ts';
import { createWallets } from '../../src/wallets/create.ts';
import { freezeWallets } from '../../src/wallets/freeze.ts';
import { fundWallets } from '../../src/wallets/fund.ts';
import { makePayments, makeRefunds } from '../support/operations.ts';
import { command, makeCaller, makeCustomer, perform } from '../support/world.ts';
import {
  CALLERS,
  CUSTOMER,
  explain,
  type Model,
  most,
  type Round,
  resolve,
  rounds,
  type Task,
  WALLETS,
} from './model.ts';

const CURRENCY = 'XOF';
const FUNDS = 150;
const failure = { code: 'customer_declined', message: 'no', rail_code: null } as const;

type Node = ReturnType<typeof openNode>;

/** The operations as one process of the service has them, with separate batches. */
function openNode(db: Database) {
  return {
    db,
    transfer: perform(db, createTransfers, { load: loadTransfers }),
    pay: perform(db, makePayments),
    cancel: perform(db, cancelPayments),
    refund: perform(db, makeRefunds),
    approve: perform(db, withDeps(approvePayments, { people: {} as People, codeFrom: new Map() })),
    decline: perform(db, withDeps(declinePayments, new Map())),
  };
}

/** Each run has its own world, in a database that all runs share. */
type World = { callers: Caller[]; wallets: string[]; ids: Map<string, string>; model: Model };

async function openWorld(db: Database): Promise<World> {
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => makeCaller(db)));
  const fee = `INSERT INTO fees (merchant_id, livemode, currency, basis_points, fixed) VALUES ($1, false, $2, 500, 2)`;
  for (const { owner } of callers) await db.query({ name: 'model_fee', text: fee }, [owner.id, CURRENCY]);
  await limitCustomers(db);
  callers.push(await makeCustomer(db));
  const owners = Array.from({ length: WALLETS }, (_, i) => Math.floor(i / (WALLETS / CALLERS)));
  owners.push(CUSTOMER.caller);
  const wallets = await transaction(db, async (tx) => {
    const opened = await createWallets(
      tx,
      owners.map((owner) => command(callers[owner]!, { currency: CURRENCY })),
    );
    const ids = opened.map((wallet) => JSON.parse(wallet as string).id as string);
    await fundWallets(
      tx,
      ids.map((wallet) => ({ wallet, amount: BigInt(FUNDS), source: newId('req') })),
    );
    return ids;
  });
  const model: Model = {
    wallets: owners.map((owner) => ({
      owner,
      funds: FUNDS,
      held: 0,
      frozen: false,
      ...(owner === CUSTOMER.caller ? { most: most.unknown } : {}),
    })),
    payments: {},
    refunds: {},
  };
  return { callers, wallets, ids: new Map(), model };
}

/** The balance limits of customers; the same for every run. */
async function limitCustomers(db: Database): Promise<void> {
  const none = { livemode: false, currency: CURRENCY, single: null, day: null, month: null };
  await transaction(db, (tx) =>
    setLimits(tx, [
      { ...none, tier: 0, balance: BigInt(most.unknown) },
      { ...none, tier: 1, balance: BigInt(most.verified) },
    ]),
  );
}

/** Initial payments, two of them paid. */
const opening: readonly Task[] = [
  { name: 'a', step: { do: 'pay', caller: 0, wallet: 0, amount: 100, inApp: false }, node: 0, twice: false },
  { name: 'b', step: { do: 'pay', caller: 1, wallet: 3, amount: 90, inApp: false }, node: 0, twice: false },
  { name: 'c', step: { do: 'pay', caller: 1, wallet: 2, amount: 10, inApp: true }, node: 1, twice: false },
  { name: 'd', step: { do: 'pay', caller: 0, wallet: 1, amount: 40, inApp: true }, node: 0, twice: false },
  { name: '', step: { do: 'approve', payment: 'd' }, node: 1, twice: true },
  { name: '', step: { do: 'settle', payment: 'a', outcome: 'succeeded' }, node: 0, twice: false },
  { name: '', step: { do: 'settle', payment: 'b', outcome: 'succeeded' }, node: 1, twice: true },
];

const customerOf = ({ callers }: World) => callers[CUSTOMER.caller]!;

const codeOf = ({ status, body }: Answer): string => (status < 300 ? 'ok' : JSON.parse(body).error.code);

/** Executes one step. @returns `ok`, the code of the refusal, or `nothing` */
async function carryOut(nodes: readonly Node[], world: World, task: Task): Promise<string> {
  const { step, name } = task;
  const first = nodes[task.node % nodes.length]!;
  const chosen = task.twice ? [first, nodes[(task.node + 1) % nodes.length]!] : [first];
  const key = newId('req');

  const keyed = async (send: (node: Node) => Promise<Answer>): Promise<string> => {
    const answers = await Promise.all(chosen.map(send));
    const [answer] = answers as [Answer];
    for (const other of answers) assert.equal(codeOf(other), codeOf(answer), 'one key has one answer');
    if (codeOf(answer) !== 'ok') return codeOf(answer);
    assert.equal(new Set(answers.map((one) => one.body)).size, 1, 'a replay has the same bytes');
    assert.equal(answers.filter((one) => !one.replayed).length, 1, 'all but one are replays');
    world.ids.set(name, JSON.parse(answer.body).id);
    return 'ok';
  };
  /** Settlements have no key: a final outcome stays. */
  const settled = async (settle: (db: Database) => Promise<boolean>): Promise<string> => {
    const answers = await Promise.all(chosen.map((node) => settle(node.db)));
    assert.ok(answers.filter((one) => one).length <= 1, 'settled once');
    return answers.some((one) => one) ? 'ok' : 'nothing';
  };

  switch (step.do) {
    case 'transfer': {
      const [from, to] = [world.wallets[step.from]!, world.wallets[step.to]!];
      const input = { from, to, amount: step.amount, currency: CURRENCY };
      return keyed((node) => node.transfer(command(world.callers[step.caller]!, input, key)));
    }
    case 'pay': {
      const input = {
        wallet: world.wallets[step.wallet]!,
        amount: step.amount,
        currency: CURRENCY,
        customer: customerOf(world).person!.identifier,
        rail: step.inApp ? ('wallet' as const) : ('sandbox' as const),
      };
      return keyed((node) => node.pay(command(world.callers[step.caller]!, input, key)));
    }
    case 'approve': {
      const input = { id: world.ids.get(step.payment)!, proof: null };
      return keyed((node) => node.approve(command(customerOf(world), input, key)));
    }
    case 'decline': {
      const input = { id: world.ids.get(step.payment)! };
      return keyed((node) => node.decline(command(customerOf(world), input, key)));
    }
    case 'cancel': {
      const input = { id: world.ids.get(step.payment)!, withdrawn: true };
      return keyed((node) => node.cancel(command(world.callers[step.caller]!, input, key)));
    }
    case 'refund': {
      const input = { payment: world.ids.get(step.payment)!, amount: step.amount };
      return keyed((node) => node.refund(command(world.callers[step.caller]!, input, key)));
    }
    case 'settle': {
      const payment = await read<PaymentRow>(nodes, world, findPayment, step.payment);
      const answered =
        step.outcome === 'failed' ? { state: step.outcome, failure } : { state: step.outcome, railReference: 'r' };
      const answer = payment.rail === 'wallet' ? approvalExpired : answered;
      return settled(async (db) => (await settlePayments(db, [{ job: payment, answer }], () => {})).length > 0);
    }
    case 'settleRefund': {
      const answer =
        step.outcome === 'failed' ? { state: step.outcome, failure } : { state: step.outcome, railReference: 'r' };
      const refund = await read<RefundRow>(nodes, world, findRefund, step.refund);
      await Promise.all(chosen.map((node) => settleRefunds(node.db, [{ job: refund, answer }], () => {})));
      return 'ok';
    }
    case 'freeze':
      await transaction(first.db, (tx) =>
        freezeWallets(tx, [{ wallet: world.wallets[step.wallet]!, reason: step.frozen ? 'fraud' : null }]),
      );
      return 'ok';
    case 'verify': {
      const status = step.verified ? 'verified' : 'rejected';
      await transaction(first.db, (tx) => setKycStatus(tx, { user: customerOf(world).id, livemode: false, status }));
      return 'ok';
    }
  }
}

async function read<Row>(
  nodes: readonly Node[],
  world: World,
  statement: typeof findPayment,
  name: string,
): Promise<Row> {
  for (const { world: number } of world.callers) {
    const row = await nodes[0]!.db.find<Row>(statement, { world: number, id: world.ids.get(name)! });
    if (row) return row;
  }
  throw new Error(`there is no ${name}`);
}

const statusOf = { open: 'pending', succeeded: 'succeeded', failed: 'failed', canceled: 'failed' };

/** After two concurrent changes of one customer's tier, only the balance says which came last. */
const tierOf = (may: number | undefined) => (may === undefined ? null : may === most.verified ? 1 : 0);

/** Whether the database is in the model's state. */
async function observe(db: Database, world: World): Promise<(model: Model) => boolean> {
  const ids = [...world.ids.values()];
  const rows = async (text: string, values: unknown[]) => {
    const found = await db.query<Record<string, unknown> & { id: string }>({ name: text.slice(0, 60), text }, values);
    return new Map(
      found.map(({ id, ...rest }) => [id, JSON.stringify(rest, (_, v) => (typeof v === 'bigint' ? Number(v) : v))]),
    );
  };
  const wallets = await rows(
    'SELECT wallet_id AS id, posted, held, frozen, tier FROM balances WHERE wallet_id = ANY ($1)',
    [world.wallets],
  );
  const payments = await rows(
    'SELECT id, status, amount_refunded + amount_refunding AS share FROM payments WHERE id = ANY ($1)',
    [ids],
  );
  const refunds = await rows('SELECT id, status FROM refunds WHERE id = ANY ($1)', [ids]);
  return (model) =>
    model.wallets.every(
      ({ funds: posted, held, frozen, most: may }, i) =>
        wallets.get(world.wallets[i]!) === JSON.stringify({ posted, held, frozen, tier: tierOf(may) }),
    ) &&
    Object.entries(model.payments).every(
      ([name, { state, share }]) =>
        payments.get(world.ids.get(name)!) === JSON.stringify({ status: statusOf[state], share }),
    ) &&
    Object.entries(model.refunds).every(
      ([name, { state }]) => refunds.get(world.ids.get(name)!) === JSON.stringify({ status: state }),
    );
}

async function playRound(nodes: readonly Node[], world: World, round: readonly Task[]): Promise<void> {
  const answers = await Promise.all(round.map((one) => carryOut(nodes, world, one)));
  const after = explain(world.model, round, answers, await observe(nodes[0]!.db, world));
  assert.ok(after, `no order of the round explains ${JSON.stringify({ before: world.model, round, answers })}`);
  world.model = after;
}

async function play(nodes: readonly Node[], played: readonly Round[]): Promise<void> {
  const world = await openWorld(nodes[0]!.db);
  for (const one of opening) await playRound(nodes, world, [one]);
  for (const [number, round] of played.entries()) {
    await playRound(nodes, world, resolve(world.model, round, number));
  }
  assert.deepEqual(await checkLedger(nodes[0]!.db), []);
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
