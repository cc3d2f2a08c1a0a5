import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictions } from './contradiction.ts';

const found = (rail: string | null, status: string, said: string | undefined) =>
  contradictions([{ id: 'pay_1', rail, status }], new Map(said === undefined ? [] : [['pay_1', { state: said }]])).map(
    ({ message }) => message,
  );

test('a provider that reports the opposite of a final state contradicts it', () => {
  const message = (said: string, status: string) =>
    `mtn reports that pay_1 has ${said}, but its status here is ${status}. Compare it with the provider’s records`;
  assert.deepEqual(found('mtn', 'failed', 'succeeded'), [message('succeeded', 'failed')]);
  assert.deepEqual(found('mtn', 'succeeded', 'failed'), [message('failed', 'succeeded')]);
});

test('the same state, no state, or a report on an open record is not a contradiction', () => {
  for (const said of ['succeeded', 'processing', 'pending', undefined])
    assert.deepEqual(found('mtn', 'succeeded', said), []);
  for (const status of ['pending', 'processing', 'requires_action', 'canceled'])
    assert.deepEqual(found('mtn', status, 'failed'), []);
});

test('on the wallet rail the lock decides', () => {
  assert.deepEqual(found('wallet', 'succeeded', 'failed'), []);
});
