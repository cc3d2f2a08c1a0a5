import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Database, openDatabase } from '../../service/src/db/database.ts';
import { transaction } from '../../service/src/db/transaction.ts';
import { createIsolation, FAILED_MS, SUSPECTED_MS } from '../../service/src/idempotency/isolation.ts';
import type { OnceOptions } from '../../service/src/idempotency/once-options.ts';
import type { Caller, Command } from '../../service/src/kernel/command.ts';
import { newId } from '../../service/src/kernel/new-id.ts';
import type { Answer, BatchOperation } from '../../service/src/kernel/operation.ts';
import { createTransfers } from '../../service/src/transfers/create.ts';
import type { TransferInput } from '../../service/src/transfers/decide.ts';
import { createWallets } from '../../service/src/wallets/create.ts';
import { fundWallets } from '../../service/src/wallets/fund.ts';
import { cloneDatabase, type TestDatabase } from '../../service/test/support/database.ts';
import { until } from '../../service/test/support/harness.ts';
import { command, makeCaller, perform } from '../../service/test/support/world.ts';

/** A merchant with two wallets and money in the first. */
type Tenant = { readonly caller: Caller; readonly from: string; readonly to: string };

let database: TestDatabase;
let db: Database;
let attacker: Tenant;
let victim: Tenant;
before(async () => {
  database = await cloneDatabase();
  db = openDatabase(database.url, { max: 10, role: 'rialto_service' });
  [attacker, victim] = [await openTenant(), await openTenant()];
});
after(async () => {
  await db.close();
  await database.drop();
});

async function openTenant(): Promise<Tenant> {
  const caller = await makeCaller(db);
  const open = command(caller, { currency: 'XOF' });
  const wallets = await transaction(db, (tx) => createWallets(tx, [open, open]));
  const [from, to] = wallets.map((wallet) => JSON.parse(wallet as string).id) as [string, string];
  await transaction(db, (tx) => fundWallets(tx, [{ wallet: from, amount: 1_000_000n, source: newId('req') }]));
  return { caller, from, to };
}

const transfer = ({ caller, from, to }: Tenant): Command<TransferInput> =>
  command(caller, { from, to, amount: 1, currency: 'XOF' }, newId('req'));

/** Transfers, with the worlds of each batch that was tried. */
function recorded(options: Partial<OnceOptions<TransferInput, undefined>> = {}) {
  const batches: number[][] = [];
  const operation: BatchOperation<TransferInput> = (tx, commands) => {
    batches.push(commands.map(({ caller }) => caller.world));
    return createTransfers(tx, commands);
  };
  return { send: perform(db, operation, options), batches };
}

/** Locks the wallet that a tenant pays from, as a long transaction of the tenant's own would. */
async function hold({ from }: Tenant) {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM balances WHERE wallet_id = $1 FOR UPDATE', [from]);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

const statusOf = ({ status }: Answer) => status;

describe('a tenant whose row is locked', () => {
  it('does not delay the others of its batch, and is answered when the row is free', async () => {
    const { send, batches } = recorded();
    const release = await hold(attacker);
    let isFree = false;
    const stuck = send(transfer(attacker)).then((answer) => ({ answer, wasFree: isFree }));
    const others = [transfer(victim), transfer(victim)].map(send);
    assert.deepEqual((await Promise.all(others)).map(statusOf), [201, 201], 'while the row is locked');
    assert.deepEqual(
      batches[0],
      [attacker, victim, victim].map(({ caller }) => caller.world),
      'they shared a batch',
    );
    isFree = true;
    await release();
    const { answer, wasFree } = await stuck;
    assert.deepEqual([answer.status, wasFree], [201, true]);
  });

  it('control: without separate batches the others wait for it', async () => {
    const release = await hold(attacker);
    let done = false;
    const batch = transaction(db, (tx) => createTransfers(tx, [transfer(attacker), transfer(victim)])).then(() => {
      done = true;
    });
    const waits = { name: 'strangers_waiting', text: 'SELECT FROM pg_locks WHERE NOT granted' };
    await until(async () => (await db.query(waits)).length > 0);
    assert.equal(done, false);
    await release();
    await batch;
  });

  it('shares no batch for a minute; the others share one again after a second', async () => {
    let now = 0;
    const isolation = createIsolation(() => now);
    const { send, batches } = recorded({ isolation });
    const release = await hold(attacker);
    const stuck = send(transfer(attacker));
    await send(transfer(victim));
    await until(async () => batches.filter(([world]) => world === attacker.caller.world).length > 2);
    await release();
    await stuck;
    const together = async () => {
      const before = batches.length;
      await Promise.all([attacker, victim].map((tenant) => send(transfer(tenant))));
      return batches.slice(before).some((batch) => new Set(batch).size === 2);
    };
    now = SUSPECTED_MS + 1;
    assert.deepEqual([isolation.has(attacker.caller.world), isolation.has(victim.caller.world)], [true, false]);
    assert.equal(await together(), false);
    now = FAILED_MS + SUSPECTED_MS;
    assert.equal(await together(), true);
  });
});

describe('a tenant with many requests', () => {
  const BATCH = 10;
  const MANY = 200;

  /** The number of the attacker's transfers that were answered before the victim's one, which came last. */
  async function overtaken(send: (one: Command<TransferInput>) => Promise<Answer>): Promise<number> {
    let answered = 0;
    const many = Array.from({ length: MANY }, async () => {
      assert.equal((await send(transfer(attacker))).status, 201);
      answered++;
    });
    const before = await send(transfer(victim)).then(() => answered);
    await Promise.all(many);
    return before;
  }

  it('takes turns with the others: one transfer does not wait for two hundred', async () => {
    const { send } = recorded({ maxBatch: BATCH });
    const before = await overtaken(send);
    assert.ok(before <= 2 * BATCH, `${before} were answered before it`);
  });

  it('control: in the order of arrival it waits for all of them', async () => {
    const { send } = recorded({ maxBatch: BATCH });
    const asOne = (one: Command<TransferInput>) => send(one);
    // All of one world: within a world the order of arrival holds.
    const own = { ...victim };
    victim = attacker;
    try {
      assert.ok((await overtaken(asOne)) >= MANY - BATCH);
    } finally {
      victim = own;
    }
  });

  it('gets at most its quota of an operation, and others are not refused', async () => {
    const { send } = recorded({ maxBatch: BATCH });
    const answers = Array.from({ length: 1_100 }, () => send(transfer(attacker)));
    const other = send(transfer(victim));
    const statuses = (await Promise.all(answers)).map(statusOf);
    assert.equal(statuses.filter((status) => status === 429).length, 100);
    assert.equal(statuses.filter((status) => status === 201).length, 1_000);
    assert.equal((await other).status, 201);
  });
});

it('test and live never share a batch', async () => {
  const live: Tenant = { ...victim, caller: { ...victim.caller, livemode: true } };
  const { send, batches } = recorded();
  await Promise.all([send(transfer(victim)), send(transfer(live))]);
  assert.deepEqual(
    batches.map((batch) => batch.length),
    [1, 1],
  );
});
