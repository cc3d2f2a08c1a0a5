import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contradictions } from './contradiction.ts';

const told = (rail: string | null, status: string, said: string | undefined) =>
  contradictions([{ id: 'pay_1', rail, status }], new Map(said === undefined ? [] : [['pay_1', { state: said }]])).map(
    ({ message }) => message,
  );

test('an operator that says the opposite of what is final contradicts it', () => {
  const message = (said: string, status: string) =>
    `mtn reports that pay_1 has ${said}, but its status here is ${status}. Compare it with the provider’s records`;
  assert.deepEqual(told('mtn', 'failed', 'succeeded'), [message('succeeded', 'failed')]);
  assert.deepEqual(told('mtn', 'succeeded', 'failed'), [message('failed', 'succeeded')]);
});

test('one that says the same again, nothing yet, or of what is still open, does not', () => {
  for (const said of ['succeeded', 'processing', 'pending', undefined])
    assert.deepEqual(told('mtn', 'succeeded', said), []);
  for (const status of ['pending', 'processing', 'requires_action', 'canceled'])
    assert.deepEqual(told('mtn', status, 'failed'), []);
});

test('between wallets here the lock decides', () => {
  assert.deepEqual(told('wallet', 'succeeded', 'failed'), []);
});
