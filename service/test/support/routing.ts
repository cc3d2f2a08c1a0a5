import assert from 'node:assert/strict';
import { checkLedger } from '../../src/ledger/check.ts';
import type { LookedUp } from '../../src/rails/rail.ts';
import { bothWorlds } from './flows.ts';
import { type Reply, startTestService, type TestMerchant, type TestService, until } from './harness.ts';
import { openTestRails, type TestRails } from './test-rails.ts';

export type Caller = Pick<TestMerchant, 'call'>;

/** A service over rails in memory, and a merchant with a live key. */
export type Routing = {
  readonly rails: TestRails;
  readonly service: TestService;
  readonly shop: TestMerchant;
  /** The shop with its live key. */
  readonly till: Caller;
  liveTill(merchant: TestMerchant): Promise<Caller>;
  /** A phone of MTN Uganda that no other test uses. */
  newPhone(): string;
  /** Creates a payment of 1 000 UGX, by default with the live key. */
  create(fields?: object, headers?: Record<string, string>, from?: Caller): Promise<Reply>;
  /** Waits until the payment has succeeded. */
  succeeded(id: string, from?: Caller): Promise<any>;
  /** Checks the ledger and stops the service. */
  stop(): Promise<void>;
};

/** @param slugs all rails that the tests may add */
export async function startRouting(slugs: readonly string[]): Promise<Routing> {
  const rails = openTestRails(slugs);
  const env = { ...bothWorlds, CURRENCIES: 'XOF,UGX,KES,USD', PAYOUT_APPROVAL_ABOVE: 'UGX:3000' };
  const service = await startTestService(env, undefined, undefined, undefined, rails);
  const liveTill = async (merchant: TestMerchant): Promise<Caller> => {
    const { key } = await merchant.newKey({ livemode: true });
    return {
      call: (method, path, body, headers = {}) => service.request(method, `/api/v1${path}`, { key, body, headers }),
    };
  };
  const shop = await service.merchant();
  const till = await liveTill(shop);
  let last = 0;
  const newPhone = () => `+25677${String(++last).padStart(7, '0')}`;
  return {
    ...{ rails, service, shop, till, liveTill, newPhone },
    create: (fields = {}, headers, from = till) =>
      from.call('POST', '/payments', { amount: 1_000, currency: 'UGX', customer: newPhone(), ...fields }, headers),
    succeeded: (id, from = till) =>
      until(async () => {
        const { body } = await from.call('GET', `/payments/${id}`);
        return body.status === 'succeeded' && body;
      }),
    stop: async () => {
      assert.deepEqual(await checkLedger(service.db), []);
      await service.stop();
    },
  };
}

/** The status of a refusal, its code, and the field that it names. */
export const code = ({ status, body }: Reply): unknown[] =>
  [status, body.error?.code, body.error?.param].filter((part) => part !== undefined);

/** A provider's answer about a phone. */
export const found = (exists: boolean | null): LookedUp => ({
  ...{ exists, canReceive: exists, name: null, nameMatch: 'unknown' },
});
