import { setTimeout as sleep } from 'node:timers/promises';
import type { PlainNode } from './deployment.ts';

export type Kind = 'transfer' | 'payment' | 'refund' | 'payout';
export type Reply = { readonly status: number; readonly text: string; readonly replayed: boolean };

/**
 * One request and its client's knowledge: `info` means that it may or may not have happened, until its key is replayed.
 */
export type Op = {
  readonly name: string;
  readonly kind: Kind;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  state: 'invoked' | 'ok' | 'fail' | 'info';
  reply: Reply | null;
  /** How often it got no answer that settles it. */
  unknown: number;
};

/** A bank whose clients behave otherwise than those of the other tests. */
export type Manners = {
  /** How long a client waits for an answer. */
  readonly patienceMs: number;
  /** The time between two requests of a client. */
  readonly pauseMs: number;
  /** How often a client repeats a request without a final answer, and the least time before it does. */
  readonly repeats: number;
  readonly repeatMs: number;
  /** A client stays with its node. */
  readonly pinned: boolean;
  readonly onAnswer: (answer: Answer) => void;
};
/** `status` is null where no answer came. */
export type Answer = {
  readonly node: number;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly ms: number;
};

export type Bank = {
  readonly nodes: readonly PlainNode[];
  readonly key: string;
  /** Transfers circulate among these wallets only, so their total never changes. */
  readonly ring: readonly string[];
  readonly ringTotal: number;
  /** All other operations use these. */
  readonly shop: readonly string[];
  readonly random: () => number;
  readonly history: Op[];
  /** Observations that must never occur. */
  readonly faults: string[];
  readonly manners: Manners;
  reads: number;
};

export const impatient: Manners = {
  patienceMs: 4_000,
  pauseMs: 0,
  repeats: 5,
  repeatMs: 50,
  pinned: false,
  onAnswer: () => {},
};

/** One request to a node. Null is no answer. */
export async function send(
  node: PlainNode,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  idempotency?: string,
  patienceMs = impatient.patienceMs,
) {
  try {
    const response = await fetch(node.base + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(idempotency ? { 'idempotency-key': idempotency } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    });
    const replayed = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, text: await response.text(), replayed };
  } catch {
    return null;
  }
}

/** A request of a client: to its own node, or to any. */
async function request(bank: Bank, client: number, method: string, path: string, body?: unknown, key?: string) {
  const { nodes, manners, random } = bank;
  const node = manners.pinned ? client % nodes.length : Math.floor(random() * nodes.length);
  const start = performance.now();
  const reply = await send(nodes[node]!, bank.key, method, path, body, key, manners.patienceMs);
  manners.onAnswer({ node, method, path, status: reply?.status ?? null, ms: performance.now() - start });
  return reply;
}

/** Sends an operation once and records the known outcome. */
export async function perform(bank: Bank, op: Op, client = 0): Promise<void> {
  const reply = await request(bank, client, 'POST', op.path, op.body, op.name);
  if (reply === null || reply.status === 503 || reply.text.includes('"idempotency_in_progress"')) {
    op.state = 'info';
    op.unknown++;
  } else if (reply.status < 300) {
    op.state = 'ok';
    op.reply = reply;
  } else if ([402, 409, 422].includes(reply.status)) {
    op.state = 'fail';
    op.reply = reply;
  } else {
    op.state = 'info';
    op.unknown++;
    bank.faults.push(`${op.path} was answered ${reply.status} ${reply.text}`);
  }
}

/**
 * Clients that each send one request after the other, until stopped. A request without an answer is left to `settle`,
 * or sent again.
 */
export function startClients(bank: Bank, count: number): { stop(): Promise<void> } {
  let stopping = false;
  const { pauseMs, repeats, repeatMs } = bank.manners;
  const one = async (client: number) => {
    for (let n = 0; !stopping; n++) {
      if (pauseMs > 0) await sleep(bank.random() * 2 * pauseMs);
      const op = invoke(bank, `${client}-${n}`);
      if (op === null) await readAll(bank, client);
      else {
        bank.history.push(op);
        await perform(bank, op, client);
        for (let again = 0; op.state === 'info' && again < repeats && !stopping; again++) {
          await sleep(repeatMs * (1 + 3 * bank.random()));
          await perform(bank, op, client);
        }
      }
    }
  };
  const ended = Promise.all(Array.from({ length: count }, (_, client) => one(client)));
  return {
    stop: async () => {
      stopping = true;
      await ended;
    },
  };
}

/** 60 % transfers, 20 % payments and refunds, 10 % payouts; null is a read, 10 %. */
function invoke(bank: Bank, name: string): Op | null {
  const { random, ring, shop, history } = bank;
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const make = (kind: Kind, path: string, body: object): Op => {
    const sent = { ...body, metadata: { op: name } };
    return { name, kind, path, body: sent, state: 'invoked', reply: null, unknown: 0 };
  };
  const draw = random();
  if (draw < 0.6) {
    const among = draw < 0.35 ? ring : shop;
    const from = pick(among);
    const to = pick(among.filter((wallet) => wallet !== from));
    // Sometimes more than can exist: a refusal, which must leave no trace.
    const amount = random() < 0.05 ? 100_000_000 : 1 + Math.floor(random() * 400);
    return make('transfer', '/wallets/transfer', { from, to, amount, currency: among === ring ? 'KES' : 'XOF' });
  }
  if (draw < 0.72) {
    const amount = 100 + Math.floor(random() * 900);
    const customer = random() < 0.1 ? '+50937000004' : '+50937001234';
    return make('payment', '/payments', { amount, currency: 'XOF', customer, wallet: pick(shop) });
  }
  if (draw < 0.8) {
    const paid = pick(history.filter(({ kind, state }) => kind === 'payment' && state === 'ok').slice(-50));
    if (paid) return make('refund', '/refunds', { payment: JSON.parse(paid.reply!.text).id, amount: 50 });
  }
  if (draw < 0.9) {
    const [wallet, ...others] = [...shop].sort(() => random() - 0.5);
    const recipients = [...others.slice(0, 2), '+50937001234', '+50937000011'];
    const items = recipients.map((recipient, i) => ({ recipient, amount: 1 + i }));
    return make('payout', '/payouts', { currency: 'XOF', wallet, items });
  }
  return null;
}

/** Every balance in one statement: the ring's total is constant, and no balance is below zero. */
async function readAll(bank: Bank, client: number): Promise<void> {
  const reply = await request(bank, client, 'GET', '/wallets?limit=100');
  if (reply === null || reply.status === 503) return void (await sleep(50));
  if (reply.status !== 200) return void bank.faults.push(`a read was answered ${reply.status} ${reply.text}`);
  const { data } = JSON.parse(reply.text) as { data: { id: string; balance: { available: number } }[] };
  const balances = new Map(data.map(({ id, balance }) => [id, balance.available]));
  const sum = bank.ring.reduce((total, wallet) => total + balances.get(wallet)!, 0);
  if (sum !== bank.ringTotal) bank.faults.push(`a read sums to ${sum}, not to ${bank.ringTotal}`);
  for (const [wallet, available] of balances) if (available < 0) bank.faults.push(`${wallet} has ${available}`);
  bank.reads++;
}
