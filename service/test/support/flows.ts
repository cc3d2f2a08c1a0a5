import { type Reply, type TestMerchant, until } from './harness.ts';

/** Settings of a deployment with live mode open beside test mode. */
export const bothWorlds = {
  LIVE: 'on',
  SECRET_KEY: 'x'.repeat(32),
  PUBLIC_URL: 'https://pay.example',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  // Live mode requires message senders; these addresses have no listener.
  SMS_SENDER: 'http',
  SMS_HTTP_METHOD: 'GET',
  SMS_HTTP_URL: 'http://127.0.0.1:9/?to={to}&text={text}',
  SMTP_URL: 'smtp://127.0.0.1:9',
  EMAIL_FROM: 'no-reply@pay.example',
};

/** Phones whose last four digits control the sandbox (docs/testing.md). */
export const phone = (lastFour: string) => `+5093700${lastFour}`;
const WHO_WAITS = phone('0007');

export async function payment(shop: TestMerchant, id: string, status: string): Promise<any> {
  return until(async () => {
    const { body } = await shop.call('GET', `/payments/${id}`);
    return body.status === status && body;
  });
}

/** A payment as events and operators see it: only its own answer has the address of its receipt. */
export function withoutReceipt({ receipt_url: url, ...seen }: any): any {
  if (url !== null) throw new Error(`the payment has a receipt: ${url}`);
  return seen;
}

export async function openPayment(shop: TestMerchant, fields: object = {}): Promise<any> {
  const opened = await shop.call('POST', '/payments', {
    amount: 10_000,
    currency: 'XOF',
    customer: WHO_WAITS,
    ...fields,
  });
  if (opened.status !== 201) throw new Error(opened.text);
  return opened.body;
}

/** A payment that waits for its customer. */
export async function waitingPayment(shop: TestMerchant, fields: object = {}): Promise<any> {
  return payment(shop, (await openPayment(shop, fields)).id, 'requires_action');
}

/** A payment that has succeeded, without the two seconds that the sandbox's customer takes. */
export async function paidPayment(shop: TestMerchant, fields: object = {}): Promise<any> {
  const { id } = await waitingPayment(shop, fields);
  await shop.call('POST', `/test/payments/${id}/approve`);
  return payment(shop, id, 'succeeded');
}

/** The same for any phone. */
export async function takenPayment(shop: TestMerchant, fields: object = {}): Promise<any> {
  const { id } = await openPayment(shop, fields);
  await shop.call('POST', '/test/clock/advance', { seconds: 5 });
  return payment(shop, id, 'succeeded');
}

export async function refundWith(shop: TestMerchant, id: string, status: string): Promise<any> {
  return until(async () => {
    const { body } = await shop.call('GET', `/refunds/${id}`);
    return body.status === status && body;
  });
}

/** The kinds of a record's events, in order. */
export async function eventsOf(shop: TestMerchant, id: string): Promise<any[]> {
  const { body } = await shop.call('GET', '/events?limit=100&order=asc');
  return body.data.filter((event: any) => event.data.object.id === id);
}

/** The balances of a wallet: `[available, reserved]`. */
export async function balance(shop: Pick<TestMerchant, 'call'>, wallet: string): Promise<[number, number]> {
  const { available, reserved } = (await shop.call('GET', `/wallets/${wallet}`)).body.balance;
  return [available, reserved];
}

/** Status and code of a refusal, for short comparisons. */
export const refusal = ({ status, body }: Reply) => [status, body.error.code];

/** The error of a refusal without the ids of the request and of the requested record. */
export function errorOf({ body }: Reply): object {
  const { request_id: _, message, ...rest } = body.error;
  return { ...rest, message: message.replace(/_[0-9a-z]{26}\b/, '_…') };
}

/** The records of all pages of a list. */
export async function walk(shop: TestMerchant, path: string): Promise<any[]> {
  const records: any[] = [];
  for (;;) {
    const after = records.length > 0 ? `${path.includes('?') ? '&' : '?'}starting_after=${records.at(-1).id}` : '';
    const { body } = await shop.call('GET', path + after);
    records.push(...body.data);
    if (!body.has_more) return records;
  }
}

/** A time in a day, as a text. */
export const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
