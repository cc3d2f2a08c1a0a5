import { startTestService, type TestMerchant, type TestService, until } from '../../service/test/support/harness.ts';
import type { TestPerson } from '../../service/test/support/person.ts';
import { type Receiver, startReceiver } from '../../service/test/support/receiver.ts';
import { closeBrowser, keepSession, openPage, type TestPage } from './browser.ts';

/** A merchant with data on every page, its person, and the server that receives its webhooks. */
export type Shop = {
  readonly service: TestService;
  readonly merchant: TestMerchant;
  readonly person: TestPerson;
  readonly receiver: Receiver;
  /** `int_…` */
  readonly integration: string;
  readonly payment: string;
  readonly customer: string;
  readonly refund: string;
  readonly link: string;
  readonly session: string;
  readonly shift: string;
  readonly sale: string;
  readonly wallet: string;
  readonly transfer: string;
  readonly payout: string;
  readonly endpoint: string;
  readonly delivery: string;
  readonly event: string;
  /** A refused request. */
  readonly request: string;
  /** The path of a page of the integration in test mode. */
  at(path: string): string;
  /** Opens a page with a session. */
  open(options?: Parameters<typeof openPage>[1]): Promise<TestPage>;
  stop(): Promise<void>;
};

/**
 * @param password the person's password, for tests that type it
 * @param env the settings of the service
 */
export async function openShop(password?: string, env: Record<string, string> = {}): Promise<Shop> {
  const service = await startTestService(env);
  const merchant = await service.merchant('Boulangerie du Port');
  const { merchantId } = merchant;
  const person = await service.person('merchant', { merchantId, ...(password ? { password } : {}) });
  const receiver = await startReceiver();
  const integration: string = (await person.call('GET', '/integrations')).body.data[0].id;

  const { id: endpoint } = (await merchant.call('POST', '/webhooks', { url: receiver.url, events: ['*'] })).body;
  const wallet = await merchant.wallet('XOF', 500_000n);
  const savings = await merchant.call('POST', '/wallets', { currency: 'XOF', label: 'Savings' });
  const transfer = await merchant.call('POST', '/wallets/transfer', {
    from: wallet,
    to: savings.body.id,
    amount: 40_000,
    currency: 'XOF',
    reference: 'month-10',
  });
  const payout = await merchant.call('POST', '/payouts', {
    currency: 'XOF',
    wallet,
    reference: 'salaries-10',
    items: [
      { recipient: '+221770000150', amount: 30_000, reference: 'emp-1', name: 'Awa Ndiaye' },
      { recipient: '+221770000151', amount: 25_000, reference: 'emp-2', name: 'Moussa Ba' },
      { recipient: '+221770000011', amount: 28_500, reference: 'emp-3', name: 'Fatou Sow' },
    ],
  });
  const pay = async (customer: string, amount: number, reference: string) =>
    (
      await merchant.call('POST', '/payments', {
        amount,
        currency: 'XOF',
        customer,
        reference,
        metadata: { order: reference },
      })
    ).body.id as string;
  const paid = await pay('+221770000100', 250_000, 'order-1001');
  await pay('+221770000001', 12_500, 'order-1002');
  await pay('+221770000007', 75_000, 'order-1003');
  await pay('+221770000008', 4_200, 'order-1004');
  await until(async () => (await merchant.call('GET', `/payments/${paid}`)).body.status === 'succeeded');
  const [customer] = (await merchant.call('GET', `/customers?payment=${paid}`)).body.data;
  await merchant.call('POST', `/customers/${customer.id}/notes`, { text: 'Buys for the whole street.' });
  const { id: link } = (await merchant.call('POST', '/links', { currency: 'XOF', name: 'Counter' })).body;
  const { id: shift } = (await merchant.call('POST', '/shifts', { link })).body;
  const sale = (await merchant.call('POST', `/shifts/${shift}/sales`, { amount: 4_500 })).body;
  const refund = await merchant.call('POST', '/refunds', { payment: paid, amount: 50_000, reason: 'duplicate' });
  const delivery = await until(
    async () => (await merchant.call('GET', `/webhooks/${endpoint}/deliveries?status=succeeded`)).body.data[0],
  );
  await merchant.call('POST', '/payments', { amount: 0, currency: 'XOF', customer: '+221770000100' });
  const listed = async () =>
    (await person.call('GET', '/request_logs?outcome=failed', undefined, { 'service-integration': integration })).body;
  const request = await until(async () => (await listed()).data[0]);
  const { hostname } = new URL(service.base);
  return {
    service,
    merchant,
    person,
    receiver,
    integration,
    payment: paid,
    customer: customer.id,
    refund: refund.body.id,
    ...{ link, shift, sale: sale.id, session: sale.session },
    wallet,
    transfer: transfer.body.id,
    payout: payout.body.id,
    endpoint,
    delivery: delivery.id,
    event: delivery.event,
    request: request.id,
    at: (path) => `/dashboard/${integration}/test${path}`,
    open: async (options) => {
      const opened = await openPage(service.base, options);
      await keepSession(opened.page.context(), hostname, { 'rialto-access': person.token });
      return opened;
    },
    stop: async () => {
      await closeBrowser();
      receiver.close();
      await service.stop();
    },
  };
}
