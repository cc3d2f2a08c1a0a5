import { type Reply, type TestMerchant, until } from './harness.ts';

/** With this setting a payout never begins, unless the test clock moves. */
export const never = { PAYOUT_PENDING_SECONDS: '3600' };

export type Item = {
  recipient: string;
  amount: number;
  reference?: string;
  description?: string;
  name?: string;
};

export const pay = (shop: TestMerchant, items: readonly object[], fields: object = {}): Promise<Reply> =>
  shop.call('POST', '/payouts', { currency: 'XOF', items, ...fields });

export const payCsv = (shop: TestMerchant, csv: string, query = 'currency=XOF', headers: Record<string, string> = {}) =>
  shop.call('POST', `/payouts?${query}`, csv, { 'content-type': 'text/csv', ...headers });

/** Creates a payout and expects that it is accepted. */
export async function openPayout(shop: TestMerchant, items: readonly Item[], fields: object = {}): Promise<any> {
  const answer = await pay(shop, items, fields);
  if (answer.status !== 202) throw new Error(answer.text);
  return answer.body;
}

export function payoutWith(shop: Pick<TestMerchant, 'call'>, id: string, status: string, seconds = 60): Promise<any> {
  return until(async () => {
    const { body } = await shop.call('GET', `/payouts/${id}`);
    return body.status === status && body;
  }, seconds);
}

export async function paidOut(shop: TestMerchant, items: readonly Item[], fields: object = {}): Promise<any> {
  return payoutWith(shop, (await openPayout(shop, items, fields)).id, 'completed');
}

export const newWallet = async (shop: TestMerchant, currency = 'XOF'): Promise<string> =>
  (await shop.call('POST', '/wallets', { currency })).body.id;

/** The items, in the order of the request. */
export async function itemsOf(shop: TestMerchant, id: string, query = ''): Promise<any[]> {
  return (await shop.call('GET', `/payouts/${id}/items?order=asc&limit=100${query}`)).body.data;
}
