import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { openMessageQueue } from '../../src/messages/enqueue.ts';
import { openSecrets } from '../../src/secrets/open.ts';
import { secretKeysOf } from '../../src/secrets/secret-keys.ts';
import { startTestService, type TestMerchant, type TestService, until } from '../support/harness.ts';
import { SECRET_KEY } from '../support/webhook-loss.ts';

// Two nodes send a queue through an SMS gateway and are killed in turn, over and over. Every message arrives. One
// arrives twice only if its node was killed after the gateway had it and before the node knew.

const MESSAGES = 400;
const KILLS = 6;
const main = new URL('../../src/main.ts', import.meta.url).pathname;

let service: TestService;
let shop: TestMerchant;
let gateway: Server;
const taken: string[] = [];
/** Requests whose answer had not left when a node was killed. */
const cut = new Set<string>();

before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  gateway = createServer((request, response) => {
    const to = new URL(request.url!, 'http://x').searchParams.get('to')!;
    taken.push(to);
    request.resume();
    const timer = setTimeout(() => response.end('ok'), 30);
    response.on('close', () => {
      clearTimeout(timer);
      if (!response.writableFinished) cut.add(to);
    });
  }).listen(0, '127.0.0.1');
  await once(gateway, 'listening');
});
after(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await service.stop();
});

async function startNode(): Promise<ChildProcess> {
  const { port } = gateway.address() as AddressInfo;
  const sms = {
    SMS_SENDER: 'http',
    SMS_HTTP_URL: `http://127.0.0.1:${port}/?to={to_digits}&text={text}`,
    SMS_HTTP_METHOD: 'GET',
  };
  const settings = { ROLE: 'worker', PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', NODE_OPTIONS: '', ...sms };
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...settings, DATABASE_URL: service.url, SECRET_KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

const kill = async (child: ChildProcess) => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

it('kill -9 loses no message, and repeats only those whose answer was lost', { timeout: 600_000 }, async () => {
  const { encryptionKey } = await openSecrets(service.db, secretKeysOf([SECRET_KEY]));
  const queue = openMessageQueue(encryptionKey);
  const phones = Array.from({ length: MESSAGES }, (_, i) => `2217${String(10_000_000 + i)}`);
  const messages = phones.map((to) => ({
    ...{ world: shop.world, kind: 'receipt', channel: 'sms' as const, message: { to: `+${to}`, text: to } },
  }));
  await queue.add(service.db, messages);
  const nodes = [await startNode(), await startNode()];
  const each = MESSAGES / (KILLS + 2);
  for (let killed = 0; killed < KILLS; killed++) {
    await until(async () => taken.length >= (killed + 1) * each);
    await kill(nodes[killed % 2]!);
    // The lease of what it had is a minute; no clock is needed for the test.
    nodes[killed % 2] = await startNode();
  }
  const open = `SELECT count(*)::int AS n FROM messages WHERE status = 'waiting'`;
  await until(async () => {
    const text = `UPDATE messages SET due_at = now() WHERE due_at > now() + interval '61 s'`;
    await service.db.query({ name: 'no_long_waits', text });
    return (await service.db.query<{ n: number }>({ name: 'open', text: open }))[0]!.n === 0;
  }, 300);
  await Promise.all(nodes.map(kill));
  assert.deepEqual([...new Set(taken)].sort(), phones.toSorted(), 'all arrived');
  const twice = phones.filter((phone) => taken.filter((one) => one === phone).length > 1);
  // A node may also die between the gateway's answer and its own write of the outcome: at most eight at a time.
  const unknown = twice.filter((phone) => !cut.has(phone));
  assert.ok(unknown.length <= KILLS * 8, `${unknown.length} repeated without a lost answer`);
  console.log(`${MESSAGES} messages, ${KILLS} kills, ${twice.length} sent twice, ${cut.size} answers cut`);
});
