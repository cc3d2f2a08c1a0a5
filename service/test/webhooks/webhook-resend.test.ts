import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { KEPT_ATTEMPTS } from '../../src/core/retry.ts';
import type { Database } from '../../src/db/database.ts';
import { adaptPortion } from '../../src/db/portion.ts';
import { transaction } from '../../src/db/transaction.ts';
import { openEvents } from '../../src/events/emit.ts';
import { eventInvariants } from '../../src/ledger/event-invariants.ts';
import { holdRest } from '../../src/webhooks/hold-rest.ts';
import { type ReplayWorker, workOnReplays } from '../../src/webhooks/replay.ts';
import { refusal, walk } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import type { Receiver } from '../support/receiver.ts';
import {
  advance,
  attempted,
  closeReceivers,
  deliveryWith,
  emit,
  failAllAttempts,
  nthDelivery,
  readDelivery,
  subscribe,
} from '../support/webhook-flows.ts';
import { withStatements } from '../support/world.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => {
  await service.stop();
  closeReceivers();
});

/** Each test has its own merchant and receiver. */
const together = { concurrency: 4 };
const resend = (shop: TestMerchant, id: string, headers?: Record<string, string>) =>
  shop.call('POST', `/deliveries/${id}/resend`, undefined, headers);
const setStatus = (shop: TestMerchant, { id }: { id: string }, status: string) =>
  shop.call('PATCH', `/webhooks/${id}`, { status });
const numbers = (delivery: any) => delivery.attempts.map((one: any) => one.number);
const oneTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe('a delivery that is sent again', together, () => {
  it('after it succeeded is the same event, and its attempt numbers continue', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    await emit(shop, 'payment.succeeded');
    const first = await receiver.nth(1);
    const id = await nthDelivery(receiver, 1);
    await deliveryWith(shop, id, 'succeeded');
    const answer = await resend(shop, id);
    assert.deepEqual([answer.status, answer.body.status], [202, 'pending']);
    const again = await receiver.nth(2);
    assert.equal(again.raw, first.raw);
    for (const name of ['service-event-id', 'service-delivery-id', 'webhook-id']) {
      assert.equal(again.headers[name], first.headers[name]);
    }
    assert.equal(again.headers['service-delivery-attempt'], '2');
    const done = await until(async () => {
      const delivery = await readDelivery(shop, id);
      return delivery.status === 'succeeded' && delivery.attempts.length === 2 && delivery;
    });
    assert.deepEqual(numbers(done), [1, 2]);
  });

  it('repeatedly keeps its last attempts, and its attempt numbers continue', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    await emit(shop, 'payment.succeeded');
    const id = await nthDelivery(receiver, 1);
    for (let made = 1; made <= KEPT_ATTEMPTS + 2; made++) {
      await until(async () => {
        const { status, attempts } = await readDelivery(shop, id);
        return status === 'succeeded' && attempts.at(-1).number === made;
      });
      if (made < KEPT_ATTEMPTS + 2) await resend(shop, id);
    }
    assert.deepEqual(numbers(await readDelivery(shop, id)), oneTo(KEPT_ATTEMPTS + 2).slice(2));
    const { sql } = eventInvariants.find(({ name }) => name === 'attempts_are_logged')!;
    assert.deepEqual(await service.db.query({ name: 'attempts_logged', text: sql }), []);
  });

  it('after it died has a new run of seven', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    receiver.answer = { status: 500 };
    await emit(shop, 'payment.succeeded');
    const id = await nthDelivery(receiver, 1);
    assert.deepEqual(numbers(await failAllAttempts(shop, id)), oneTo(7));
    await resend(shop, id);
    const eighth = await attempted(shop, id, 8);
    assert.equal(eighth.status, 'pending');
    assert.deepEqual(numbers(await failAllAttempts(shop, id)), oneTo(14));
    assert.equal(receiver.received.length, 14);
    await advance(shop, 30 * 86_400);
    assert.deepEqual(refusal(await resend(shop, id)), [404, 'not_found']);
  });

  it('while it waits for its next attempt is sent at once, and starts a new run', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    receiver.answer = { status: 500 };
    await emit(shop, 'payment.succeeded');
    const id = await nthDelivery(receiver, 1);
    await attempted(shop, id, 1);
    await resend(shop, id);
    const second = await attempted(shop, id, 2);
    const { at, duration_ms } = second.attempts[1];
    const wait = (Date.parse(second.next_attempt_at) - Date.parse(at) - duration_ms) / 1000;
    assert.ok(Math.abs(wait - 30) < 5, `${wait} s`);
    assert.deepEqual(numbers(await failAllAttempts(shop, id)), oneTo(8));
  });

  it('while it is being sent is not sent twice', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    const gate = Promise.withResolvers<void>();
    receiver.answer = { status: 200, after: gate.promise };
    await emit(shop, 'payment.succeeded');
    const id = await nthDelivery(receiver, 1);
    assert.equal((await resend(shop, id)).status, 202);
    // The test clock does not take it from its sender either.
    await advance(shop, 3_600);
    await emit(shop, 'kyc.updated');
    assert.equal((await receiver.nth(2)).event.type, 'kyc.updated');
    gate.resolve();
    assert.deepEqual(numbers(await deliveryWith(shop, id, 'succeeded')), [1]);
    assert.equal(receiver.received.length, 2);
  });

  it('needs an endpoint that is enabled, and one that is not deleted', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint } = await subscribe(shop);
    await setStatus(shop, endpoint, 'disabled');
    await emit(shop, 'payment.succeeded');
    const [{ id }] = (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries`)).body.data;
    assert.equal((await readDelivery(shop, id)).status, 'held');
    assert.deepEqual(refusal(await resend(shop, id)), [409, 'webhook_disabled']);
    await setStatus(shop, endpoint, 'enabled');
    await resend(shop, id);
    await receiver.nth(1);
    await deliveryWith(shop, id, 'succeeded');
    await shop.call('DELETE', `/webhooks/${endpoint.id}`);
    assert.equal((await shop.call('GET', `/deliveries/${id}`)).status, 200);
    assert.deepEqual(refusal(await resend(shop, id)), [409, 'webhook_deleted']);
    assert.deepEqual(refusal(await resend(shop, `${id.slice(0, -4)}0000`)), [404, 'not_found']);
  });

  it('under one idempotency key is sent again once', async () => {
    const shop = await service.merchant();
    const { receiver } = await subscribe(shop);
    await emit(shop, 'payment.succeeded');
    const id = await nthDelivery(receiver, 1);
    await deliveryWith(shop, id, 'succeeded');
    const key = { 'idempotency-key': 'again' };
    const first = await resend(shop, id, key);
    await receiver.nth(2);
    await until(async () => (await readDelivery(shop, id)).attempts.length === 2);
    assert.equal((await resend(shop, id, key)).text, first.text);
    await emit(shop, 'kyc.updated');
    assert.equal((await receiver.nth(3)).event.type, 'kyc.updated');
  });
});

const replay = (shop: TestMerchant, { id }: { id: string }, fields: object) =>
  shop.call('POST', `/webhooks/${id}/replay`, fields);

async function completed(shop: TestMerchant, id: string): Promise<any> {
  return until(async () => {
    const { body } = await shop.call('GET', `/replays/${id}`);
    return body.status === 'completed' && body;
  });
}

const LONG_AGO = '2020-01-01T00:00:00Z';

describe('a replay', together, () => {
  /** Four deliveries of these kinds: one succeeded, one died and two were held. */
  async function pastOf(shop: TestMerchant) {
    const { receiver, endpoint } = await subscribe(shop);
    await emit(shop, 'refund.created');
    await deliveryWith(shop, await nthDelivery(receiver, 1), 'succeeded');
    receiver.answer = { status: 500 };
    await emit(shop, 'payment.failed');
    await failAllAttempts(shop, await nthDelivery(receiver, 2));
    await setStatus(shop, endpoint, 'disabled');
    const held = [await emit(shop, 'payment.failed'), await emit(shop, 'kyc.updated')].map(({ body }) => body);
    await setStatus(shop, endpoint, 'enabled');
    receiver.answer = { status: 200 };
    return { receiver, endpoint, held, before: receiver.received.length };
  }
  const kindsAfter = (receiver: Receiver, count: number) =>
    receiver.received
      .slice(count)
      .map(({ event }) => event.type)
      .sort();

  const choices: [title: string, fields: object, kinds: string[]][] = [
    ['failed deliveries, the default,', {}, ['kyc.updated', 'payment.failed', 'payment.failed']],
    ['dead letters alone', { status: 'dead' }, ['payment.failed']],
    ['held deliveries alone', { status: 'held' }, ['kyc.updated', 'payment.failed']],
    ['everything', { status: 'all' }, ['kyc.updated', 'payment.failed', 'payment.failed', 'refund.created']],
    [
      'some kinds of events',
      { status: 'all', types: ['refund.created', 'kyc.updated'] },
      ['kyc.updated', 'refund.created'],
    ],
    ['some kinds of failed deliveries', { types: ['payment.failed'] }, ['payment.failed', 'payment.failed']],
    ['nothing, where nothing matches,', { types: ['wallet.frozen'] }, []],
  ];
  for (const [title, fields, kinds] of choices) {
    it(`sends ${title} again`, async () => {
      const shop = await service.merchant();
      const { receiver, endpoint, before } = await pastOf(shop);
      const begun = await replay(shop, endpoint, { since: LONG_AGO, ...fields });
      assert.equal(begun.status, 202);
      const done = await completed(shop, begun.body.id);
      assert.equal(done.resent_count, kinds.length);
      if (kinds.length > 0) await receiver.nth(before + kinds.length);
      assert.deepEqual(kindsAfter(receiver, before), kinds);
      const missing = (await shop.call('GET', `/webhooks/${endpoint.id}/deliveries?status=pending`)).body.data;
      await until(
        async () =>
          !(await Promise.all(missing.map((one: any) => readDelivery(shop, one.id)))).some(
            (one) => one.status === 'pending',
          ),
      );
      // A resent delivery is no longer missing: a second replay finds fewer.
      const second = await replay(shop, endpoint, { since: LONG_AGO, status: 'failed' });
      const failedBefore = 3;
      const cameBack = kinds.filter((kind) => kind !== 'refund.created').length;
      assert.equal((await completed(shop, second.body.id)).resent_count, failedBefore - cameBack);
      const listed = (await shop.call('GET', `/webhooks/${endpoint.id}/replays`)).body.data;
      assert.deepEqual(
        listed.map((one: any) => one.id),
        [second.body.id, begun.body.id],
      );
    });
  }

  it('takes events from `since` on, up to but not including `until`', async () => {
    const shop = await service.merchant();
    const { receiver, endpoint, before, held } = await pastOf(shop);
    const [first, second] = held;
    const begun = await replay(shop, endpoint, { since: first.created_at, until: second.created_at });
    assert.equal((await completed(shop, begun.body.id)).resent_count, 1);
    assert.equal((await receiver.nth(before + 1)).event.id, first.id);
    const rest = await replay(shop, endpoint, { since: second.created_at });
    assert.equal((await completed(shop, rest.body.id)).resent_count, 1);
    assert.equal((await receiver.nth(before + 2)).event.id, second.id);
  });

  it('is refused where its parameters make no sense', async () => {
    const shop = await service.merchant();
    const { endpoint } = await subscribe(shop);
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    const wrong: [fields: object, param: string][] = [
      [{}, 'since'],
      [{ since: 'yesterday' }, 'since'],
      [{ since: '2026-02-30T00:00:00Z' }, 'since'],
      [{ since: late, until: early }, 'since'],
      [{ since: early, until: early }, 'since'],
      [{ since: '2999-01-01T00:00:00Z' }, 'since'],
      [{ since: early, types: [] }, 'types'],
      [{ since: early, types: ['*'] }, 'types[0]'],
      [{ since: early, status: 'pending' }, 'status'],
    ];
    for (const [fields, param] of wrong) {
      const answer = await replay(shop, endpoint, fields);
      assert.deepEqual([...refusal(answer), answer.body.error.param], [400, 'validation_failed', param]);
    }
    for (const since of ['0001-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z']) {
      const begun = await replay(shop, endpoint, { since, until: '9999-12-31T23:59:59-14:00' });
      assert.equal((await completed(shop, begun.body.id)).resent_count, 0);
    }
    await setStatus(shop, endpoint, 'disabled');
    assert.deepEqual(refusal(await replay(shop, endpoint, { since: early })), [409, 'webhook_disabled']);
  });
});

describe('a long replay', () => {
  const MANY = 1_700;
  let api: TestService;
  let shop: TestMerchant;
  let receiver: Receiver;
  let endpoint: any;
  before(async () => {
    api = await startTestService({ ROLE: 'api' });
    shop = await api.merchant();
    ({ receiver, endpoint } = await subscribe(shop));
    await setStatus(shop, endpoint, 'disabled');
    await transaction(api.db, async (tx) => {
      const draft = { world: shop.world, livemode: false, type: 'kyc.updated' as const, object: '{}' };
      (await openEvents(tx, [shop])).emit(Array(MANY).fill({ ...draft, at: new Date() }));
    });
    await setStatus(shop, endpoint, 'enabled');
  });
  after(() => api.stop());
  const ofFiveHundred = adaptPortion({ first: 500, least: 500, most: 500 });
  const work = (db: Database, more: Partial<ReplayWorker> = {}) =>
    workOnReplays({ db, onError: assert.ifError, onParked: () => assert.fail(), ...more }, ofFiveHundred);
  const progress = async (id: string) => {
    const { status, resent_count } = (await shop.call('GET', `/replays/${id}`)).body;
    return [status, resent_count];
  };

  it('continues after its worker died, pauses while the endpoint is disabled, skips and repeats nothing', async () => {
    const { id } = (await replay(shop, endpoint, { since: LONG_AGO })).body;
    assert.deepEqual(await progress(id), ['running', 0]);
    await work(api.db);
    assert.deepEqual(await progress(id), ['running', 500]);

    // A worker that dies within a portion changes neither the deliveries nor the position.
    const die = 'SELECT pg_terminate_backend(pg_backend_pid()), $1::int, $2::text, $3::text, $4::int, $5::boolean';
    const dying = withStatements(api.db, (statement) =>
      statement.name === 'replays_advance' ? { name: 'test_die', text: die } : statement,
    );
    await assert.rejects(work(dying));
    assert.deepEqual(await progress(id), ['running', 500]);

    await setStatus(shop, endpoint, 'disabled');
    assert.equal(await work(api.db), 0);
    assert.deepEqual(await progress(id), ['running', 500]);
    const heldNow = async () => (await walk(shop, `/webhooks/${endpoint.id}/deliveries?status=held&limit=100`)).length;
    assert.ok((await heldNow()) < MANY);
    while ((await holdRest(api.db, assert.ifError)) > 0);
    assert.equal(await heldNow(), MANY);
    await setStatus(shop, endpoint, 'enabled');

    const worker = await startTestService({ ROLE: 'worker' }, api);
    try {
      const done = await completed(shop, id);
      assert.equal(done.resent_count, MANY);
      // The first portion was held again while it waited: another replay sends it.
      const rest = (await replay(shop, endpoint, { since: LONG_AGO })).body;
      assert.equal((await completed(shop, rest.id)).resent_count, 500);
      await receiver.nth(MANY);
      const ids = receiver.received.map(({ event }) => event.id);
      assert.deepEqual([ids.length, new Set(ids).size], [MANY, MANY]);
    } finally {
      await worker.stop();
    }
  });

  it('does not delay a short one', async () => {
    const other = await subscribe(shop, ['payment.failed']);
    await setStatus(shop, other.endpoint, 'disabled');
    await emit(shop, 'payment.failed');
    await setStatus(shop, other.endpoint, 'enabled');
    const long = (await replay(shop, endpoint, { since: LONG_AGO, status: 'all' })).body;
    const short = (await replay(shop, other.endpoint, { since: LONG_AGO })).body;
    await work(api.db);
    await work(api.db);
    assert.deepEqual(await progress(short.id), ['completed', 1]);
    assert.deepEqual(await progress(long.id), ['running', 500]);
    await shop.call('DELETE', `/webhooks/${endpoint.id}`);
    assert.deepEqual(await progress(long.id), ['completed', 500]);
    assert.equal(await work(api.db), 0);
  });

  it('that fails waits longer each time, delays no other, and is parked until its endpoint is enabled', async () => {
    const { endpoint: bad } = await subscribe(shop, ['payment.failed']);
    const { endpoint: good } = await subscribe(shop, ['payment.failed']);
    for (const one of [bad, good]) await setStatus(shop, one, 'disabled');
    await emit(shop, 'payment.failed');
    for (const one of [bad, good]) await setStatus(shop, one, 'enabled');
    const failing = (await replay(shop, bad, { since: LONG_AGO })).body;
    const broken = withStatements(api.db, (statement) =>
      statement.name === 'deliveries_resend_portion'
        ? {
            ...statement,
            name: 'test_fail',
            text: statement.text.replace('id > $3', `id > $3 AND 1 / ($2 <> '${bad.id}')::int = 1`),
          }
        : statement,
    );
    const errors: unknown[] = [];
    const parked: string[] = [];
    const hurry = { name: 'test_hurry', text: 'UPDATE replays SET next_at = now() WHERE next_at IS NOT NULL' };
    const attempt = async () => {
      await api.db.query(hurry);
      await work(broken, { onError: (error) => errors.push(error), onParked: (id) => parked.push(id) });
    };
    await attempt();
    const other = (await replay(shop, good, { since: LONG_AGO })).body;
    // The failed replay waits, so the other is next.
    await work(broken);
    assert.deepEqual(await progress(other.id), ['completed', 1]);
    while (parked.length === 0) await attempt();
    assert.deepEqual([parked, errors.length], [[failing.id], 10]);
    assert.equal(await work(api.db), 0);
    await setStatus(shop, bad, 'enabled');
    await work(api.db);
    assert.deepEqual(await progress(failing.id), ['completed', 1]);
  });
});
