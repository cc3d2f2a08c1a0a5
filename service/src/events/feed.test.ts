import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { becomes } from '../../test/support/harness.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { createFeed } from './feed.ts';

type Question = { readonly values: unknown[]; answer(rows: unknown[]): void };

/** A database that answers when the test makes it answer. */
function askable() {
  const asked: Question[] = [];
  const query = (_statement: unknown, values: unknown[]) =>
    new Promise((answer) => asked.push({ values, answer: answer as Question['answer'] }));
  const next = async () => {
    while (asked.length === 0) await sleep(2);
    return asked.shift()!;
  };
  return { db: { query } as unknown as Database, next };
}

const event = (n: number) => ({ open: false, world: 1, xid: String(n), id: `evt_${n}`, payload: '{}' });
const none = [{ open: false, world: null, xid: null, id: null, payload: null }];
const caller = { world: 1, id: 'key_1' } as Caller;

it('a stream that begins while others of its world are polled and end loses no event', async (t) => {
  const { db, next } = askable();
  const feed = createFeed(db, (error) => assert.fail(String(error)));
  t.after(() => feed.stop());
  const listen = async (n: number) => {
    const opening = feed.open({ caller, lastEventId: `evt_${n}`, check: async () => {} });
    (await next()).answer([{ xid: String(n), id: `evt_${n}` }]);
    const out = await opening;
    const got: string[] = [];
    out.on('data', (bytes) => got.push(...(String(bytes).match(/(?<=^id: )evt_\d+/gm) ?? [])));
    return { out, got };
  };
  const first = await listen(4);
  (await next()).answer(none);
  const poll = await next();
  // The second stream also begins at 4. Its first read sees nothing after 4 and is slow to arrive.
  const second = await listen(4);
  const slow = await next();
  poll.answer([event(5)]);
  await sleep(5);
  feed.wake();
  const pollFromFive = await next();
  first.out.destroy();
  await sleep(5);
  slow.answer(none);
  await sleep(5);
  // This read began at 5 for streams that have ended. The second stream has not had 5 and must not take it.
  pollFromFive.answer([event(6)]);
  const nextPoll = await next();
  nextPoll.answer([event(5), event(6)]);
  await becomes(() => first.got.slice(-1), ['evt_5']);
  await becomes(() => second.got.slice(-2), ['evt_5', 'evt_6']);
});

it('a stream of one group resumes behind the events of others, which its heartbeat named', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db, next } = askable();
  const feed = createFeed(db, (error) => assert.fail(String(error)));
  t.after(() => feed.stop());
  const listen = async (n: number) => {
    const opening = feed.open({ caller, lastEventId: `evt_${n}`, group: 'checkout.*', check: async () => {} });
    (await next()).answer([{ xid: String(n), id: `evt_${n}` }]);
    const out = await opening;
    const got: string[] = [];
    out.on('data', (bytes) => got.push(String(bytes)));
    return { out, got };
  };
  const of = (n: number, type: string) => ({ ...event(n), payload: `{"type":"${type}"}` });
  const { out, got } = await listen(1);
  (await next()).answer([of(2, 'checkout.completed'), of(3, 'payment.succeeded'), of(4, 'wallet.updated')]);
  await becomes(() => got.length, 2);
  for (let beat = 0; beat < 2; beat++) t.mock.timers.tick(10_000);
  await becomes(
    () => got.slice(1),
    ['id: evt_2\ndata: {"type":"checkout.completed"}\n\n', ':\nid: evt_4\n\n', ':\n\n'],
  );
  (await next()).answer(none);
  out.destroy();
  await listen(4);
  assert.deepEqual((await next()).values, [[1], ['4'], ['evt_4']], 'it reads from behind them');
});

it('a client that reads nothing for a minute is disconnected, and one that reads is not', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { db, next } = askable();
  const feed = createFeed(db, (error) => assert.fail(String(error)));
  t.after(() => feed.stop());
  const listen = async () => {
    const opening = feed.open({ caller, lastEventId: 'evt_1', check: async () => {} });
    (await next()).answer([{ xid: '1', id: 'evt_1' }]);
    const out = await opening;
    (await next()).answer([{ ...event(2), payload: 'x'.repeat(200_000) }]);
    await sleep(5);
    return out;
  };
  const [stalled, slow] = [await listen(), await listen()];
  for (let beat = 0; beat < 5; beat++) t.mock.timers.tick(10_000);
  assert.deepEqual([stalled.destroyed, slow.destroyed], [false, false]);
  while (slow.read() !== null);
  for (let beat = 0; beat < 5; beat++) t.mock.timers.tick(10_000);
  assert.deepEqual([stalled.destroyed, slow.destroyed], [true, false]);
});
