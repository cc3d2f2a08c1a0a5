import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import pino from 'pino';
import { createSweep } from '../../src/retention/sweep.ts';
import { cloneDatabase } from '../support/database.ts';
import { openPayment } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import { notingQueue } from '../support/message-queue.ts';
import type { TestPerson } from '../support/person.ts';
import { attempted, closeReceivers, emit, failAllAttempts, nthDelivery, subscribe } from '../support/webhook-flows.ts';
import { wrongClock, wrongDatabaseClock } from './wrong-clock.ts';

const HOUR_MS = 3_600_000;
const MONTH_MS = 31 * 24 * HOUR_MS;
/** Dead letters are dropped with the week in which their thirty days end. */
const FORTY_DAYS_MS = 40 * 24 * HOUR_MS;
const STEADY_MS = 6 * HOUR_MS;

const setOwnClock = wrongClock();

/** A service and its database on one machine. */
type Machine = {
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** Sets the error of its clock, in milliseconds. */
  setClock(ms: number): Promise<void>;
  stop(): Promise<void>;
};

async function startMachine(settings: Record<string, string> = {}): Promise<Machine> {
  const database = await cloneDatabase();
  const clock = await wrongDatabaseClock(database.url);
  const service = await startTestService(settings, database);
  return {
    service,
    shop: await service.merchant(),
    setClock: (ms) => {
      setOwnClock(ms);
      return clock.set(ms);
    },
    stop: async () => {
      setOwnClock(0);
      await service.stop();
      await clock.close();
      await database.drop();
    },
  };
}

let machine: Machine;
/** Without workers: due work stays due. */
let idle: Machine;
before(async () => {
  machine = await startMachine();
  idle = await startMachine({ ROLE: 'api' });
});
afterEach(async () => {
  await machine.setClock(0);
  await idle.setClock(0);
});
after(async () => {
  closeReceivers();
  await machine.stop();
  await idle.stop();
});

const telling = { queue: notingQueue([]), brand: 'Rialto' };
/** Runs now the sweep that a node makes each minute. */
function sweepingNode({ db, documents }: TestService, steadyMs: number): () => Promise<void> {
  const sweep = createSweep({ db, documents, telling, log: pino({ level: 'silent' }), steadyMs });
  return () => sweep(() => false);
}

/**
 * Makes an answer under an idempotency key and a dead letter. @returns a function that says which of them still exist
 */
async function makeWhatIsKept({ shop }: Machine): Promise<() => Promise<{ answer: boolean; letter: boolean }>> {
  const { receiver } = await subscribe(shop, ['payment.failed']);
  receiver.answer = { status: 500 };
  await emit(shop, 'payment.failed');
  const id = await nthDelivery(receiver, 1);
  await attempted(shop, id, 1);
  await failAllAttempts(shop, id);
  const pay = () =>
    shop.call(
      'POST',
      '/payments',
      { amount: 1_000, currency: 'XOF', customer: '+50937001234' },
      { 'idempotency-key': id },
    );
  const paid = (await pay()).body.id;
  return async () => ({
    answer: (await pay()).body.id === paid,
    letter: (await shop.call('GET', `/deliveries/${id}`)).status === 200,
  });
}

describe('a machine whose clock is forty days ahead for a while', () => {
  it('deletes no answer, without which a retry is a second payment, and no dead letter', async () => {
    const { service, setClock } = machine;
    const isThere = await makeWhatIsKept(machine);
    const sweepNow = sweepingNode(service, STEADY_MS);
    await sweepNow();
    await setClock(FORTY_DAYS_MS);
    await sweepNow();
    // A node that is started meanwhile does not know the earlier time.
    await sweepingNode(service, STEADY_MS)();
    await setClock(0);
    assert.deepEqual(await isThere(), { answer: true, letter: true });
    await sweepNow();
    assert.deepEqual(await isThere(), { answer: true, letter: true });
  });

  it('would lose both if it trusted any clock', async () => {
    const credulous = await startMachine();
    try {
      const isThere = await makeWhatIsKept(credulous);
      await credulous.setClock(FORTY_DAYS_MS);
      await sweepingNode(credulous.service, 0)();
      await credulous.setClock(0);
      assert.deepEqual(await isThere(), { answer: false, letter: false });
    } finally {
      await credulous.stop();
    }
  });
});

for (const [ahead, ms] of [
  ['an hour', HOUR_MS],
  ['a month', MONTH_MS],
] as const)
  describe(`a machine whose clock was ${ahead} ahead and is corrected`, () => {
    const dueIn = async ({ db }: TestService, table: string, column: string, id: string) => {
      const text = `SELECT extract(epoch FROM ${column} - right_now())::float8 * 1000 AS ms FROM ${table} WHERE id = $1`;
      return (await db.pool.query(text, [id])).rows[0].ms as number;
    };

    it('retries a webhook on time', async () => {
      const { service, shop, setClock } = machine;
      const sweepNow = sweepingNode(service, STEADY_MS);
      await sweepNow();
      await setClock(ms);
      await sweepNow();
      const { receiver } = await subscribe(shop, ['payment.failed']);
      receiver.answer = { status: 500 };
      await emit(shop, 'payment.failed');
      const id = await nthDelivery(receiver, 1);
      await attempted(shop, id, 1);
      await setClock(0);
      const wait = () => dueIn(service, 'deliveries_open', 'next_attempt_at', id);
      // Without the check it would wait until the clock reaches that time again.
      assert.ok((await wait()) > ms);
      await sweepNow();
      // The schedule says 30 s. A slow machine measures the jump less exactly.
      assert.ok((await wait()) < 5 * 60_000);
    });

    it('asks the rails about payments at once', async () => {
      const { service, shop, setClock } = idle;
      const sweepNow = sweepingNode(service, STEADY_MS);
      await sweepNow();
      await setClock(ms);
      await sweepNow();
      const { id } = await openPayment(shop);
      await service.db.pool.query(`UPDATE payments SET due_at = now() + interval '1 minute' WHERE id = $1`, [id]);
      await setClock(0);
      const wait = () => dueIn(service, 'payments', 'due_at', id);
      assert.ok((await wait()) > ms);
      await sweepNow();
      assert.ok((await wait()) <= 0);
    });
  });

it('a node that starts after the correction shortens deadlines that are a month away', async () => {
  const { service, shop } = idle;
  const { id } = await openPayment(shop);
  await service.db.pool.query(`UPDATE payments SET due_at = now() + interval '31 days' WHERE id = $1`, [id]);
  await sweepingNode(service, STEADY_MS)();
  const { rows } = await service.db.pool.query('SELECT due_at <= now() AS due FROM payments WHERE id = $1', [id]);
  assert.deepEqual(rows, [{ due: true }]);
});

describe('tokens', () => {
  const ask = async ({ call }: TestPerson) => (await call('GET', '/wallets')).body.error?.code ?? 'answered';
  const renew = async ({ refreshToken }: TestPerson) => {
    const { status, body } = await machine.service.request('POST', '/api/v1/auth/refresh', {
      body: { refresh_token: refreshToken },
    });
    return body.error?.code ?? status;
  };

  it('of a machine whose clock was an hour ahead are valid before, during and after', async () => {
    const { service, setClock } = machine;
    const before = await service.person('customer');
    await setClock(HOUR_MS);
    assert.equal(await ask(before), 'token_expired');
    assert.equal(await renew(before), 200);
    const during = await service.person('customer');
    assert.equal(await ask(during), 'answered');
    await setClock(0);
    assert.equal(await ask(before), 'answered');
    assert.equal(await ask(during), 'answered');
    assert.equal(await renew(during), 200);
  });

  it('of a machine whose clock was a month ahead end with it: they would be valid for a month', async () => {
    const { service, setClock } = machine;
    const before = await service.person('customer');
    const sweepNow = sweepingNode(service, STEADY_MS);
    await sweepNow();
    await setClock(MONTH_MS);
    await sweepNow();
    const during = await service.person('customer');
    assert.equal(await ask(during), 'answered');
    assert.equal(await ask(before), 'token_expired');
    await setClock(0);
    await sweepNow();
    assert.equal(await ask(during), 'token_expired');
    assert.equal(await renew(during), 'token_expired');
    assert.equal(await ask(before), 'answered');
    assert.equal(await renew(before), 200);
  });
});
