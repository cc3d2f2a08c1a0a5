import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { scopes } from '../../../contract/src/route.ts';
import { createKey } from '../../src/access/create-key.ts';
import { openSecrets } from '../../src/secrets/open.ts';
import { secretKeysOf } from '../../src/secrets/secret-keys.ts';
import { startTestService, type TestService, until } from '../support/harness.ts';
import { closeReceivers, receive } from '../support/webhook-flows.ts';
import { type Node, SECRET_KEY, startNode, subscribe } from '../support/webhook-loss.ts';

/** Only the database: a separate process delivers. */
let service: TestService;
let node: Node | undefined;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
});
after(async () => {
  await node?.kill();
  closeReceivers();
  await service.stop();
});

const count = async (condition: string) => {
  const text = `SELECT count(*)::int AS count FROM deliveries WHERE ${condition}`;
  return (await service.db.query<{ count: number }>({ name: condition.slice(-60), text }))[0]!.count;
};

it('kill -9 between commit and send loses nothing: local deliveries are sent when their lease expires', {
  timeout: 120_000,
}, async () => {
  const shop = await service.merchant();
  const { world } = shop;
  const { pepper } = await openSecrets(service.db, secretKeysOf([SECRET_KEY]));
  const { key } = await createKey(service.db, { world, livemode: false, scopes }, pepper);
  const receiver = await receive();
  await subscribe(service.db, shop, receiver.url);
  node = await startNode(service.url, 'all');
  const emit = async (many: number) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ type: 'payment.succeeded' });
    const post = () => fetch(`${node!.base}/test/events`, { method: 'POST', headers, body });
    const answers = await Promise.all(Array.from({ length: many }, post));
    for (const { status } of answers) assert.equal(status, 201);
  };
  // One at a time, until the endpoint counts as healthy: then more is claimed locally than is sent at once.
  for (let sent = 1; sent <= 4; sent++) {
    await emit(1);
    await receiver.nth(sent);
    await until(async () => (await count(`status = 'succeeded'`)) === sent);
  }
  const hang = Promise.withResolvers<void>();
  receiver.answer = { status: 200, after: hang.promise };
  await emit(30);
  await receiver.nth(5);
  await sleep(300);
  await node.kill();
  // The next node may take long to start, and must find the leases running. A lease further in the future would count
  // as a clock error.
  const lease = `UPDATE deliveries SET leased_until = now() + interval '30 s' WHERE leased_until > now()`;
  const longer = () => service.db.query({ name: 'lease_longer', text: lease });
  await longer();
  const leasing = setInterval(longer, 5_000).unref();
  const sentBefore = new Set(receiver.received.map(({ event }) => event.id)).size;
  const text = `SELECT id FROM deliveries WHERE status = 'pending' AND leased_until > now() + interval '15 s'`;
  const ids = (await service.db.query<{ id: string }>({ name: 'leased', text })).map(({ id }) => id);
  const leased = ids.length;
  assert.ok(leased > sentBefore - 4, `${leased} claimed locally, ${sentBefore - 4} of them sent: nothing was cut`);

  receiver.answer = { status: 200 };
  hang.resolve();
  node = await startNode(service.url, 'all');
  await sleep(1_000);
  // The control: while the lease runs they are missing.
  const held = `status = 'pending' AND leased_until IS NOT NULL AND id = ANY('{${ids.join(',')}}')`;
  assert.equal(await count(held), leased);
  clearInterval(leasing);
  const expire = `UPDATE deliveries SET leased_until = now() WHERE leased_until IS NOT NULL AND status = 'pending'`;
  await service.db.query({ name: 'expire', text: expire });
  await service.db.query({ name: 'notify', text: 'NOTIFY rialto_work' });
  await until(async () => (await count(`status = 'succeeded' AND attempts_made = 1`)) === 34);
  assert.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 34);
});
