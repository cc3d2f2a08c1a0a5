import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, linesOf, readHeaders } from './own-headers.ts';

test('headers are read a line each, and a line that is none is a fault', () => {
  assert.deepEqual(readHeaders(' X-Key : a: b \n\nX-Two:2\n'), { 'X-Key': 'a: b', 'X-Two': '2' });
  assert.deepEqual(readHeaders(''), {});
  for (const text of ['X-Key', 'X Key: 1', ': 1', 'X-Key:']) assert.equal(readHeaders(text), null, text);
});

test('only what was changed is sent, and what was taken out is removed', () => {
  const before = { 'X-Key': '[masked]', 'X-Two': '[masked]' };
  assert.deepEqual(changesOf(before, readHeaders(linesOf(before))!), {});
  assert.deepEqual(changesOf(before, { 'x-key': 'new', 'X-Three': '3' }), {
    'X-Two': null,
    'x-key': 'new',
    'X-Three': '3',
  });
});
