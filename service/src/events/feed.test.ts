import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { becomes } from '../../test/support/harness.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../kernel/command.ts';
import { createFeed } from './feed.ts';

type Question = { readonly values: unknown[]; answer(rows: unknown[]): void };

/** A database that answers when it is told to. */
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

it('an event is lost to no stream that begins while the others of its world are looked for, and end', async (t) => {
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
  const look = await next();
  // The second begins at 4 as well, and its first read, which sees nothing after 4, is slow to arrive.
  const second = await listen(4);
  const slow = await next();
  look.answer([event(5)]);
  await sleep(5);
  feed.wake();
  const lookFromFive = await next();
  first.out.destroy();
  await sleep(5);
  slow.answer(none);
  await sleep(5);
  // What was looked for from 5 on, for a world of which nobody is left, is not the second's: it has not had 5.
  lookFromFive.answer([event(6)]);
  const lookAgain = await next();
  lookAgain.answer([event(5), event(6)]);
  await becomes(() => first.got.slice(-1), ['evt_5']);
  await becomes(() => second.got.slice(-2), ['evt_5', 'evt_6']);
});

it('a client that takes nothing for a minute is cut off, and one that takes is not', async (t) => {
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
