import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, linesOf, readHeaders } from './own-headers.ts';

test('headers are read one per line, and an invalid line is an error', () => {
  assert.deepEqual(readHeaders(' X-Key : a: b \n\nX-Two:2\n'), { 'X-Key': 'a: b', 'X-Two': '2' });
  assert.deepEqual(readHeaders(''), {});
  for (const text of ['X-Key', 'X Key: 1', ': 1', 'X-Key:']) assert.equal(readHeaders(text), null, text);
});

test('only changed headers are sent, and removed ones are deleted', () => {
  const before = { 'X-Key': '[masked]', 'X-Two': '[masked]' };
  assert.deepEqual(changesOf(before, readHeaders(linesOf(before))!), {});
  assert.deepEqual(changesOf(before, { 'x-key': 'new', 'X-Three': '3' }), {
    'X-Two': null,
    'x-key': 'new',
    'X-Three': '3',
  });
});
