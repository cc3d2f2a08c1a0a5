import assert from 'node:assert/strict';
import { it } from 'node:test';
import { becomes } from '../../test/support/harness.ts';
import { openLog } from '../config/log.ts';
import { openFailureLines } from './failure-lines.ts';

it('requests that fail because the database cannot be used have one line in a second, with their number', async () => {
  const lines: { msg: string; requests?: number; request_id?: string; err?: { stack?: string } }[] = [];
  const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const failures = openFailureLines(log, 50);
  const unreachable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  for (let n = 0; n < 100; n++) failures.write(unreachable, { request_id: `req_${n}` }, 'a request failed');
  await becomes(
    () => lines.map(({ msg, requests }) => [msg, requests]),
    [
      ['the database cannot be used; requests got 503', 1],
      ['the database cannot be used; requests got 503', 99],
    ],
  );
  assert.ok(lines.every(({ err }) => err === undefined));

  failures.write(new Error('a fault'), { request_id: 'req_1' }, 'a request failed');
  const [, , unexpected] = lines;
  assert.equal(unexpected!.request_id, 'req_1');
  assert.match(unexpected!.err!.stack!, /a fault/);
  failures.stop();
});
