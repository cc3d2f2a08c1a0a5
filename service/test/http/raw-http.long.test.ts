import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startTestService } from '../support/harness.ts';
import { asOwner, startVictim, type Victim } from '../support/kill.ts';
import { openSocket } from '../support/sockets.ts';
import type { Abuse } from './raw-http-abuse.ts';

const slow = 'GET /api/v1/wallets HTTP/1.1\r\nHost: x\r\nX-Slow: ';
const slowBody = (key: string) =>
  `POST /api/v1/wallets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`;

for (const [what, begin, seconds] of [
  ['headers', () => slow, 10],
  ['a body', slowBody, 30],
] as const) {
  test(`refused after ${seconds} seconds, with the connection closed: ${what} a byte at a time`, async () => {
    const service = await startTestService();
    try {
      const { key } = await service.merchant();
      const answered = await Promise.all(Array.from({ length: 100 }, () => drip(service.base, begin(key))));
      for (const answer of answered) assert.match(answer, /^HTTP\/1\.1 400 .*did not arrive in time/s);
      assert.equal((await service.request('GET', '/healthz')).status, 200);
    } finally {
      await service.stop();
    }
  });
}

for (const [what, first, seconds] of [
  ['headers', 0, 10],
  ['a body', 1, 30],
] as const) {
  test(`never called too slow: ${what} that came while the process was stalled`, {
    skip: process.platform === 'win32',
  }, async (t) => {
    const victim = await startVictim();
    t.after(() => victim.end());
    const count = async () => (await asOwner(victim, 'SELECT count(*)::int AS all FROM wallets'))[0]!.all as number;
    const body = '{"currency":"XOF"}';
    const head = `POST /api/v1/wallets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${victim.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const parts = [head, body];
    const sockets = Array.from({ length: 50 }, () => openSocket(victim.base));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    for (const socket of sockets) for (const part of parts.slice(0, first)) socket.write(part);
    // Until each connection is accepted and its bytes are read: its time runs from then on.
    await sleep(500);
    const before = await count();
    process.kill(victim.pid(), 'SIGSTOP');
    const answers = sockets.map(async (socket) => {
      for (const part of parts.slice(first)) socket.write(part);
      const [answer] = await once(socket, 'data');
      socket.destroy();
      return String(answer).split(' ')[1];
    });
    await sleep((seconds + 1) * 1_000);
    process.kill(victim.pid(), 'SIGCONT');
    const statuses = await Promise.all(answers);
    const made = statuses.filter((status) => status === '201').length;
    assert.equal(made + statuses.filter((status) => status === '503').length, statuses.length, statuses.join(' '));
    // A request that was refused as unread was not executed either.
    await sleep(1_000);
    assert.equal(await count(), before + made);
  });
}

test('answered with its own result: a request in flight during a stall, with the start of another behind it', {
  skip: process.platform === 'win32',
}, async (t) => {
  const victim = await startVictim();
  t.after(() => victim.end());
  const headers = { authorization: `Bearer ${victim.key}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(victim.base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { id: string };
  };
  const [{ id: from }, { id: to }] = [
    await post('/wallets', { currency: 'XOF' }),
    await post('/wallets', { currency: 'XOF' }),
  ];
  await post(`/test/wallets/${from}/fund`, { amount: 100 });
  const held = asOwner(victim, `SELECT FROM balances WHERE wallet_id = '${from}' FOR UPDATE; SELECT pg_sleep(13)`);
  const socket = openSocket(victim.base);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const closed = once(socket, 'close');
  const body = JSON.stringify({ from, to, amount: 7, currency: 'XOF' });
  const head = `Host: x\r\nAuthorization: Bearer ${victim.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write(`POST /api/v1/wallets/transfer HTTP/1.1\r\n${head}${body}GET /api/v1/wallets HTTP/1.1\r\nX-`);
  await sleep(500);
  process.kill(victim.pid(), 'SIGSTOP');
  await sleep(11_000);
  process.kill(victim.pid(), 'SIGCONT');
  await Promise.all([held, closed]);
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ['201', '503'], received);
});

test('not kept for long: the answers to a client that sends requests and reads nothing', async () => {
  const service = await startTestService();
  const count = 100;
  try {
    const received = async (restMs: number) => {
      const socket = openSocket(service.base).pause();
      // 40 MB of answers: more than the kernel buffers for both ends.
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
      await sleep(restMs);
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
      });
      socket.resume();
      await new Promise((done) => socket.on('close', done).setTimeout(5_000, () => done(socket.destroy())));
      return received.split('HTTP/1.1 200').length - 1;
    };
    const [patient, late] = await Promise.all([received(1_000), received(150_000)]);
    assert.equal(patient, count);
    assert.ok(late < count, `${late} of ${count}`);
  } finally {
    await service.stop();
  }
});

/** @returns the bytes received until the connection ends, within a minute */
async function drip(base: string, begin: string): Promise<string> {
  const socket = openSocket(base);
  socket.write(begin);
  const each = setInterval(() => socket.writable && socket.write(' '), 250);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const late = setTimeout(() => socket.destroy(), 60_000);
  await new Promise((done) => socket.on('close', done));
  clearInterval(each);
  clearTimeout(late);
  return Buffer.concat(chunks).toString();
}

describe('a well-behaved client', { skip: process.platform !== 'linux' }, () => {
  // Quiet and disturbed rounds alternate, so that the machine's other work affects both alike.
  const ROUNDS = Number(process.env.ROUNDS ?? 6);
  const ROUND_MS = 5_000;
  const PACE_MS = 25;

  async function compare(victim: Victim, kind: Abuse['kind']) {
    const base = victim.base.replace('/api/v1', '');
    const send = async (method: string, path: string, body?: object) => {
      const began = performance.now();
      const headers = { authorization: `Bearer ${victim.key}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
      const answer = await fetch(victim.base + path, init);
      const made = (await answer.json()) as { id: string };
      assert.ok(answer.status < 300, `${answer.status} ${JSON.stringify(made)}`);
      return { took: performance.now() - began, id: made.id };
    };
    const open = async () => (await send('POST', '/wallets', { currency: 'XOF' })).id;
    const [from, to] = [await open(), await open()];
    await send('POST', `/test/wallets/${from}/fund`, { amount: 1_000_000 });
    const use = (i: number) =>
      i % 2 === 0
        ? send('POST', '/wallets/transfer', { from, to, amount: 1, currency: 'XOF' })
        : send('GET', `/wallets/${to}`);
    const watch = async (times: number[]) => {
      const began = performance.now();
      const requests: Promise<unknown>[] = [];
      for (let i = 0; performance.now() - began < ROUND_MS; i++) {
        requests.push(use(i).then(({ took }) => times.push(took)));
        await sleep(Math.max(0, began + (i + 1) * PACE_MS - performance.now()));
      }
      await Promise.all(requests);
    };
    const [quiet, disturbed]: number[][] = [[], []];
    await watch([]);
    for (let round = 0; round < ROUNDS; round++) {
      await watch(quiet!);
      const workerData: Abuse = { base, key: victim.key, kind };
      const worker = new Worker(new URL('./raw-http-abuse.ts', import.meta.url), { workerData });
      await sleep(1_000);
      await watch(disturbed!);
      await worker.terminate();
    }
    const at = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.floor(share * (times.length - 1))]!;
    const ratio = (share: number) => at(disturbed!, share) / at(quiet!, share);
    const quantiles = [0.5, 0.99].map((share) => {
      const [one, other] = [at(quiet!, share), at(disturbed!, share)].map((ms) => ms.toFixed(1));
      return `p${share * 100} ${one} → ${other} ms, × ${ratio(share).toFixed(2)}`;
    });
    return { p99: ratio(0.99), summary: `${quiet!.length + disturbed!.length} requests: ${quantiles.join('; ')}` };
  }

  it('is answered as before while 300 slow connections and 50 abuses a second go on', async (t) => {
    const victim = await startVictim();
    t.after(() => victim.end());
    const { p99, summary } = await compare(victim, 'raw');
    t.diagnostic(summary);
    assert.ok(p99 <= 2, summary);
  });

  it('waits when there are too many valid requests: the control', async (t) => {
    const victim = await startVictim();
    t.after(() => victim.end());
    const { p99, summary } = await compare(victim, 'flood');
    t.diagnostic(summary);
    assert.ok(p99 > 2, summary);
  });
});
