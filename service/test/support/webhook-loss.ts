import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextAttempt } from '../../src/core/retry.ts';
import { newWebhookSecret } from '../../src/core/signature.ts';
import type { Database } from '../../src/db/database.ts';
import { DELIVERY_LEASE_S } from '../../src/events/local-deliveries.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { sealSecret } from '../../src/kernel/seal.ts';
import { openSecrets } from '../../src/secrets/open.ts';
import { secretKeysOf } from '../../src/secrets/secret-keys.ts';
import { startTestService, type TestMerchant, testSecretKey, until } from './harness.ts';
import { randomFrom } from './kill.ts';
import { advance } from './webhook-flows.ts';

export const SECRET_KEY = testSecretKey;
const main = new URL('../../src/main.ts', import.meta.url).pathname;

/** One request that the receiver got. Its outcome is decided when it arrives. */
export type Receipt = { event: string; delivery: string; number: number; at: number; did: Deed };
type Deed = 200 | 500 | 'reset' | 'hang';
/**
 * `at`: when the node was killed. `readUntil`: when all that it had still sent was read here, which a busy test process
 * may do later.
 */
type Kill = { at: number; readUntil: number };
type Advance = { from: number; to: number; seconds: number };

export type Run = {
  readonly events: string[];
  readonly receipts: Receipt[];
  readonly kills: Kill[];
  readonly advances: Advance[];
};

/** The last two of seven attempts are let through, so that nothing ends as a dead letter. */
const LET_THROUGH = 6;

/**
 * Fails 30 %: an answer of 500, a cut connection, sometimes no answer. Some good answers arrive slowly, byte by byte.
 */
async function startRoughReceiver(random: () => number, receipts: Receipt[], hangs: number) {
  const server = createServer((request, response) => {
    const number = Number(request.headers['service-delivery-attempt']);
    const draw = random();
    let did: Deed = draw < 0.26 ? 500 : draw < 0.3 ? 'reset' : 200;
    if (did === 500 && hangs > 0 && random() < 0.01) {
      did = 'hang';
      hangs--;
    }
    if (number >= LET_THROUGH) did = 200;
    const [event, delivery] = [request.headers['webhook-id'], request.headers['service-delivery-id']].map(String);
    receipts.push({ event: event!, delivery: delivery!, number, at: Date.now(), did });
    request.resume().on('end', () => {
      if (did === 'reset') request.socket.resetAndDestroy();
      else if (did !== 'hang') draw > 0.99 ? drip(response) : response.writeHead(did).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-length': 10 });
  for (let i = 0; i < 10 && !response.destroyed; i++) {
    response.write('.');
    await sleep(20);
  }
  response.end();
}

export type Node = { readonly base: string; kill(): Promise<void> };

/** The real service as a separate process. */
export async function startNode(databaseUrl: string, role: 'worker' | 'all' = 'worker'): Promise<Node> {
  const settings = { ROLE: role, PORT: '0', RATE_LIMIT: 'off', DEMO: 'off', LOG_LEVEL: 'error', NODE_OPTIONS: '' };
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...process.env, ...settings, DATABASE_URL: databaseUrl, SECRET_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const port = () => /http:\/\/localhost:(\d+)/.exec(output)?.[1];
  child.stdout!.on('data', (chunk) => (output += chunk));
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the node did not start: ${output}`);
    return port();
  }, 60);
  return {
    base: `http://127.0.0.1:${port()}/api/v1`,
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export async function subscribe(db: Database, { world }: TestMerchant, url: string): Promise<void> {
  const { encryptionKey } = await openSecrets(db, secretKeysOf([SECRET_KEY]));
  const values = [
    world,
    newId('wbk'),
    url,
    sealSecret(
      newWebhookSecret((n) => Buffer.alloc(n, 7)),
      encryptionKey,
    ),
  ];
  const text = `INSERT INTO webhook_endpoints (world, id, url, events, secret) VALUES ($1, $2, $3, '{*}', $4)`;
  await db.query({ name: 'subscribe', text }, values);
}

/** Each half of a wait of the schedule: after the first half, nothing may be sent that waits for the second. */
const steps = [20, 11, 80, 41, 400, 201, 2400, 1201, 14_400, 7201, 60_000, 26_401];

type Options = {
  events: number;
  seed: number;
  killEvery: number;
  /**
   * The run makes events until this many nodes were killed: a busy machine starts a node more slowly than it delivers.
   */
  leastKills?: number;
  hangs: number;
  atTheEnd: 'expire leases' | 'wait for leases';
};

/**
 * Makes events while two nodes deliver them. The nodes are killed in turn, each time the receiver has had a number of
 * further requests. Then it moves the clock until nothing is pending. `beforeLeases` sees the run while the deliveries
 * that the last kills cut are still leased.
 */
export async function runThroughKills(
  { events: count, seed, killEvery, leastKills = 0, hangs, atTheEnd }: Options,
  beforeLeases: (run: Run, db: Database) => Promise<void>,
): Promise<{ run: Run; faults: string[]; attempts: number }> {
  const run: Run = { events: [], receipts: [], kills: [], advances: [] };
  const receiver = await startRoughReceiver(randomFrom(seed), run.receipts, hangs);
  const api = await startTestService({ ROLE: 'api' });
  const shop = await api.merchant();
  await subscribe(api.db, shop, receiver.url);
  const nodes = await Promise.all([startNode(api.url), startNode(api.url)]);
  const killOne = async (which: number) => {
    await nodes[which]!.kill();
    const at = Date.now();
    // The kernel holds the last requests: each turn of the event loop reads what has arrived.
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    run.kills.push({ at, readUntil: Date.now() });
    nodes[which] = await startNode(api.url);
  };
  try {
    const emitting = Promise.all(
      Array.from({ length: 16 }, () =>
        emit(shop, run, () => run.events.length < count || run.kills.length < leastKills),
      ),
    );
    let restarted: Promise<unknown> = Promise.resolve();
    let begun = 0;
    for (let goal = killEvery; goal < count || begun < leastKills; goal = run.receipts.length + killEvery) {
      await until(async () => run.receipts.length >= goal, 120);
      await restarted;
      restarted = killOne(begun++ % 2);
    }
    await restarted;
    await emitting;
    await quiet(run);
    await beforeLeases(run, api.db);
    const expire = async () => {
      if (atTheEnd === 'wait for leases') return;
      await quiet(run);
      // Only leases of killed nodes expire: deliveries that a live, slow node has claimed would be sent twice.
      const text = `UPDATE deliveries SET leased_until = now() WHERE leased_until <= $1 AND status = 'pending'`;
      const killed = new Date(run.kills.at(-1)!.at + DELIVERY_LEASE_S * 1000);
      await api.db.query({ name: 'expire', text }, [killed]);
      await api.db.query({ name: 'notify', text: 'NOTIFY rialto_work' });
    };
    await expire();
    for (let i = 0; (await pending(api.db)) > 0; i++) {
      if (i > 20 * steps.length) throw new Error(`${await pending(api.db)} deliveries are still pending`);
      await quiet(run);
      const seconds = steps[i % steps.length]!;
      const from = Date.now();
      await advance(shop, seconds);
      run.advances.push({ from, to: Date.now(), seconds });
      if (i % steps.length === steps.length - 1) await expire();
    }
    const { faults, attempts } = await findFaults(run, api.db);
    return { run, faults, attempts };
  } finally {
    await Promise.all(nodes.map((node) => node.kill()));
    await api.stop();
    receiver.close();
  }
}

async function emit(shop: TestMerchant, { events }: Run, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const at = events.push('') - 1;
    const { body } = await shop.call('POST', '/test/events', { type: 'payment.succeeded' });
    events[at] = body.id;
  }
}

const QUIET_MS = 200;

/** Waits until the receiver has had nothing new for a while. */
async function quiet({ receipts }: Run): Promise<void> {
  for (let before = -1; before < receipts.length; ) {
    before = receipts.length;
    await sleep(QUIET_MS);
  }
}

async function pending(db: Database): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM deliveries WHERE status = 'pending'`;
  return (await db.query<{ count: number }>({ name: 'pending', text }))[0]!.count;
}

/** The events that were never answered with a 2xx. */
export function missing({ events, receipts }: Run): string[] {
  const taken = new Set(receipts.filter((receipt) => receipt.did === 200).map((receipt) => receipt.event));
  return events.filter((event) => !taken.has(event));
}

type Logged = { delivery_id: string; event_id: string; number: number; response_status: number | null };

/** Compares the received requests with the log of attempts. */
export async function findFaults(run: Run, db: Database): Promise<{ faults: string[]; attempts: number }> {
  const text = `SELECT d.id AS delivery_id, d.event_id, (a ->> 'number')::int AS number, (a ->> 'response_status')::int AS response_status
    FROM deliveries d, unnest(d.attempts) a ORDER BY d.id, number`;
  const logged = await db.query<Logged>({ name: 'logged', text });
  const came = Map.groupBy(run.receipts, (receipt) => receipt.delivery);
  const faults: string[] = missing(run).map((event) => `${event} is missing`);
  for (const { delivery_id: id, event_id: event, number, response_status: status } of logged) {
    const same = (came.get(id) ?? []).filter((receipt) => receipt.number === number);
    if (!same.some(({ did }) => did === (status ?? did) && (status !== null || typeof did === 'string'))) {
      faults.push(`${id} logs attempt ${number} with ${status}, which was not made`);
    }
    if (same.some((receipt) => receipt.event !== event)) faults.push(`${id} changed its event`);
  }
  const inLog = new Set(logged.map(({ delivery_id, number }) => `${delivery_id} ${number}`));
  for (const [id, receipts] of came) faults.push(...scheduleFaults(run, id, receipts, inLog));
  return { faults, attempts: logged.length };
}

function scheduleFaults({ kills, advances }: Run, id: string, receipts: Receipt[], inLog: Set<string>): string[] {
  const faults: string[] = [];
  for (const [i, { number, at }] of receipts.entries()) {
    if (!inLog.has(`${id} ${number}`)) faults.push(`${id}: attempt ${number} was made and is not logged`);
    const before = receipts[i - 1];
    if (!before) {
      if (number !== 1) faults.push(`${id} begins with attempt ${number}`);
    } else if (before.number === number) {
      if (!kills.some((kill) => before.at <= kill.readUntil && kill.at <= at)) {
        const since = Math.min(...kills.map((kill) => Math.abs(before.at - kill.at)));
        faults.push(
          `${id}: attempt ${number} twice, ${at - before.at} ms apart, and no kill between: ${since} ms to the next`,
        );
      }
    } else if (number !== before.number + 1) {
      faults.push(`${id}: attempt ${number} after ${before.number}`);
    } else {
      const moved = advances
        .filter(({ from, to }) => to >= before.at && from <= at)
        .reduce((sum, { seconds }) => sum + seconds, 0);
      const next = nextAttempt({ attemptsMade: before.number });
      if (next === 'dead' || at + moved * 1000 < before.at + next.inMs)
        faults.push(`${id}: attempt ${number} before its time`);
    }
  }
  return faults;
}
