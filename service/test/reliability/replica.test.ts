import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../src/db/database.ts';
import { openReplica } from '../../src/db/replica.ts';
import { transaction } from '../../src/db/transaction.ts';
import { openEvents } from '../../src/events/emit.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { exported, fileOf } from '../exports/support.ts';
import { becomes, startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { inLongSuite } from '../support/in-long-suite.ts';
import { startProxy, type Wire } from '../support/proxy.ts';
import { ask, makeTemplate, type Pair, startPair, type Template } from '../support/standby-pair.ts';

const NOWHERE = 'postgres://127.0.0.1:9/none';

let template: Template;
let pair: Pair;
/** The connections to the standby pass through here. */
let wire: Wire;
/** Two nodes: requests that write go to one, lists to the other. */
let writer: TestService;
let reader: TestService;
let lines = '';
/** `active` writes through the API, `quiet` does not. */
let active: TestMerchant;
let quiet: TestMerchant;

const start = (env: Record<string, string>) => {
  const own = { DATABASE_REPLICA_URL: wire.url, DATABASE_REPLICA_MAX_LAG: '60', LOG_LEVEL: 'info', ...env };
  const logs = {
    write: (line: string) => {
      lines += line;
    },
  };
  return startTestService(own, { url: pair.primary }, logs);
};

before(async () => {
  template = await makeTemplate();
  pair = await startPair(template, false);
  wire = await startProxy(pair.standby);
  writer = await start({ ROLE: 'api' });
  [active, quiet] = [await writer.merchant(), await writer.merchant()];
  reader = await start({});
  await becomes(stateOf, 'in use');
});
after(async () => {
  await reader?.stop();
  await writer?.stop();
  await wire?.close();
  await pair?.end();
  template.remove();
});

/** The standby's state never changes the node's. */
async function stateOf(node = reader): Promise<string> {
  const { status, body } = await node.request('GET', '/readyz');
  assert.deepEqual([status, body.status], [200, 'ready']);
  return body.replica.status;
}

async function metricOf(name: string, node = reader): Promise<number> {
  const { text } = await node.request('GET', '/metrics');
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}
const readsBy = (outcome: string) => metricOf(`rialto_replica_reads_total{outcome="${outcome}"}`);

async function whilePaused(act: () => Promise<void>): Promise<void> {
  await pair.inStep();
  await ask(pair.standby, 'SELECT pg_wal_replay_pause()');
  await until(async () => (await ask(pair.standby, 'SELECT pg_get_wal_replay_pause_state() AS s'))[0]!.s === 'paused');
  try {
    await act();
  } finally {
    await ask(pair.standby, 'SELECT pg_wal_replay_resume()');
  }
}

const createWallet = async (shop: TestMerchant) => {
  const { status, body } = await shop.call(
    'POST',
    '/wallets',
    { currency: 'XOF' },
    { 'idempotency-key': newId('req') },
  );
  assert.equal(status, 201);
  return body.id as string;
};
const listed = async ({ key }: TestMerchant, node = reader) => {
  const { status, body } = await node.request('GET', '/api/v1/wallets?limit=100', { key });
  assert.equal(status, 200);
  return (body.data as { id: string }[]).map(({ id }) => id);
};
/** The list of this world comes from the standby. */
const lacks = (shop: TestMerchant, wallet: string) => becomes(async () => (await listed(shop)).includes(wallet), false);
const isOnStandby = async (wallet: string) =>
  (await ask(pair.standby, 'SELECT FROM wallets WHERE id = $1', [wallet])).length === 1;

describe('lists on a standby', () => {
  it('include what the world has written at another node', async () => {
    const before = await readsBy('replica');
    // A standby that is slow leaves some to the primary.
    await until(async () => {
      const id = await createWallet(active);
      assert.ok((await listed(active)).includes(id));
      return (await readsBy('replica')) >= before + 10;
    });
  });

  it('come from the primary while replay is paused, if the world has written; others still read the standby', () =>
    whilePaused(async () => {
      const own: string[] = [];
      for (let n = 0; n < 3; n++) {
        own.push(await createWallet(active));
        const shown = await listed(active);
        assert.deepEqual(
          own.filter((id) => !shown.includes(id)),
          [],
        );
      }
      // Without the position, the list above would have come from here.
      assert.equal(await isOnStandby(own[0]!), false);
      // By hand, so that nothing notes it.
      const unnoted = await quiet.wallet('XOF');
      await lacks(quiet, unnoted);
    }));

  it('come from the primary if a worker has written an event of the world', async () => {
    const reported = await writer.merchant();
    await listed(reported);
    await whilePaused(async () => {
      const unnoted = await reported.wallet('XOF');
      await lacks(reported, unnoted);
      const { world } = reported;
      const draft = { world, livemode: false, type: 'payment.succeeded', at: new Date(), object: '{}' } as const;
      await transaction(writer.db, async (tx) => void (await openEvents(tx, [draft])).emit([draft]));
      assert.ok((await listed(reported)).includes(unnoted));
    });
  });

  inLongSuite(
    'come from the primary for a whole note after the last write, though nodes note a world once in 15 s',
    () =>
      whilePaused(async () => {
        const notes = async () =>
          (await ask(pair.primary, 'SELECT FROM world_writes WHERE world = $1', [active.world])).length;
        const before = await notes();
        const id = await createWallet(active);
        assert.ok((await listed(active)).includes(id));
        assert.equal(await notes(), before);
      }),
  );

  inLongSuite('an export includes what its world has written', () =>
    whilePaused(async () => {
      const to = await createWallet(active);
      const from = await active.wallet('XOF', 1_000n);
      const body = { from, to, amount: 1, currency: 'XOF' };
      const { id } = (await active.call('POST', '/wallets/transfer', body)).body;
      // The node that takes the order is woken at once.
      const call: TestMerchant['call'] = (method, path, body) =>
        reader.request(method, `/api/v1${path}`, { key: active.key, ...(body ? { body } : {}) });
      const done = await exported({ ...active, call }, { resource: 'transfers', format: 'jsonl' });
      assert.match((await fileOf(reader.base, active, done)).toString(), new RegExp(id));
    }),
  );

  it('come from the primary if the standby is further behind than is allowed, and say so', async () => {
    const strict = await start({ ROLE: 'api', DATABASE_REPLICA_MAX_LAG: '1' });
    try {
      await becomes(() => stateOf(strict), 'in use');
      await whilePaused(async () => {
        const unnoted = await quiet.wallet('USD');
        await becomes(() => stateOf(strict), 'behind');
        assert.ok((await listed(quiet, strict)).includes(unnoted));
        assert.ok((await metricOf('rialto_replica_lag_seconds', strict)) > 1);
        assert.equal(await metricOf('rialto_replica_in_use', strict), 0);
        await becomes(stateOf, 'in use');
        await lacks(quiet, unnoted);
      });
      await becomes(() => stateOf(strict), 'in use');
      await becomes(async () => (await metricOf('rialto_replica_lag_seconds', strict)) < 1, true);
      assert.match(lines, /"level":40.*"lag_ms":\d+.*the standby for reads is behind; the primary answers everything/);
    } finally {
      await strict.stop();
    }
  });
});

/** Reads from the standby without a service. */
function openOwn() {
  const db = openDatabase(pair.primary, { max: 3, service: true });
  const replica = openReplica(db, { url: pair.standby, max: 2, maxLagMs: 60_000 });
  const outcomes: string[] = [];
  replica.onRead((outcome) => outcomes.push(outcome));
  return { db, replica, outcomes };
}

describe('a standby that fails', () => {
  it('cancels a statement for its recovery, and the primary answers it', async () => {
    const { db, replica, outcomes } = openOwn();
    try {
      await ask(pair.standby, `ALTER SYSTEM SET max_standby_streaming_delay = 0`);
      await ask(pair.standby, 'SELECT pg_reload_conf()');
      await until(async () => replica.state.status === 'in use');
      const reads = await replica.readsOf({ claim: { by: 'internal' }, world: quiet.world });
      const text = `
        SELECT pg_is_in_recovery() AS standby, pg_sleep(0.5) FROM (SELECT count(*) FROM closes) n WHERE n.count >= 0`;
      const answer = reads.query<{ standby: boolean }>({ name: 'slow', text });
      const running = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
      await until(async () => (await ask(pair.standby, running)).length > 0);
      await ask(pair.primary, 'BEGIN; LOCK TABLE closes; COMMIT');
      assert.deepEqual(
        (await answer).map(({ standby }) => standby),
        [false],
      );
      assert.deepEqual(outcomes, ['failed']);
    } finally {
      await replica.close();
      await db.close();
    }
  });

  inLongSuite('does not have its slow statement run again by the primary', async () => {
    const { db, replica, outcomes } = openOwn();
    try {
      await until(async () => replica.state.status === 'in use');
      const reads = await replica.readsOf({ claim: { by: 'internal' }, world: quiet.world });
      const text = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(10)::text END`;
      await assert.rejects(reads.query({ name: 'slow_there', text, withinMs: 200 }), { code: '57014' });
      assert.deepEqual(outcomes, ['failed']);
    } finally {
      await replica.close();
      await db.close();
    }
  });

  it('is not missed: the primary answers while it is silent or gone, and it is used again', async () => {
    const id = await createWallet(active);
    for (const harm of [() => wire.silence(), () => wire.cut()]) {
      wire.aim(NOWHERE);
      harm();
      for (let n = 0; n < 4; n++) assert.ok((await listed(active)).includes(id));
      await becomes(stateOf, 'not reached');
      const unused = await readsBy('unused');
      assert.ok((await listed(active)).includes(id));
      assert.equal(await readsBy('unused'), unused + 1);
      assert.ok(Number.isNaN(await metricOf('rialto_replica_lag_seconds')));
      wire.aim(pair.standby);
      await becomes(stateOf, 'in use');
    }
    assert.match(lines, /the standby for reads is not reached/);
  });

  inLongSuite('is not used once it is promoted: its sessions end, and it has another history', async () => {
    await listed(quiet);
    await pair.promote();
    const unnoted = await quiet.wallet('KES');
    assert.ok((await listed(quiet)).includes(unnoted));
    await becomes(stateOf, 'not reached');
    const sessions = `SELECT FROM pg_stat_activity WHERE application_name = 'rialto'`;
    await until(async () => (await ask(pair.standby, sessions)).length === 0);
    assert.ok((await listed(active)).includes(await createWallet(active)) === false);
  });
});
