import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWebhookSecret } from '../../src/core/signature.ts';
import type { Database } from '../../src/db/database.ts';
import { endpointKey } from '../../src/events/local-deliveries.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { sealSecret } from '../../src/kernel/seal.ts';
import { claimAll } from '../../src/webhooks/delivery-store.ts';
import { createOpener } from '../../src/webhooks/secret.ts';
import type { Outcome, Sender } from '../../src/webhooks/send.ts';
import { createDeliveryWorker } from '../../src/webhooks/worker.ts';
import {
  becomes,
  startTestService,
  type TestMerchant,
  type TestService,
  testSecrets,
  until,
} from '../support/harness.ts';

/** It has no worker but the one that each test makes. */
let service: TestService;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(() => service.stop());
/** Leftovers of one test must not reach the next. */
afterEach(() => service.db.query({ name: 'disable_all', text: `UPDATE webhook_endpoints SET status = 'disabled'` }));

const good: Outcome = {
  responseStatus: 200,
  responseHeaders: {},
  responseBody: '',
  error: null,
  durationMs: 1,
  retryAfterMs: null,
};

/** Each test runs its worker in rounds: a request in flight ends when `send` resolves. */
function workerThat(send: (url: string) => Promise<Outcome>, turn?: () => readonly number[], db = service.db) {
  const sender: Sender = { send: ({ url }) => send(url), close: async () => {} };
  const onError = (error: unknown) => {
    throw error;
  };
  const openSecret = createOpener(testSecrets.encryptionKey);
  const attempts = { senders: { test: sender, live: sender }, openSecret, headerPrefix: 'Service', userAgent: '' };
  return createDeliveryWorker({ ...attempts, db, onError, onAttempt: () => {} }, turn);
}

async function addEndpoints({ world }: TestMerchant, urls: readonly string[], failing: boolean): Promise<string[]> {
  const sealed = sealSecret(
    newWebhookSecret((n) => Buffer.alloc(n, 7)),
    testSecrets.encryptionKey,
  );
  const ids = urls.map(() => newId('wbk'));
  const text = `
    INSERT INTO webhook_endpoints (world, id, url, events, secret, failing_since)
    SELECT $1, id, url, '{*}', $4, CASE WHEN $5 THEN now() END FROM unnest($2::text[], $3::text[]) AS n (id, url)`;
  await service.db.query({ name: 'add_endpoints', text }, [world, ids, urls, sealed, failing]);
  return ids;
}

/** Adds this many due deliveries of one event to each of these endpoints. */
async function addDue({ world }: TestMerchant, endpoints: readonly string[], count: number, lane = 0): Promise<void> {
  const event = newId('evt');
  const insertEvent = `INSERT INTO events VALUES ($1, $2, 'payment.succeeded', '{}', now())`;
  await service.db.query({ name: 'add_event', text: insertEvent }, [world, event]);
  const text = `
    INSERT INTO deliveries (world, id, endpoint_id, event_id, event_type, lane, next_attempt_at, created_at, updated_at)
    SELECT $1, 'dlv_' || gen_random_uuid(), e, $2, 'payment.succeeded', $5, now(), now(), now()
    FROM unnest($3::text[]) e, generate_series(1, $4::int)`;
  await service.db.query({ name: 'add_due', text }, [world, event, endpoints, count, lane]);
}

describe('an endpoint with many deliveries claimed ahead', () => {
  /** An endpoint that answers well until it has all its slots. Then its requests stay open until they are released. */
  const busy = async () => {
    const shop = await service.merchant();
    const [id] = (await addEndpoints(shop, ['http://127.0.0.1:9/before'], false)) as [string];
    await addDue(shop, [id], 400);
    const sent: string[] = [];
    const release = Promise.withResolvers<void>();
    const worker = workerThat(async (url) => {
      sent.push(url);
      if (sent.length > 60) await release.promise;
      return good;
    });
    worker.woken([endpointKey(shop.world, id)]);
    await until(async () => {
      await worker.round();
      return sent.length >= 60 + 32;
    });
    await worker.round();
    const begun = sent.length;
    /** The requests to it after the release, in at least five rounds and until there are that many. */
    const after = async (atLeast = 0) => {
      release.resolve();
      let rounds = 0;
      await until(async () => {
        worker.woken([endpointKey(shop.world, id)]);
        await worker.round();
        await sleep(50);
        return ++rounds >= 5 && sent.length - begun >= atLeast;
      });
      await worker.stop();
      return sent.slice(begun);
    };
    return { shop, id, after };
  };

  it('gets none of them once it is deleted or disabled; control: otherwise it gets them', async () => {
    const control = await busy();
    assert.ok((await control.after(101)).length > 100);
    const deleted = await busy();
    await deleted.shop.call('DELETE', `/webhooks/${deleted.id}`);
    assert.deepEqual(await deleted.after(), []);
    const disabled = await busy();
    await disabled.shop.call('PATCH', `/webhooks/${disabled.id}`, { status: 'disabled' });
    assert.deepEqual(await disabled.after(), []);
  });

  it('gets them at its new URL', async () => {
    const moved = await busy();
    await moved.shop.call('PATCH', `/webhooks/${moved.id}`, { url: 'http://127.0.0.1:9/after' });
    const sent = await moved.after(101);
    assert.ok(sent.length > 100, `${sent.length}`);
    assert.deepEqual([...new Set(sent)], ['http://127.0.0.1:9/after']);
  });

  it('gets them signed with the new secret alone where the old one has leaked', async () => {
    const leaked = await busy();
    const text = 'SELECT count(*)::int AS leased FROM deliveries_open WHERE world = $1 AND leased_until > now()';
    const leased = async () =>
      (await service.db.query<{ leased: number }>({ name: 'leased', text }, [leaked.shop.world]))[0]!.leased;
    assert.ok((await leased()) > 100);
    await leaked.shop.call('POST', `/webhooks/${leaked.id}/roll_secret`, { overlap_seconds: 0 });
    await until(async () => (await leased()) <= 33);
    await leaked.after();
  });
});

it('healthy endpoints with many due deliveries share one poll equally', async () => {
  const shop = await service.merchant();
  const urls = Array.from({ length: 20 }, (_, i) => `http://well${i}.test/`);
  const ids = await addEndpoints(shop, urls, false);
  const release = Promise.withResolvers<void>();
  let learning = true;
  const sent = new Set<string>();
  const worker = workerThat(async (url) => {
    if (learning) return good;
    sent.add(url);
    await release.promise;
    return good;
  });
  // After this many answers each has room for hundreds.
  await addDue(shop, ids, 40);
  const due = `SELECT count(*)::int AS due FROM deliveries_open WHERE world = $1`;
  await until(async () => {
    await worker.round();
    return (await service.db.query<{ due: number }>({ name: 'open', text: due }, [shop.world]))[0]!.due === 0;
  });
  learning = false;
  await addDue(shop, ids, 300);
  worker.woken(null);
  await until(async () => {
    const { done } = await worker.round();
    return done > 0;
  });
  await becomes(() => sent.size, 20);
  release.resolve();
  await worker.stop();
});

it('failing endpoints hold at most their share, and all others are served', async () => {
  const shop = await service.merchant();
  const holes = await addEndpoints(shop, Array(200).fill('http://hole.test/'), true);
  const healthy = await addEndpoints(shop, Array(50).fill('http://well.test/'), false);
  await addDue(shop, holes, 20);
  await addDue(shop, healthy, 20);
  let held = 0;
  let served = 0;
  const release = Promise.withResolvers<void>();
  const worker = workerThat(async (url) => {
    if (url.includes('well')) {
      served++;
      return good;
    }
    held++;
    await release.promise;
    return { ...good, responseStatus: null, error: { class: 'timeout', message: 'nothing came' } };
  });
  worker.woken(null);
  await until(async () => {
    await worker.round();
    return served === healthy.length * 20;
  });
  assert.ok(held > 0 && held <= 128, `${held} held`);
  release.resolve();
  await worker.stop();
});

it('slow endpoints without due deliveries do not keep the share of those with due ones', async () => {
  const shop = await service.merchant();
  const urls = Array.from({ length: 150 }, (_, i) => `http://slow.test/${i}`);
  const slow = await addEndpoints(shop, urls, false);
  const served: string[] = [];
  const worker = workerThat(async (url) => {
    served.push(url);
    return { ...good, durationMs: 2_000 };
  });
  const rounds = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await worker.round();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await addDue(shop, slow, 1);
  worker.woken(null);
  await until(async () => {
    await worker.round();
    return served.length === slow.length;
  });
  await rounds(3);
  // The share has room for 64 endpoints, and these come after all others.
  const last = served.slice(-10).map((url) => slow[urls.indexOf(url)]!);
  await addDue(shop, last, 1);
  worker.woken(slow.map((id) => endpointKey(shop.world, id)));
  await rounds(6);
  await worker.stop();
  assert.equal(served.length, slow.length + last.length);
});

it('an endpoint at its limit does not make the worker spin', async () => {
  const shop = await service.merchant();
  const [hole] = await addEndpoints(shop, ['http://hole.test/'], false);
  await addDue(shop, [hole!], 100);
  const release = Promise.withResolvers<Outcome>();
  const worker = workerThat(() => release.promise);
  worker.woken(null);
  const first = await worker.round();
  assert.equal(first.done, 2);
  for (let i = 0; i < 5; i++) {
    const { done, nextDueMs } = await worker.round();
    assert.ok(done === 0 && (nextDueMs === null || nextDueMs > 0), `${i}: ${done} ${nextDueMs}`);
  }
  release.resolve(good);
  await worker.stop();
});

it('a wake during a claim is served by the next claim', async () => {
  const shop = await service.merchant();
  const [endpoint] = await addEndpoints(shop, ['http://well.test/'], false);
  const key = endpointKey(shop.world, endpoint!);
  let meanwhile = async () => {};
  const query: Database['query'] = async (statement, values) => {
    const rows = await service.db.query<any>(statement, values);
    await meanwhile();
    return rows;
  };
  const worker = workerThat(async () => good, undefined, { ...service.db, query });
  // The poll of all endpoints, so that only named endpoints are polled in the next seconds.
  await worker.round();
  meanwhile = async () => {
    meanwhile = async () => {};
    await addDue(shop, [endpoint!], 1);
    worker.woken([key]);
  };
  worker.woken([key]);
  assert.equal((await worker.round()).done, 0);
  assert.equal((await worker.round()).done, 1);
  await worker.stop();
});

/**
 * Adds more fresh deliveries than the worker can take in every round. @returns the retries and replays made within this
 * many claims, or as soon as there is one of both
 */
async function underFlood(
  claims: number,
  turn?: () => readonly number[],
): Promise<{ retries: number; replays: number }> {
  const shop = await service.merchant();
  const [endpoint] = await addEndpoints(shop, ['http://well.test/'], false);
  await addDue(shop, [endpoint!], 400, 1);
  await addDue(shop, [endpoint!], 400, 2);
  const text = `
    SELECT 400 - count(*) FILTER (WHERE lane = 1)::int AS retries, 400 - count(*) FILTER (WHERE lane = 2)::int AS replays
    FROM deliveries WHERE world = $1 AND status = 'pending'`;
  const made = async () =>
    (await service.db.query<{ retries: number; replays: number }>({ name: 'made', text }, [shop.world]))[0]!;
  const worker = workerThat(async () => good, turn);
  for (let claimed = 0; claimed < claims; claimed++) {
    await addDue(shop, [endpoint!], 600);
    await until(async () => {
      worker.woken(null);
      return (await worker.round()).done > 0;
    });
    const { retries, replays } = await made();
    if (retries > 0 && replays > 0) break;
  }
  await worker.stop();
  return made();
}

it('retries and replays go on under a flood of fresh deliveries', async () => {
  // A claim draws its priority at random: one in eight is for replays, so one run in 10^11 has none.
  const { retries, replays } = await underFlood(200);
  assert.ok(retries > 0 && replays > 0, `${retries} retries, ${replays} replays`);
});

it('control: with fresh deliveries always first, there are neither', async () => {
  const { retries, replays } = await underFlood(40, () => [0, 1, 2]);
  assert.ok(retries === 0 && replays === 0, `${retries} retries, ${replays} replays`);
});

it('a backlog larger than a claim is claimed by the names of its endpoints, not at the next poll of all', async () => {
  const shop = await service.merchant();
  const [id] = await addEndpoints(shop, ['http://well.test/'], false);
  let polls = 0;
  const counting: Database = {
    ...service.db,
    query: (statement, values) => {
      if (statement === claimAll) polls++;
      return service.db.query(statement, values);
    },
  };
  let served = 0;
  const worker = workerThat(async () => ({ ...good, durationMs: served++ && 1 }), undefined, counting);
  const serve = (count: number) =>
    until(async () => {
      await worker.round();
      return served === count;
    });
  worker.woken([endpointKey(shop.world, id!)]);
  await addDue(shop, [id!], 100);
  // It answers well, and may have hundreds claimed ahead.
  await serve(100);
  await addDue(shop, [id!], 2_000);
  worker.woken(null);
  polls = 0;
  await serve(2_100);
  assert.ok(
    polls > 0 && polls <= 3,
    `${polls} polls of all endpoints for 2 000 deliveries; without their names it takes eight`,
  );
  await worker.stop();
});
