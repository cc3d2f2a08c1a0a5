import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { it } from 'node:test';
import { startTestService } from '../support/harness.ts';

const MIB = 1024 * 1024;

it('a client that stops in the middle of a refused body is disconnected after ten seconds', {
  timeout: 20_000,
}, async (t) => {
  const service = await startTestService();
  t.after(() => service.stop());
  const sent = request(`${service.base}/api/v1/payouts`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer nobody',
      connection: 'close',
      'content-type': 'text/csv',
      'content-length': 8 * MIB,
    },
  });
  sent.write('recipient');
  const began = performance.now();
  const [answer] = await once(sent, 'response');
  assert.equal(answer.statusCode, 401);
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds > 9, `${seconds} s`);
  sent.on('error', () => {}).destroy();
});
