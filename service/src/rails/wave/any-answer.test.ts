import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RailResponse } from '../http.ts';
import type { Collection, Disbursement, Repayment } from '../rail.ts';
import { readWaveError } from './codes.ts';
import { batchHandle, keyHandle } from './payout-handle.ts';
import { wave } from './provider.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
console.log(`SEED=${seed}`);

/** Answers that a proxy or a broken version of the API could give: any JSON, with any status. */
const responses = fc.record({
  kind: fc.constant('answered' as const),
  status: fc.constantFrom(200, 201, 202, 204, 302, 400, 404, 408, 409, 418, 422, 500, 503),
  headers: fc.constant({}),
  json: fc.oneof(
    fc.jsonValue(),
    fc.record({ id: fc.string(), status: fc.string(), checkout_status: fc.string(), currency: fc.string() }),
    fc.record({ code: fc.string(), message: fc.string() }),
    fc.constant(undefined),
  ),
  text: fc.constant(''),
});

const common = {
  amount: 1_000n,
  currency: 'XOF',
  sentAt: new Date(Date.now() - 10_000),
  received: [],
  callbackUrl: null,
  merchant: '',
  reference: null,
  description: null,
};
const railOf = (answer: RailResponse) =>
  wave.connect(
    {
      name: 'wave-test',
      country: 'SN',
      currency: 'XOF',
      exponent: 0,
      livemode: false,
      baseUrl: '',
      credentials: { api_key: 'wave_sn_prod_x' },
    },
    { http: async () => answer, now: Date.now, railCallbackUrl: () => null },
  );
/** An answer that throws leaves the outcome open. */
const stateOf = (answer: Promise<{ state: string }>) => answer.then(({ state }) => state).catch(() => 'thrown');

const item = { ...common, id: 'pit_1', recipient: '+221770001234', name: null };
const handles = [null, 'pt-1', batchHandle('pb-1', item), keyHandle('pit_1', item), keyHandle('x', item)];

test('no strange answer ends a payout item, or lets it be sent again', async () => {
  await fc.assert(
    fc.asyncProperty(responses, fc.constantFrom(...handles), async (response, handle) => {
      const rail = railOf(response);
      const asked: Disbursement = { ...item, handle };
      const sent = await stateOf(rail.payOut!(asked));
      assert.ok(['pending', 'thrown'].includes(sent), `payOut: ${sent}`);
      const checked = await stateOf(rail.checkPayOut!(asked));
      const isLookedFor = checked === 'not_found' && handle === null;
      assert.ok(isLookedFor || ['pending', 'thrown'].includes(checked), `checkPayOut: ${checked}`);
      for (const { state } of await rail.payOutMany!([asked, { ...asked, id: 'pit_2' }]))
        assert.equal(state, 'pending');
    }),
    { seed, numRuns: 500 },
  );
});

test('no strange answer ends a payment, or makes a second session', async () => {
  const collection: Collection = {
    ...common,
    id: 'pay_1',
    handle: null,
    customer: '+221770001234',
    payerWallet: null,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 1_000_000),
    successUrl: 'https://example.com',
    cancelUrl: 'https://example.com',
    code: null,
  };
  await fc.assert(
    fc.asyncProperty(responses, async (response) => {
      const rail = railOf(response);
      const open = ['unknown', 'processing', 'thrown'];
      const collected = await stateOf(rail.collect!(collection));
      assert.ok(open.includes(collected), `collect: ${collected}`);
      const checked = await stateOf(rail.check!({ ...collection, handle: 'cos-1' }));
      assert.ok(open.includes(checked), `check: ${checked}`);
      assert.equal(await rail.withdraw!(collection), false);
    }),
    { seed, numRuns: 500 },
  );
});

test('a refund succeeds only by 200, and fails only by a code of Wave', async () => {
  const refund: Repayment = {
    ...common,
    id: 'rfd_1',
    handle: null,
    payment: {
      id: 'pay_1',
      handle: 'cos-1',
      railReference: null,
      amount: 1_000n,
      succeededAt: null,
      refunded: 0n,
    },
    customer: '+221770001234',
  };
  await fc.assert(
    fc.asyncProperty(responses, async (response) => {
      const { state } = await railOf(response).refund!(refund);
      const isDone = response.status === 200 && readWaveError(response.json) === null;
      assert.equal(state, isDone ? 'succeeded' : 'pending');
    }),
    { seed, numRuns: 500 },
  );
});
