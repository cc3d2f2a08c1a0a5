import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { revokeKey } from '../../src/access/revoke-key.ts';
import { lastPosition } from '../../src/events/feed-store.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { randomOf } from '../http/bad-requests.ts';
import { bothWorlds } from '../support/flows.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { type Listener, listen } from '../support/listen.ts';
import { joinAs } from '../support/person.ts';

let service: TestService;
/** A second node on the same database. */
let node: TestService;
let shop: TestMerchant;
const seed = Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31));
before(async () => {
  service = await startTestService(bothWorlds);
  node = await startTestService(bothWorlds, service);
  shop = await service.merchant();
});
after(async () => {
  await node.stop();
  await service.stop();
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const emit = async (from = shop): Promise<string> =>
  (await from.call('POST', '/test/events', { type: 'payment.succeeded' })).body.id;
const idsOf = (listener: Listener) => listener.events.map(({ id }) => id);
const stored = async (world = shop.world): Promise<string[]> =>
  (await service.db.pool.query('SELECT id FROM events WHERE world = $1 ORDER BY xid, id', [world])).rows.map(
    ({ id }) => id,
  );
/**
 * A stream begins before the oldest open transaction, even one of another database in the same cluster. Events that
 * were emitted before the stream opened may come too, until that transaction has ended.
 */
const allPassed = () =>
  until(async () => {
    const { rows } = await service.db.pool.query(
      'SELECT FROM events WHERE xid >= pg_snapshot_xmin(pg_current_snapshot()) LIMIT 1',
    );
    return rows.length === 0;
  });

beforeEach(allPassed);

describe('an event stream', () => {
  it('sends each event once, as other routes return it, on whichever node it happened', async () => {
    const here = await listen(service.base, bearer(shop.key));
    const there = await listen(node.base, bearer(shop.key));
    const emitted = [await emit(), await emit(), await emit()];
    for (const listener of [here, there]) {
      await until(async () => listener.events.length >= 3);
      assert.deepEqual(idsOf(listener), emitted);
      assert.equal(listener.lastEventId, emitted[2]);
    }
    assert.deepEqual(here.events[0], (await shop.call('GET', `/events/${emitted[0]}`)).body);
    here.close();
    there.close();
  });

  it('that asks for resent events gets them on every node, and its position does not move', async () => {
    const other = await service.merchant();
    const first = await emit();
    const withResent = '?resent=true';
    // They resume behind `first`: a node that has not read it yet would send it too.
    const streams = await Promise.all([
      listen(service.base, bearer(shop.key), first, withResent),
      listen(node.base, bearer(shop.key), first, withResent),
    ]);
    // Controls: a stream that did not ask for resent events, and one of another merchant that did.
    const strangers = [
      await listen(service.base, bearer(shop.key), first),
      await listen(service.base, bearer(other.key), undefined, withResent),
    ];
    const last = await emit();
    const theirs = await emit(other);
    await until(async () => [...streams, strangers[0]!].every(({ events }) => events.length === 1));
    await until(async () => strangers[1]!.events.length === 1);
    const { status, body } = await shop.call('POST', `/events/${first}/resend`);
    assert.deepEqual([status, body], [200, (await shop.call('GET', `/events/${first}`)).body]);
    await until(async () => streams.every(({ resent }) => resent.length === 1));
    // The nodes were notified in this order, so what the first resend causes has arrived.
    await other.call('POST', `/events/${theirs}/resend`);
    await until(async () => strangers[1]!.resent.length === 1);
    assert.deepEqual(strangers[0]!.resent, []);
    assert.deepEqual(strangers[1]!.resent, [theirs]);
    for (const stream of streams) {
      assert.deepEqual([stream.resent, idsOf(stream), stream.lastEventId], [[first], [last], last]);
    }
    for (const stream of [...streams, ...strangers]) stream.close();
    assert.equal((await other.call('POST', `/events/${first}/resend`)).status, 404);
  });

  it('shows nothing of another merchant or of the other mode', async () => {
    const other = await service.merchant();
    const { key } = await shop.newKey({ livemode: true });
    const listeners = [await listen(service.base, bearer(other.key)), await listen(service.base, bearer(key))];
    const mine = await listen(service.base, bearer(shop.key));
    await emit();
    await until(async () => mine.events.length === 1);
    // Their own event comes after it, and nothing else.
    const theirs = [
      await emit(other),
      (await service.request('POST', '/api/v1/test/events', { key: other.key, body: { type: 'kyc.updated' } })).body.id,
    ];
    await until(async () => listeners[0]!.events.length === 2);
    for (const listener of [...listeners, mine]) listener.close();
    assert.deepEqual(listeners.map(idsOf), [theirs, []]);
  });

  it('sends no event behind one that was committed later, although its id is older', async () => {
    const slow = new pg.Client({ connectionString: service.url });
    await slow.connect();
    const listener = await listen(service.base, bearer(shop.key));
    const late = newId('evt');
    try {
      await slow.query('BEGIN');
      const text = `INSERT INTO events (world, id, type, payload, created_at) VALUES ($1, $2, 'payment.succeeded', $3, now())`;
      await slow.query(text, [shop.world, late, JSON.stringify({ id: late })]);
      const early = await emit();
      // The control: a reader by id has this event already, and would miss the older one.
      assert.ok((await stored()).includes(early) && late < early);
      await sleep(300);
      assert.deepEqual(idsOf(listener), []);
      await slow.query('COMMIT');
      await until(async () => listener.events.length === 2);
      assert.deepEqual(idsOf(listener), [late, early]);
    } finally {
      // If it stayed open it would delay every stream of the cluster.
      await slow.end();
      listener.close();
    }
  });

  it(`loses and repeats nothing, however often it breaks (seed ${seed})`, async () => {
    const random = randomOf(seed);
    const before = (await stored()).length;
    const got: string[] = [];
    let last: string | undefined;
    let done = false;
    const first = await listen(service.base, bearer(shop.key));
    await until(async () => first.lastEventId);
    last = first.lastEventId;
    first.close();
    const reader = (async () => {
      for (let round = 0; round < 200; round++) {
        const listener = await listen(random([service, node]).base, bearer(shop.key), last);
        await sleep(random([5, 20, 60, 150]));
        const finished = done;
        if (finished) await sleep(1_500);
        listener.close();
        await listener.ended;
        got.push(...idsOf(listener));
        last = listener.lastEventId;
        if (finished) return;
      }
    })();
    const writers = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 25; i++) await emit();
    });
    await Promise.all(writers);
    done = true;
    await reader;
    assert.deepEqual(got, (await stored()).slice(before));
    assert.equal(got.length, 200);
  });

  it('sends missed events, more than one read returns, before new ones', async () => {
    const merchant = await service.merchant();
    const [from] = [await emit(merchant)];
    const text = `
      INSERT INTO events (world, id, type, payload, created_at)
      SELECT $1, id, 'payment.succeeded', '{"id":"' || id || '"}', now() FROM unnest($2::text[]) AS id`;
    const missed = Array.from({ length: 1_050 }, () => newId('evt'));
    for (const half of [missed.slice(0, 500), missed.slice(500)])
      await service.db.pool.query(text, [merchant.world, half]);
    const listener = await listen(service.base, bearer(merchant.key), from);
    const fresh = await emit(merchant);
    await until(async () => listener.events.length === 1_051);
    assert.deepEqual(idsOf(listener), [...missed, fresh]);
    listener.close();
  });

  /** More than is buffered for a slow reader. */
  const emitLarge = async ({ world }: TestMerchant): Promise<string[]> => {
    const text = `
      INSERT INTO events (world, id, type, payload, created_at)
      SELECT $1, id, 'payment.succeeded', json_build_object('id', id, 'metadata', repeat('x', 25000)), now()
      FROM unnest($2::text[]) AS id`;
    const ids = Array.from({ length: 150 }, () => newId('evt'));
    await service.db.pool.query(text, [world, ids]);
    return ids;
  };
  const received = (listener: Listener, count: number) =>
    until(() =>
      Promise.race([listener.ended.then(() => true), sleep(20).then(() => listener.events.length === count)]),
    );

  it('sends missed events that are large', async () => {
    const merchant = await service.merchant();
    const from = await emit(merchant);
    const missed = await emitLarge(merchant);
    const listener = await listen(service.base, bearer(merchant.key), from);
    await received(listener, 150);
    assert.deepEqual(idsOf(listener), missed);
    listener.close();
  });

  it('sends large simultaneous events, and those behind them, without disconnecting', async () => {
    const merchant = await service.merchant();
    const listener = await listen(service.base, bearer(merchant.key));
    const first = await emit(merchant);
    await received(listener, 1);
    const large = await emitLarge(merchant);
    const last = await emit(merchant);
    await received(listener, 152);
    assert.deepEqual(idsOf(listener), [first, ...large, last]);
    listener.close();
  });

  it('begins at the newest event, also where the transaction numbers have one more digit', async () => {
    const merchant = await service.merchant();
    const [older, newer] = [newId('evt'), newId('evt')];
    const text = `
      INSERT INTO events (world, id, type, payload, created_at, xid)
      SELECT $1, id, 'payment.succeeded', json_build_object('id', id), now(), xid::xid8
      FROM unnest($2::text[], $3::text[]) AS n (id, xid)`;
    await service.db.pool.query(text, [merchant.world, [older, newer], ['99', '100']]);
    assert.deepEqual(await lastPosition(service.db, merchant.world), { xid: 100n, id: newer });
  });

  it('has a position to resume from at once, also before any event', async () => {
    const merchant = await service.merchant();
    const first = await listen(service.base, bearer(merchant.key));
    await until(async () => first.lastEventId);
    first.close();
    assert.equal(first.lastEventId, '0');
    const missed = await emit(merchant);
    const resumed = await listen(service.base, bearer(merchant.key), first.lastEventId);
    await allPassed();
    const control = await listen(service.base, bearer(merchant.key));
    await until(async () => control.lastEventId);
    const next = await emit(merchant);
    for (const listener of [resumed, control]) await until(async () => idsOf(listener).includes(next));
    assert.deepEqual([idsOf(resumed), idsOf(control)], [[missed, next], [next]]);
    for (const listener of [resumed, control]) listener.close();
  });

  it('is limited to fifty of an integration, also where all are opened at once', async () => {
    const merchant = await service.merchant();
    const listeners = await Promise.all(Array.from({ length: 60 }, () => listen(service.base, bearer(merchant.key))));
    const statuses = listeners.map(({ status }) => status);
    for (const listener of listeners) listener.close();
    assert.equal(statuses.filter((status) => status === 200).length, 50);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
  });

  it('cannot be resumed from an event that is not the caller’s', async () => {
    const theirs = await emit(await service.merchant());
    for (const id of [theirs, newId('evt'), 'evt_x', 'x'.repeat(300)]) {
      const { status, body } = await listen(service.base, bearer(shop.key), id);
      assert.equal(status, 400, body);
      assert.equal(JSON.parse(body).error.param, 'Last-Event-ID');
    }
  });
});

describe('an event stream ends', () => {
  const ends = (listener: Listener) =>
    until(() => Promise.race([listener.ended.then(() => true), sleep(20).then(() => false)]), 9);
  /** The control of each test: a stream that nothing happened to goes on. */
  const goesOn = async (listener: Listener) => {
    const before = listener.events.length;
    await emit();
    await until(async () => listener.events.length > before);
    listener.close();
  };

  it('when its key is revoked', async () => {
    const { id, key } = await shop.newKey({ scopes: ['events:read'] });
    const [mine, others] = [await listen(node.base, bearer(key)), await listen(node.base, bearer(shop.key))];
    await revokeKey(service.db, id);
    await ends(mine);
    await goesOn(others);
  });

  it('when its person logs out, or is removed from the integration', async () => {
    const [ali, awa] = [await service.person('developer'), await service.person('developer')];
    const streamOf = async ({ id, token }: typeof ali) => {
      await joinAs(service.db, 'viewer', shop.integrationId, id);
      return listen(node.base, { ...bearer(token), 'service-integration': shop.integrationId });
    };
    const [his, hers] = [await streamOf(ali), await streamOf(awa)];
    assert.deepEqual([his.status, hers.status], [200, 200]);
    await ali.call('POST', '/auth/logout', {});
    await ends(his);
    const merchant = await service.person('merchant', { merchantId: shop.merchantId });
    const gone = await merchant.call('DELETE', `/integrations/${shop.integrationId}/developers/${awa.id}`);
    assert.equal(gone.status, 200);
    await ends(hers);
  });

  it('when the service stops, immediately', async () => {
    const third = await startTestService(bothWorlds, service);
    const listener = await listen(third.base, bearer(shop.key));
    await third.stop();
    await ends(listener);
  });
});
