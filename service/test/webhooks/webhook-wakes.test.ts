import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listen } from '../../src/db/listen.ts';
import type { About } from '../../src/db/node.ts';
import { announceWakes, WAKE_CHANNEL } from '../../src/workers/announce.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';

let service: TestService;
let statements = 0;
before(async () => {
  service = await startTestService();
  countStatements();
});
after(() => service.stop());

/** Counts every statement that the service sends, by itself or in a transaction. */
function countStatements(): void {
  const counted = new WeakSet();
  service.db.pool.on('acquire', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      statements++;
      return query(...args);
    }) as typeof client.query;
  });
}

async function perSecond(): Promise<number> {
  const [before, from] = [statements, performance.now()];
  await sleep(6_000);
  return ((statements - before) / (performance.now() - from)) * 1000;
}

it('an idle service sends the database at most 5 statements a second', async () => {
  // The start's own work is done by then, later on a busy machine.
  await until(async () => {
    const rate = await perSecond();
    return rate > 0 && rate <= 5;
  });
});

it('control: a service that polls every second sends more', async () => {
  const timer = setInterval(() => {
    for (const name of ['payments', 'refunds', 'deliveries', 'replays'] as const) service.db.node.wake(name);
  }, 1_000);
  // A busy machine polls less often.
  await until(async () => (await perSecond()) > 5).finally(() => clearInterval(timer));
});

it('a node announces new work to the other nodes, many wakes in one notification, and not to itself', async () => {
  const announcer = announceWakes(service.db);
  const payloads: string[] = [];
  const ready = Promise.withResolvers<void>();
  const listener = listen(service.url, { [WAKE_CHANNEL]: (payload) => payloads.push(payload) }, ready.resolve);
  await ready.promise;
  for (let i = 0; i < 50; i++) service.db.node.wake('deliveries', [`7:wbk_${i}`]);
  const announced = await until(async () => payloads.find((payload) => payload.includes('wbk_49')));
  assert.ok(payloads.length <= 4, `${payloads.length} notifications`);
  const wakes: About[] = [];
  const forget = service.db.node.onWake('deliveries', (about) => wakes.push(about));
  for (const payload of payloads) announcer.hear(payload);
  const others = JSON.stringify({ ...JSON.parse(announced), node: 'another' });
  const before = wakes.length;
  announcer.hear(others);
  announcer.hear('not what a node says');
  assert.deepEqual(wakes.slice(before), [Array.from({ length: 50 }, (_, i) => `7:wbk_${i}`), null]);
  forget();
  let exports = 0;
  const forgetExports = service.db.node.onWake('exports', () => exports++);
  announcer.hear(JSON.stringify({ node: 'another', work: [['exports', null]] }));
  announcer.heardNothing();
  assert.equal(exports, 2);
  forgetExports();
  announcer.stop();
  await listener.close();
});
