import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../service/test/support/harness.ts';
import { makeDirectory, randomFrom } from '../../service/test/support/kill.ts';
import { type Bank, impatient, type Op, perform, send } from './clients.ts';
import { type Deployment, deploy, SECRET_KEY } from './deployment.ts';
import { makeKey } from './merchant.ts';
import { compareBooks } from './rail-books.ts';
import { addRail, type Played, type ProviderName, play, providers } from './rail-counterparts.ts';
import type { Sabotage } from './saboteur.ts';

export type RailFire = {
  readonly seed: number;
  readonly providers: readonly ProviderName[];
  /** The number at each provider. */
  readonly payments: number;
  readonly items: number;
  /** The share of calls that meet a trouble, and of callbacks that are lost, doubled or forged. */
  readonly share: number;
  /** How often a node and the database are killed. */
  readonly kills: number;
  readonly sabotage?: Sabotage;
  /** Only these troubles and callback modes, for a control. */
  readonly troubles?: readonly object[];
  readonly callbackModes?: readonly string[];
  /** Settings of the counterparts. */
  readonly settings?: object;
  /** The troubles last this many seconds after the kills. Callbacks come 2 s after their payments. */
  readonly seconds?: number;
  /** The step of the clocks after the troubles. Default: 20 minutes, longer than any payer may take to approve. */
  readonly leapMs?: number;
  /** Seconds until every record must be final or an open case. */
  readonly patience?: number;
};

export type RailVerdict = {
  readonly doubled: string[];
  readonly different: string[];
  readonly clearing: string[];
  /** Acknowledged and not found. */
  readonly lost: string[];
  /** Neither final nor an open case. */
  readonly open: string[];
  readonly ledger: string[];
  /** A rail from which no callback was kept, so that the fire tried none of its callbacks. */
  readonly silent: string[];
};

const ITEMS_OF_A_PAYOUT = 100;
/** Longer than any provider needs to say that nothing arrived. */
const LEAP_MS = 20 * 60_000;
/** Each is a tenth of the troubled calls, more or less. */
const allTroubles = [
  { kind: 'taken_then_cut' },
  { kind: 'cut' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503, taken: true },
  { kind: 'status', status: 504, taken: true },
  { kind: 'firewall' },
  { kind: 'empty' },
  { kind: 'cut_json' },
  { kind: 'too_many', retry_after: 1 },
  { kind: 'slow', after_ms: 16_000, share: 0.05 },
];
const allCallbackModes = ['never', 'twice', 'opposite', 'other_amount', 'forged', 'wrong_signature', 'early'];

/** Payments and payouts over the counterparts while calls and callbacks fail and nodes and the database are killed. */
export async function runRailFire(fire: RailFire): Promise<{ verdict: RailVerdict; summary: string }> {
  const random = randomFrom(fire.seed);
  const directory = makeDirectory();
  const targets: string[] = [];
  const front = await openFront(targets);
  const played: Played[] = [];
  let deployment: Deployment | undefined;
  try {
    for (const provider of fire.providers) played.push(await play(provider));
    const { sabotage } = fire;
    const currencies = played.map(({ currency }) => currency).join();
    const env = { CALLBACK_URL: front.url, CURRENCIES: currencies, DATABASE_POOL: '6' };
    deployment = await deploy({ dataDir: join(directory, 'data'), nodes: 2, env, sabotage });
    await Promise.all(deployment.nodes.map((node) => node.start()));
    targets.push(...deployment.nodes.map(({ base }) => new URL(base).port));
    for (const one of played) {
      await addRail(one, { ...env, DATABASE_URL: deployment.url(), SECRET_KEY });
    }
    const bank = await openBank(deployment, played, random);
    for (const one of played) await inflame(one, fire);
    const work = startWork(bank, fire, played);
    for (let n = 0; n < fire.kills; n++) await killSomething(deployment, random, n);
    const [acknowledged] = await Promise.all([work, sleep((fire.seconds ?? 0) * 1_000)]);
    for (const one of played) await extinguish(one);
    await settleAll(bank, deployment, played, fire);
    const verdict = await judge(deployment, played, acknowledged);
    return { verdict, summary: await summarize(deployment, acknowledged.length) };
  } finally {
    await deployment?.end();
    await Promise.all(played.map((one) => one.stop()));
    front.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The public address of the nodes: each connection goes to one of them, alive or not. */
async function openFront(ports: readonly string[]): Promise<{ url: string; close(): void }> {
  let turn = 0;
  const server = createServer((incoming) => {
    const outgoing = connect(Number(ports[turn++ % Math.max(ports.length, 1)] ?? 9), '127.0.0.1');
    for (const end of [incoming, outgoing])
      end.on('error', () => incoming.destroy()).on('error', () => outgoing.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function openBank(deployment: Deployment, played: readonly Played[], random: () => number): Promise<Bank> {
  const key = await makeKey(deployment);
  const post = (path: string, body: object) =>
    until(async () => {
      const reply = await send(deployment.nodes[0]!, key, 'POST', path, body, crypto.randomUUID());
      return reply && reply.status < 300 && JSON.parse(reply.text);
    }, 60);
  for (const { currency } of played) {
    const { id } = await post('/wallets', { currency });
    await post(`/test/wallets/${id}/fund`, { amount: 900_000_000 });
  }
  const nothing = { ring: [], ringTotal: 0, shop: [], history: [], faults: [], reads: 0 };
  return { nodes: deployment.nodes, key, random, manners: impatient, ...nothing };
}

async function inflame(played: Played, fire: RailFire): Promise<void> {
  const { share, seed, troubles = allTroubles, callbackModes = allCallbackModes, settings } = fire;
  if (settings) await played.ask('POST', '/settings', settings);
  if (share === 0) return;
  const part = share / Math.max(troubles.length, 1);
  for (const [n, trouble] of troubles.entries()) {
    await played.ask('POST', '/trouble', { share: part, ...trouble, seed: seed + n });
  }
  for (const mode of callbackModes) {
    await played.ask('POST', '/callbacks', { mode, share: share / callbackModes.length, seed });
  }
}

async function extinguish(played: Played): Promise<void> {
  await played.ask('DELETE', '/trouble');
  await played.ask('DELETE', '/callbacks');
}

/** @returns the operations that were acknowledged */
async function startWork(bank: Bank, fire: RailFire, played: readonly Played[]): Promise<Op[]> {
  const ops = played.flatMap((one) => operationsFor(one, fire));
  const waiting = [...ops].sort(() => bank.random() - 0.5);
  const client = async () => {
    for (let op = waiting.pop(); op; op = waiting.pop()) {
      do {
        await perform(bank, op);
        if (op.state === 'info') await sleep(200);
      } while (op.state === 'info');
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return ops.filter(({ state }) => state === 'ok');
}

/** One payment in ten is declined, expires or fails in another way; the others succeed. */
const endings = ['0001', '0002', '0004', '0005'];

function operationsFor({ provider, slug, currency }: Played, { payments, items }: RailFire): Op[] {
  const { phone, unit } = providers[provider];
  const endOf = (n: number) => (n % 10 === 0 ? endings[(n / 10) % endings.length]! : String(1_000 + (n % 8_000)));
  const op = (name: string, kind: Op['kind'], path: string, body: Op['body']): Op => {
    return { name: `${slug}-${name}`, kind, path, body, state: 'invoked', reply: null, unknown: 0 };
  };
  const amountOf = (n: number) => (50 + (n % 900)) * unit;
  const collected = Array.from({ length: payments }, (_, n) => {
    const body = { amount: amountOf(n), currency, customer: phone(endOf(n), n), rail: slug };
    return op(`pay-${n}`, 'payment', '/payments', body);
  });
  const paidOut = Array.from({ length: Math.ceil(items / ITEMS_OF_A_PAYOUT) }, (_, p) => {
    const count = Math.min(ITEMS_OF_A_PAYOUT, items - p * ITEMS_OF_A_PAYOUT);
    const list = Array.from({ length: count }, (_, i) => {
      const n = p * ITEMS_OF_A_PAYOUT + i;
      const end = n % 10 === 0 ? ['0011', '0012'][(n / 10) % 2]! : String(1_000 + (n % 8_000));
      return { recipient: phone(end, n + 500), amount: amountOf(n) };
    });
    return op(`payout-${p}`, 'payout', '/payouts', { currency, rail: slug, items: list });
  });
  return [...collected, ...paidOut];
}

async function killSomething(deployment: Deployment, random: () => number, n: number): Promise<void> {
  await sleep(2_000 + random() * 4_000);
  if (n % 4 === 3) {
    await deployment.killDatabase();
    await deployment.startDatabase();
  }
  const node = deployment.nodes[n % deployment.nodes.length]!;
  await node.kill();
  await node.start();
}

const open = `
  SELECT id, rail, status, asked, not_found, sent_at, rail_handle, due_at - now() AS due
  FROM payments p WHERE status NOT IN ('succeeded', 'failed')
    AND NOT EXISTS (SELECT FROM cases c WHERE c.record = p.id AND c.status = 'open')
  UNION ALL
  SELECT id, rail, status, asked, not_found, sent_at, rail_handle, due_at - now()
  FROM payout_items i WHERE status IN ('pending', 'processing')
    AND NOT EXISTS (SELECT FROM cases c WHERE c.record = i.id AND c.status = 'open')`;

/**
 * Waits until every record is final or an open case. The clocks of the nodes and of the providers go ahead, because
 * some answers count only after minutes: "never arrived" at pawaPay after 15.
 */
async function settleAll(
  bank: Bank,
  deployment: Deployment,
  played: readonly Played[],
  { patience = 900, leapMs = LEAP_MS }: RailFire,
): Promise<void> {
  const deadline = performance.now() + patience * 1_000;
  for (let ahead = leapMs; performance.now() < deadline; ahead += leapMs) {
    // Signed requests need clocks that agree: no node runs while the providers' clocks are moved.
    for (const node of deployment.nodes) await node.kill();
    for (const one of played) await one.ask('POST', '/clock', { advance_ms: leapMs });
    for (const node of deployment.nodes) await node.start({ wrongByMs: ahead });
    for (let polls = 0; polls < 20; polls++) {
      if ((await deployment.ask(open)).length === 0) return;
      await send(deployment.nodes[0]!, bank.key, 'POST', '/test/clock/advance', { seconds: leapMs / 1_000 });
      await sleep(1_000);
    }
  }
}

const railsWithCallbacks = 'SELECT DISTINCT rail FROM rail_callbacks';

async function judge(deployment: Deployment, played: readonly Played[], ops: readonly Op[]): Promise<RailVerdict> {
  const books = [];
  for (const one of played) books.push(await compareBooks(deployment, one));
  const known = await deployment.ask<{ id: string }>('SELECT id FROM payments UNION ALL SELECT id FROM payouts');
  const ids = new Set(known.map(({ id }) => id));
  const calling = new Set((await deployment.ask<{ rail: string }>(railsWithCallbacks)).map(({ rail }) => rail));
  const { openDatabase } = await import('../../service/src/db/database.ts');
  const { checkLedger } = await import('../../service/src/ledger/check.ts');
  const db = openDatabase(deployment.url(), { max: 2 });
  const findings = await checkLedger(db).finally(() => db.close());
  return {
    doubled: books.flatMap(({ doubled }) => doubled),
    different: books.flatMap(({ different }) => different),
    clearing: books.flatMap(({ clearing }) => clearing),
    lost: ops.map(({ reply }) => JSON.parse(reply!.text).id).filter((id) => !ids.has(id)),
    open: (await deployment.ask<{ id: string }>(open)).map((row) => JSON.stringify(row)),
    ledger: findings.map((finding) => JSON.stringify(finding)),
    silent: played.map(({ slug }) => slug).filter((slug) => !calling.has(slug)),
  };
}

async function summarize(deployment: Deployment, acknowledged: number): Promise<string> {
  const rows = await deployment.ask<{ rail: string; status: string; count: string }>(`
    SELECT rail, status, count(*)::text AS count FROM (
      SELECT rail, concat_ws(' ', status, failure->>'code') AS status FROM payments
      UNION ALL SELECT rail, concat_ws(' ', 'item', status, failure->>'code') FROM payout_items) r
    GROUP BY rail, status ORDER BY rail, status`);
  const cases = await deployment.ask<{ rail: string | null; kind: string; count: string }>(
    'SELECT rail, kind, count(*)::text AS count FROM cases GROUP BY rail, kind ORDER BY rail, kind',
  );
  const callbacks = await deployment.ask<{ rail: string; outcome: string; count: string }>(
    'SELECT rail, outcome, count(*)::text AS count FROM rail_callbacks GROUP BY rail, outcome ORDER BY rail, outcome',
  );
  const parts = [
    `${acknowledged} acknowledged`,
    rows.map(({ rail, status, count }) => `${rail} ${status} ${count}`).join(', '),
    `cases: ${cases.map(({ rail, kind, count }) => `${rail} ${kind} ${count}`).join(', ')}`,
    `callbacks: ${callbacks.map(({ rail, outcome, count }) => `${rail} ${outcome} ${count}`).join(', ')}`,
  ];
  return parts.join('; ');
}
