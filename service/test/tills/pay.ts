import assert from 'node:assert/strict';
import { checkoutOf, openingOf, started, unlimited } from '../checkout/support.ts';
import { type TestMerchant, type TestService, until } from '../support/harness.ts';

/** The sandbox's customer with this phone approves at once. */
const PAYER = '+221770000100';

/** Pays a session as its payer does, and waits until it is completed. */
export async function paySession(service: TestService, shop: TestMerchant, id: string): Promise<void> {
  const read = async () => (await shop.call('GET', `/checkout/sessions/${id}`)).body;
  const { url } = await read();
  const attempt = {
    token: url.slice(url.lastIndexOf('/') + 1),
    phone: PAYER,
    method: 'sandbox',
    code: null,
    ...{ attempt: 0, total: null },
  };
  started(await checkoutOf(service, unlimited).start({ ...attempt, requestId: 'req_test', address: '192.0.2.1' }));
  await until(async () => (await read()).status === 'completed');
}

/** A session that a payer opens at the printed code. */
export async function openAtCounter(
  service: TestService,
  shop: TestMerchant,
  link: string,
  amount: number,
): Promise<string> {
  const { url } = (await shop.call('GET', `/links/${link}`)).body;
  const code = url.slice(url.lastIndexOf('/') + 1);
  const opened = await checkoutOf(service, unlimited).open(openingOf(code, { amount: BigInt(amount) }));
  assert.equal(opened.outcome, 'opened', JSON.stringify(opened));
  return (await shop.call('GET', `/checkout/sessions?link=${link}&limit=1`)).body.data[0].id;
}
