import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitDatabase } from '../../src/boot/await-database.ts';
import { openDatabase } from '../../src/db/database.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { checkLedger } from '../../src/ledger/check.ts';
import {
  becomes,
  startTestService,
  type TestMerchant,
  type TestService,
  testSecretKey,
  until,
} from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { startProxy, type Wire } from '../support/proxy.ts';
import { ask, makeTemplate, type Pair, startPair, type Template } from '../support/standby-pair.ts';
import { closeReceivers, subscribe } from '../support/webhook-flows.ts';

/** Ends a COMMIT that gets no answer sooner than the service's own 10 s, so that the test is short. */
const ANSWER_MS = 1_000;
const CLIENTS = 8;
const answers = [201, 409, 503];

let template: Template;
before(async () => {
  template = await makeTemplate();
});
after(() => {
  closeReceivers();
  template.remove();
});

type Stage = {
  readonly pair: Pair;
  readonly wire: Wire;
  readonly node: TestService;
  readonly shop: TestMerchant;
  readonly lines: () => string;
  /** The new primary becomes the database of the node. `cut`: as a proxy does that ends the sessions of the old one. */
  failOver(options?: { cut: boolean }): Promise<void>;
};

/** A node whose database is the primary of a pair, behind a proxy. */
async function onPair(synchronous: boolean, act: (stage: Stage) => Promise<void>): Promise<void> {
  const pair = await startPair(template, synchronous);
  const wire = await startProxy(pair.primary);
  let written = '';
  const logs = {
    write: (line: string) => {
      written += line;
    },
  };
  const pool = { history: true, answerMs: ANSWER_MS };
  const env = { LOG_LEVEL: 'error' };
  const node = await startTestService(env, { url: wire.url }, logs, undefined, undefined, pool);
  try {
    const failOver = async ({ cut } = { cut: true }) => {
      await pair.promote();
      wire.aim(pair.standby);
      if (cut) wire.cut();
    };
    await act({ pair, wire, node, shop: await node.merchant(), lines: () => written, failOver });
  } finally {
    await node.stop();
    await wire.close();
    await pair.end();
  }
}

/** Clients that repeat a transfer under its key until they get 201. */
async function startClients({ shop }: Stage) {
  const from = await shop.wallet('XOF', 1_000_000n);
  const to = (await shop.call('POST', '/wallets', { currency: 'XOF' })).body.id;
  const acknowledged = new Map<string, string>();
  const statuses = new Set<number>();
  let stopping = false;
  const transfer = async (key: string) => {
    const body = { from, to, amount: 1, currency: 'XOF', description: key };
    const answer = await shop.call('POST', '/wallets/transfer', body, { 'idempotency-key': key });
    statuses.add(answer.status);
    if (answer.status === 201) acknowledged.set(key, answer.body.id);
    if (answer.status === 503) assert.equal(answer.headers.get('retry-after'), '1');
    return answer.status;
  };
  const work = Array.from({ length: CLIENTS }, async () => {
    while (!stopping) {
      const key = newId('req');
      while ((await transfer(key)) !== 201 && !stopping) await sleep(50);
    }
  });
  // Where a test fails, its clients outlive the node.
  for (const one of work) one.catch(() => {});
  return {
    acknowledged,
    statuses,
    transfer,
    progress: async (more: number) => {
      const goal = acknowledged.size + more;
      await until(async () => acknowledged.size >= goal).catch(() => assert.fail(`no progress: ${[...statuses]}`));
    },
    stop: async () => {
      stopping = true;
      await Promise.all(work);
    },
  };
}

/** Compares the answers that the clients got, and the events that a receiver got, with a database. */
async function settle(url: string, acknowledged: ReadonlyMap<string, string>, received: readonly string[]) {
  const rows = await ask(url, 'SELECT description, array_agg(id) AS ids FROM transfers GROUP BY description');
  const there = new Map(rows.map(({ description, ids }) => [description as string, ids as string[]]));
  const phantoms = await ask(url, 'SELECT unnest($1::text[]) AS id EXCEPT SELECT id FROM events', [received]);
  const db = openDatabase(url, { max: 1 });
  try {
    return {
      lost: [...acknowledged].filter(([key, id]) => !there.get(key)?.includes(id)).length,
      doubled: [...there.values()].filter((ids) => ids.length > 1).length,
      phantoms: phantoms.length,
      broken: (await checkLedger(db)).map(({ invariant }) => invariant),
    };
  } finally {
    await db.close();
  }
}

/** `npm run admin -- database accept-loss`, as a person types it. @returns its output */
async function acceptLoss(url: string): Promise<string> {
  const admin = new URL('../../src/admin.ts', import.meta.url).pathname;
  const env = { ...process.env, DATABASE_URL: url, SECRET_KEY: testSecretKey };
  const child = spawn(process.execPath, [admin, 'database', 'accept-loss'], { env });
  const ended = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.deepEqual({ code: (await ended)[0], errors }, { code: 0, errors: '' });
  return output.trim();
}

const sound = { lost: 0, doubled: 0, phantoms: 0, broken: [] };

describe('a failover to a synchronous standby loses nothing that was acknowledged', () => {
  const harms: Record<string, (stage: Stage) => Promise<void>> = {
    'after a kill of the primary': async ({ pair, failOver }) => {
      await pair.kill();
      await failOver();
    },
    'while the primary is frozen, without an end of its sessions': async ({ pair, failOver }) => {
      pair.freeze();
      await failOver({ cut: false });
    },
    'while replication is cut': async ({ pair, failOver }) => {
      pair.replication.aim('postgres://127.0.0.1:9/none');
      pair.replication.cut();
      await sleep(500);
      await failOver();
    },
  };
  // Each pair of servers takes 20 s, so `npm test` has one harm, and `npm run test:long` all.
  const tried = Object.entries(harms).slice(0, process.env.HARMS === 'all' ? undefined : 1);
  for (const [name, harm] of tried) {
    it(name, () =>
      onPair(true, async (stage) => {
        const { pair, node, shop, wire } = stage;
        const { receiver } = await subscribe(shop);
        const clients = await startClients(stage);
        await clients.progress(50);
        await harm(stage);
        await clients.progress(50);
        if (name.includes('frozen')) await expectSilence(pair);
        wire.cut();
        await clients.progress(10);
        await clients.stop();
        const events = () => receiver.received.map(({ event }) => event.id);
        assert.ok(events().length > 0);
        const undelivered = 'SELECT id FROM events EXCEPT SELECT unnest($1::text[])';
        await becomes(() => ask(pair.standby, undelivered, [events()]), []);
        assert.deepEqual(await settle(pair.standby, clients.acknowledged, events()), sound);
        assert.deepEqual(
          [...clients.statuses].filter((status) => !answers.includes(status)),
          [],
        );
        await becomes(async () => (await node.request('GET', '/readyz')).status, 200);
      }),
    );
  }

  /** The former primary is back, and its COMMITs wait for a standby that is gone. */
  async function expectSilence(pair: Pair): Promise<void> {
    pair.thaw();
    const commit = ask(pair.primary, 'CREATE TABLE acknowledged_by_the_old_one ()').then(
      () => 'acknowledged',
      () => 'ended',
    );
    const waits = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'CREATE TABLE%'`;
    const [waiting] = await until(async () => {
      const rows = await ask(pair.primary, waits);
      return rows.length > 0 && rows;
    });
    await ask(pair.primary, 'SELECT pg_terminate_backend($1)', [waiting!.pid]);
    assert.equal(await commit, 'ended');
  }
});

it('a replayed answer waits for the standby too, because its transaction may not have reached it', () =>
  onPair(true, async ({ pair, shop, failOver }) => {
    const key = newId('req');
    const send = async () =>
      (await shop.call('POST', '/wallets', { currency: 'XOF' }, { 'idempotency-key': key })).status;
    pair.replication.aim('postgres://127.0.0.1:9/none');
    pair.replication.cut();
    const first = send();
    const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
    // It is then committed on the primary alone.
    const made = 'SELECT FROM idempotency_keys WHERE key = $1';
    await until(async () => {
      await ask(pair.primary, cancel);
      return (await ask(pair.primary, made, [key])).length > 0;
    });
    assert.equal(await first, 503);
    assert.equal(await send(), 503);
    await failOver();
    assert.equal((await ask(pair.standby, made, [key])).length, 0);
    await until(async () => (await send()) === 201);
  }));

inLongSuite('control: a failover to a standby that was behind loses writes; the node stops until it is accepted', () =>
  onPair(false, async (stage) => {
    const { pair, node, lines, failOver } = stage;
    const clients = await startClients(stage);
    await clients.progress(10);
    await pair.inStep().catch(() => {});
    pair.replication.aim('postgres://127.0.0.1:9/none');
    pair.replication.cut();
    await clients.progress(50);
    // Marks are 100 ms apart.
    await sleep(200);
    await clients.progress(10);
    await pair.kill();
    await failOver();
    const lost = { status: 503, says: true, metric: true };
    await becomes(async () => {
      const ready = await node.request('GET', '/readyz');
      const metrics = await node.request('GET', '/metrics');
      const says = /lost transactions .* accept-loss/.test(ready.body?.status ?? '');
      return { status: ready.status, says, metric: /^rialto_database_lost 1$/m.test(metrics.text) };
    }, lost);
    assert.match(lines(), /"level":60.*lost transactions that it had acknowledged/);
    const before = clients.acknowledged.size;
    assert.equal(await clients.transfer(newId('req')), 503);
    assert.equal(clients.acknowledged.size, before);

    const found = await settle(pair.standby, clients.acknowledged, []);
    assert.ok(found.lost > 0);
    assert.deepEqual({ ...found, lost: 0 }, sound);

    assert.match(await acceptLoss(pair.standby), /acknowledged_at.*\n.*\nAccepted\. The nodes work again/);
    assert.match(await acceptLoss(pair.standby), /^No loss is waiting for a decision\.$/);
    const last = 'SELECT actor_type, action FROM audit_log ORDER BY seq DESC LIMIT 1';
    assert.deepEqual(await ask(pair.standby, last), [{ actor_type: 'admin', action: 'database.loss_accepted' }]);
    await clients.progress(10);
    await clients.stop();
    assert.equal((await node.request('GET', '/readyz')).status, 200);
  }),
);

inLongSuite('a URL with several hosts leads to the primary, and a start waits for one', async () => {
  const pair = await startPair(template, true);
  const [primary, standby] = [new URL(pair.primary), new URL(pair.standby)];
  const urlOf = (...ports: string[]) => {
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    return `${pair.primary.split('@')[0]}@${hosts}/rialto?target_session_attrs=read-write`;
  };
  const portOf = async (db: ReturnType<typeof openDatabase>) => {
    const [row] = await db.query<{ port: string }>({ name: 'port', text: `SELECT current_setting('port') AS port` });
    return row!.port;
  };
  const db = openDatabase(urlOf(standby.port, primary.port), { max: 2, service: true });
  const alone = openDatabase(urlOf(standby.port), { max: 1, service: true });
  try {
    assert.equal(await portOf(db), primary.port);
    await assert.rejects(portOf(alone), /standby/);
    const said: string[] = [];
    const waiting = awaitDatabase(urlOf(standby.port), { onWait: (line) => said.push(line) });
    await until(async () => said.length > 0);
    assert.match(said[0]!, /standby; trying for a minute/);
    await assert.rejects(awaitDatabase(urlOf(standby.port), { onWait: () => {}, waitMs: 10 }), /standby/);
    await pair.kill();
    await pair.promote();
    await waiting;
    await until(async () => (await portOf(db).catch(() => '')) === standby.port);
    assert.equal(await portOf(alone), standby.port);
    const wrong = urlOf(standby.port).replace(/:[^:@]+@/, ':wrong@');
    await assert.rejects(
      awaitDatabase(wrong, { onWait: () => assert.fail('waited') }),
      /password authentication failed/,
    );
  } finally {
    await Promise.all([db.close(), alone.close()]);
    await pair.end();
  }
});
