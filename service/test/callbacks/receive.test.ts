import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Callback } from '../../src/callbacks/callback.ts';
import { createReceiver, type ReceiverOptions } from '../../src/callbacks/receive.ts';
import { callbackUrl } from '../../src/rails/callback-address.ts';
import { callbackKey, memoryRails, testRail } from '../support/callback-rails.ts';

const here = testRail('here');
const [, , rail = '', secret = ''] = new URL(callbackUrl('https://x', callbackKey, here.row.id, null)).pathname.split(
  '/',
);
const kept: Callback[] = [];

function receive(body: string, change: Partial<ReceiverOptions> = {}) {
  const arrived: string[] = [];
  const receiver = createReceiver({
    key: callbackKey,
    rails: memoryRails(here),
    keep: async (callback) => void kept.push(callback),
    mayTake: () => true,
    onArrived: (slug, outcome) => void arrived.push(`${slug} ${outcome}`),
    onError: () => {},
    ...change,
  });
  const address = { rail, secret };
  const fields = { method: 'POST', path: '/', query: '', headers: {}, source: '192.0.2.1', authority: 'x' };
  return receiver({ ...fields, address, body: Buffer.from(body) }).then(({ status }) => ({ status, arrived }));
}

it('a rail above its limit gets 429 and keeps nothing', async () => {
  assert.deepEqual(await receive('{}', { mayTake: () => false }), { status: 429, arrived: ['here rate_limited'] });
  assert.equal(kept.length, 0);
  assert.deepEqual(await receive('{}'), { status: 200, arrived: ['here kept'] }, 'the control');
});

it('a callback that is nowhere safe gets 503', async () => {
  const keep = () => Promise.reject(new Error('no disk'));
  assert.deepEqual(await receive('{}', { keep }), { status: 503, arrived: ['here lost'] });
});

it('texts of a body are stored only in a form that the database takes', async () => {
  kept.length = 0;
  const long = 'x'.repeat(5_000);
  await receive(JSON.stringify({ about: `pay_${long}`, handle: `a\u0000${long}` }));
  await receive(JSON.stringify({ about: "'; DROP TABLE payments" }));
  assert.deepEqual(
    kept.map(({ record, handle }) => [record, handle?.length]),
    [
      [null, 1_024],
      [null, 22],
    ],
  );
  assert.ok(!kept[0]!.handle!.includes('\u0000'));
});

it('a repeat has the same digest, and another body has another', async () => {
  kept.length = 0;
  await receive('{"result":1}');
  await receive('{"result":1}');
  await receive('{"result":2}');
  const [one, two, three] = kept.map(({ digest }) => digest.toString('hex'));
  assert.equal(one, two);
  assert.notEqual(one, three);
});
