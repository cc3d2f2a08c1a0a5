import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../http/documented.ts';
import { allRoutes } from '../support/contract.ts';
import { startTestService } from '../support/harness.ts';
import { walk } from './chains.ts';
import { makeWalkers } from './chains-flows.ts';

const wanted = ['200', '201', '204', '400', '401', '403', '404', '409', '422'];
const STEPS = Number(process.env.STEPS ?? 300);
// A short walk has always the same seed. `npm run test:long` takes a different walk each time.
const seed = Number(process.env.SEED ?? 5);

test(`${STEPS} steps of callers of every kind are answered as documented, none with a 5xx (seed ${seed})`, async () => {
  const service = await startTestService();
  try {
    const seenAll = (seen: ReadonlySet<string>) => wanted.every((status) => seen.has(status));
    const walkers = await makeWalkers(service);
    const { faults, seen: statuses, followed } = await walk(service.base, walkers, STEPS, seed, seenAll);
    assert.deepEqual(faults, [], `seed ${seed}`);
    assert.ok(followed.made > 0 && followed.deleted > 0, `nothing was followed up: ${JSON.stringify(followed)}`);
    for (const status of wanted) assert.ok(statuses.has(status), `no ${status} among ${[...statuses]}`);
  } finally {
    await service.stop();
  }
});

test('control: an undocumented answer, or one in another form, is a fault', async () => {
  const route = allRoutes.find(({ id }) => id === 'getPayment')!;
  const answer = (status: number, body: unknown) =>
    readAnswer(route, new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
  const error = { type: 'conflict', code: 'wallet_closed', message: 'x', doc_url: 'x', request_id: 'x' };
  for (const [status, body] of [
    [200, { id: 'pay_x' }],
    [409, { error }],
    [500, { error }],
  ] as const)
    assert.ok((await answer(status, body)).fault, `${status} was accepted`);
});
