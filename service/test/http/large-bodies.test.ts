import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { startTestService, type TestMerchant, type TestService } from '../support/harness.ts';
import type { TestPerson } from '../support/person.ts';
import type { LargeBody } from './large-client.ts';

let service: TestService;
let shop: TestMerchant;
let customer: TestPerson;
before(async () => {
  service = await startTestService();
  shop = await service.merchant();
  customer = await service.person('customer');
});
after(() => service.stop());

const MIB = 1024 * 1024;
/** Without the fix five in six answers were lost. */
const TIMES = 10;

type Target = Pick<LargeBody, 'key' | 'type'> & { path: string };
async function outcomesOf({ path, key, type }: Target, how: LargeBody['how']): Promise<unknown[]> {
  const workerData: LargeBody = { url: `${service.base}/api/v1${path}`, key, type, bytes: 8 * MIB, times: TIMES, how };
  const [outcomes] = await once(new Worker(new URL('./large-client.ts', import.meta.url), { workerData }), 'message');
  return outcomes;
}
const all = (status: number) => Array.from({ length: TIMES }, () => status);
const targets = (): Target[] => [
  { path: '/payouts', key: shop.key, type: 'application/json' },
  { path: '/payouts?currency=XOF', key: shop.key, type: 'text/csv' },
  { path: '/kyc/documents', key: customer.token, type: 'image/png' },
  { path: '/wallets', key: shop.key, type: 'application/json' },
];

describe('a client that sends 8 MB reads each time', () => {
  for (const how of ['fetch', 'length', 'chunked'] as const)
    it(`that it is too large (${how})`, async () => {
      for (const target of targets()) assert.deepEqual(await outcomesOf(target, how), all(413), target.path);
    });

  it('every other fault', async () => {
    const payouts = targets()[0]!;
    assert.deepEqual(await outcomesOf({ ...payouts, type: 'text/plain' }, 'length'), all(415));
    assert.deepEqual(await outcomesOf({ ...payouts, key: 'rs_test_nobody' }, 'length'), all(401));
  });
});

it('a client that never stops is disconnected', async () => {
  const sent = request(`${service.base}/api/v1/payouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.key}`, 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
  });
  sent.on('error', () => {});
  const closed = new Promise((resolve) => sent.on('close', resolve));
  const portion = Buffer.alloc(MIB);
  let written = 0;
  const write = () => {
    while (!sent.destroyed && written < 1024) {
      written++;
      if (!sent.write(portion)) return sent.once('drain', write);
    }
    return sent.end();
  };
  write();
  await closed;
  assert.ok(written < 128, `${written} MiB were accepted`);
});
