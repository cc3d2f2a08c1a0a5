import { setTimeout as sleep } from 'node:timers/promises';

export type Shop = {
  /** The API's URL; requests come from the key's merchant. */
  readonly base: string;
  readonly key: string;
  readonly wallets: readonly string[];
};

export type Paced = {
  readonly sent: () => number;
  /** Answers that must not occur, with their requests. */
  readonly faults: readonly string[];
  /** The number of due requests that were not sent, because the machine was busy. */
  readonly skipped: () => number;
  /** The largest number of requests in flight at once. */
  readonly mostUnderWay: () => number;
  stop(): Promise<void>;
};

/**
 * More at once would be a queue without a pace. Further due requests are skipped, so that a slow machine gets fewer
 * requests of the same mix.
 */
const MOST_AT_ONCE = 24;

type Body = Readonly<Record<string, unknown>>;
export type Answer = { readonly status: number; readonly body: any; readonly replayed: boolean };

export async function ask({ base, key }: Shop, method: string, path: string, body?: Body, idempotency?: string) {
  const response = await fetch(base + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(idempotency ? { 'idempotency-key': idempotency } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { status: response.status, body: await response.json(), replayed } as Answer;
}

/**
 * A constant number of requests a second, whatever the machine's speed. Half of them move money in circles, so that it
 * can go on for ever. Sometimes one is repeated under its key, and somebody logs in.
 */
export function startPaced(shop: Shop, perSecond: number, random: () => number): Paced {
  const faults: string[] = [];
  const underWay = new Set<Promise<void>>();
  let due = 0;
  let sent = 0;
  let most = 0;
  let stopping = false;
  /** The last payments that can be refunded. */
  const paid: string[] = [];
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;

  const expect = async (
    statuses: readonly number[],
    method: string,
    path: string,
    body?: Body,
    idempotency?: string,
  ) => {
    const answer = await ask(shop, method, path, body, idempotency);
    if (!statuses.includes(answer.status)) {
      faults.push(`${method} ${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer;
  };

  const transfer = async () => {
    const from = pick(shop.wallets);
    const to = pick(shop.wallets.filter((wallet) => wallet !== from));
    const body = { from, to, amount: 1 + Math.floor(random() * 400), currency: 'XOF' };
    const key = crypto.randomUUID();
    const first = await expect([201], 'POST', '/wallets/transfer', body, key);
    if (random() > 0.02) return;
    const again = await expect([201], 'POST', '/wallets/transfer', body, key);
    if (!again.replayed || again.body.id !== first.body.id) faults.push(`${key} was answered in two ways`);
  };
  const payment = async () => {
    const body = { amount: 500, currency: 'XOF', customer: '+50937001234', wallet: pick(shop.wallets) };
    const { body: made } = await expect([201], 'POST', '/payments', body, crypto.randomUUID());
    paid.push(made.id);
    if (paid.length > 100) paid.shift();
  };
  const refund = async () => {
    // An old payment, which is settled by now; it may be refunded already.
    const [oldest] = paid.length === 100 ? paid.splice(0, 1) : [];
    if (oldest) await expect([201], 'POST', '/refunds', { payment: oldest, amount: 250 }, crypto.randomUUID());
  };
  const payout = async () => {
    const [wallet, ...others] = shop.wallets;
    const items = [...others.slice(0, 3), '+50937001234'].map((recipient) => ({ recipient, amount: 10 }));
    await expect([202], 'POST', '/payouts', { currency: 'XOF', wallet, items }, crypto.randomUUID());
  };
  const read = async () => {
    const paths = ['/wallets?limit=50', `/wallets/${pick(shop.wallets)}`, '/payments?limit=20', '/events?limit=20'];
    await expect([200], 'GET', pick([...paths, `/wallets/${pick(shop.wallets)}/entries?limit=20`]));
  };
  const logIn = async () => {
    const phone = `+22177${String(Math.floor(random() * 1e7)).padStart(7, '0')}`;
    const password = 'a good password';
    const opened = await expect([200, 201, 202], 'POST', '/auth/register', { phone, password });
    await expect([200], 'POST', '/auth/2fa/verify', { challenge: opened.body.challenge, code: '000000' });
    await expect([401], 'POST', '/auth/login', { phone, password: 'a wrong password' });
  };
  const one = (n: number): Promise<void> => {
    if (n % 400 === 100) return logIn();
    const draw = random();
    if (draw < 0.4) return transfer();
    if (draw < 0.55) return payment();
    if (draw < 0.6) return refund();
    if (draw < 0.62) return payout();
    return read();
  };

  const pacing = (async () => {
    const began = performance.now();
    while (!stopping) {
      const now = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      for (; due < now; due++) {
        if (underWay.size >= MOST_AT_ONCE) continue;
        const done: Promise<void> = one(sent++)
          .catch((error) => void faults.push(String(error.cause ?? error)))
          .finally(() => underWay.delete(done));
        underWay.add(done);
      }
      most = Math.max(most, underWay.size);
      await sleep(25);
    }
    await Promise.all(underWay);
  })();
  return {
    sent: () => sent,
    skipped: () => due - sent,
    faults,
    mostUnderWay: () => most,
    stop: async () => {
      stopping = true;
      await pacing;
    },
  };
}
