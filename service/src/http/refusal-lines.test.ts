import assert from 'node:assert/strict';
import { it } from 'node:test';
import { openLog } from '../config/log.ts';
import { openRefusalLines } from './refusal-lines.ts';

function openLines() {
  const lines: any[] = [];
  const log = openLog('info', { write: (line: string) => lines.push(JSON.parse(line)) });
  // The window is a minute, so that it ends only when the test ends it.
  return { lines, refusals: openRefusalLines(log, 60_000) };
}
const countOf = (lines: any[], msg: string) => lines.filter((line) => line.msg === msg).length;
const MORE = 'more requests were refused than are logged';

it('an address gets five lines a second, and one line that counts the rest', () => {
  const { lines, refusals } = openLines();
  for (let i = 0; i < 1_000; i++) refusals.write('198.51.100.7', { code: 'invalid_api_key', i });
  refusals.write('198.51.100.8', { code: 'invalid_api_key' });
  assert.equal(countOf(lines, 'refused'), 6);
  refusals.stop();
  const more = lines.filter(({ msg }) => msg === MORE);
  assert.deepEqual([more.length, more[0].address, more[0].dropped], [1, '198.51.100.7', 995]);
  refusals.write('198.51.100.7', {});
  assert.equal(countOf(lines, 'refused'), 7);
  refusals.stop();
  assert.equal(countOf(lines, MORE), 1);
});

it('the addresses of one IPv6 subscriber count as one', () => {
  const { lines, refusals } = openLines();
  for (let i = 0; i < 100; i++) refusals.write(`2001:db8:1:2::${i.toString(16)}`, {});
  refusals.stop();
  assert.deepEqual([countOf(lines, 'refused'), countOf(lines, MORE)], [5, 1]);
});

it('addresses beyond the limit share their lines', () => {
  const { lines, refusals } = openLines();
  for (let i = 0; i < 11_000; i++) refusals.write(`10.1.${i >> 8}.${i & 255}`, {});
  refusals.stop();
  assert.deepEqual([countOf(lines, 'refused'), lines.at(-1).dropped], [10_005, 995]);
});
