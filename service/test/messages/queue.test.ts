import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { transaction } from '../../src/db/transaction.ts';
import { openMessageQueue } from '../../src/messages/enqueue.ts';
import type { Channel } from '../../src/messages/outbox.ts';
import { deleteOldMessages, RETRY_S } from '../../src/messages/queue-store.ts';
import { createMessageWorker, type QueueWorker } from '../../src/messages/send-queued.ts';
import { SendFailure, type SmsMessage } from '../../src/messages/sender.ts';
import { startTestService, type TestMerchant, type TestService, testSecrets, until } from '../support/harness.ts';

/** A service without workers: the rounds are run by the tests. */
let service: TestService;
let shop: TestMerchant;
let other: TestMerchant;
before(async () => {
  service = await startTestService({ ROLE: 'api' });
  shop = await service.merchant();
  other = await service.merchant('Other shop');
});
after(() => service.stop());
beforeEach(() => sql('DELETE FROM messages'));

const key = testSecrets.encryptionKey;
const queue = openMessageQueue(key);
const sql = <Row = any>(text: string, values: unknown[] = []) =>
  service.db.query<Row>({ name: text.slice(0, 60), text }, values);
const states = () =>
  sql<{ status: string; attempts: number; error: string | null; sealed: Buffer | null }>(
    'SELECT status, attempts, error, sealed FROM messages ORDER BY id',
  );
const sms = (to: string, more: object = {}) => ({
  ...{ world: shop.world, kind: 'receipt', channel: 'sms' as const, message: { to, text: `For ${to}` } },
  ...more,
});

function makeWorker(options: Partial<QueueWorker> = {}) {
  const sent: string[] = [];
  const dead: string[] = [];
  const take = async ({ to, text }: SmsMessage) => {
    assert.equal(text, `For ${to}`);
    sent.push(to);
  };
  const worker: QueueWorker = {
    ...{ db: service.db, key, sms: { send: take }, email: { send: async ({ to }) => void sent.push(to) } },
    codesWait: () => false,
    onOutcome: () => {},
    onError: (error) => {
      throw error;
    },
    onDead: ({ reason }) => dead.push(reason),
    ...options,
  };
  const [texts, mails] = [createMessageWorker(worker, 'sms'), createMessageWorker(worker, 'email')];
  const round = async () => {
    const [first, second] = await Promise.all([texts(), mails()]);
    return { done: first.done + second.done };
  };
  return { round, texts, mails, sent, dead };
}

it('a message commits with its change, is sent once, and its words are deleted', async () => {
  const failing = transaction(service.db, async (tx) => {
    await queue.add(tx, [sms('+22100000001')]);
    throw new Error('rolled back');
  });
  await assert.rejects(failing, /rolled back/);
  await transaction(service.db, async (tx) => {
    await queue.add(tx, [sms('+22100000002')]);
  });
  const [waiting] = await states();
  assert.ok(!waiting!.sealed!.toString('latin1').includes('For'), 'the words are encrypted');
  const { round, sent } = makeWorker();
  while ((await round()).done > 0);
  assert.deepEqual(sent, ['+22100000002']);
  assert.deepEqual(await states(), [{ status: 'sent', attempts: 1, error: null, sealed: null }]);
});

it('an event causes one message for each channel, however often it is read', async () => {
  const event = { source: 'evt_1' };
  assert.equal(await queue.add(service.db, [sms('+22100000003', event)]), 1);
  assert.equal(await queue.add(service.db, [sms('+22100000003', event)]), 0);
  const mail = { to: 'a@b.example', subject: 's', text: 't' };
  const email = { world: shop.world, kind: 'receipt', channel: 'email' as const, message: mail, ...event };
  assert.equal(await queue.add(service.db, [email]), 1);
});

it('messages of test worlds that are only shown are never sent', async () => {
  await queue.add(service.db, [sms('+22100000004', { shown: true })]);
  const { round, sent } = makeWorker();
  await round();
  const [row] = await states();
  assert.deepEqual([sent, row!.status], [[], 'test']);
  assert.ok(row!.sealed);
});

it("a failed send is tried again later, keeps the provider's error, and is dead in the end", async () => {
  await queue.add(service.db, [sms('+22100000005')]);
  const refuse = async () => {
    throw new SendFailure('Twilio answered 503');
  };
  const { round, dead } = makeWorker({ sms: { send: refuse } });
  for (let attempt = 1; attempt <= RETRY_S.length; attempt++) {
    assert.equal((await round()).done, 1);
    assert.equal((await round()).done, 0, 'it waits');
    const [row] = await sql(
      'SELECT status, attempts, error, extract(epoch FROM due_at - now())::float8 AS s FROM messages',
    );
    assert.deepEqual([row.status, row.attempts, row.error], ['waiting', attempt, 'Twilio answered 503']);
    const wait = RETRY_S[attempt - 1]!;
    assert.ok(row.s > wait - 10 && row.s <= wait, `${row.s} of ${wait}`);
    await sql('UPDATE messages SET due_at = now()');
  }
  await round();
  const [row] = await states();
  assert.deepEqual([row!.status, row!.sealed, dead], ['dead', null, ['Twilio answered 503']]);
});

it('two nodes send each of many messages once', async () => {
  await queue.add(
    service.db,
    Array.from({ length: 120 }, (_, i) => sms(`+2210000${1000 + i}`)),
  );
  const nodes = [makeWorker(), makeWorker(), makeWorker()];
  await Promise.all(
    nodes.map(async ({ round }) => {
      while ((await round()).done > 0);
    }),
  );
  const all = nodes.flatMap(({ sent }) => sent);
  assert.equal(all.length, 120);
  assert.equal(new Set(all).size, 120);
});

it('a claim that ended is taken by another node, and only the last claim writes the outcome', async () => {
  await queue.add(service.db, [sms('+22100000006')]);
  const slow = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const first = makeWorker({
    sms: {
      send: async () => {
        began.resolve();
        await slow.promise;
        throw new SendFailure('The answer was lost');
      },
    },
  });
  const stuck = first.round();
  await began.promise;
  const second = makeWorker();
  assert.equal((await second.round()).done, 0, 'the lease holds');
  await sql('UPDATE messages SET due_at = now()');
  assert.equal((await second.round()).done, 1);
  slow.resolve();
  await stuck;
  const [row] = await states();
  assert.deepEqual([second.sent, row!.status, row!.error], [['+22100000006'], 'sent', null]);
});

it('one-time codes go first: nothing is sent while codes wait for the channel', async () => {
  await queue.add(service.db, [sms('+22100000007')]);
  const mail = { to: 'a@b.example', subject: 's', text: 't' };
  await queue.add(service.db, [{ world: null, kind: 'notice', channel: 'email', message: mail }]);
  let codes: Channel | null = 'sms';
  const { round, texts, sent } = makeWorker({ codesWait: (channel) => channel === codes });
  await round();
  assert.deepEqual(sent, ['a@b.example']);
  const waiting = await texts();
  assert.deepEqual([waiting.done, sent.length], [0, 1]);
  assert.ok(waiting.nextDueMs! <= 1_000);
  codes = null;
  await round();
  assert.deepEqual(sent, ['a@b.example', '+22100000007']);
  const rows = await states();
  assert.deepEqual(
    rows.map(({ attempts }) => attempts),
    [1, 1],
  );
});

it('worlds take turns: a shop does not wait for the receipts of a payroll', async () => {
  await queue.add(
    service.db,
    Array.from({ length: 40 }, (_, i) => sms(`+2210001${1000 + i}`)),
  );
  await queue.add(service.db, [sms('+22100000008', { world: other.world })]);
  const { round, sent } = makeWorker();
  await round();
  assert.ok(sent.length <= 8 && sent.includes('+22100000008'), sent.join());
});

it('finished messages are deleted after 30 days, waiting ones are not', async () => {
  await queue.add(service.db, [sms('+22100000009', { shown: true }), sms('+22100000010')]);
  await sql(`UPDATE messages SET updated_at = now() - interval '31 days'`);
  await service.db.query(deleteOldMessages, [100]);
  assert.deepEqual(
    (await states()).map(({ status }) => status),
    ['waiting'],
  );
});

it('a running service sends the queue by itself', async () => {
  const lines: string[] = [];
  const node = await startTestService({ LOG_LEVEL: 'info' }, service, { write: (line) => void lines.push(line) });
  try {
    await queue.add(node.db, [sms('+22100000011')]);
    await until(async () => (await states())[0]!.status === 'sent');
    assert.ok(lines.some((line) => line.includes('+22100000011')));
  } finally {
    await node.stop();
  }
});
