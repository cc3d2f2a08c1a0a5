import assert from 'node:assert/strict';
import { type Reply, type TestMerchant, until } from './harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const receivers: Receiver[] = [];

export async function receive(): Promise<Receiver> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  return receiver;
}

export function closeReceivers(): void {
  for (const receiver of receivers) receiver.close();
}

export async function subscribe(
  shop: TestMerchant,
  events: string[] = ['*'],
): Promise<{ receiver: Receiver; endpoint: any }> {
  const receiver = await receive();
  const endpoint = await shop.call('POST', '/webhooks', { url: receiver.url, events });
  assert.equal(endpoint.status, 201, endpoint.text);
  return { receiver, endpoint: endpoint.body };
}

export const emit = (shop: TestMerchant, type: string) => shop.call('POST', '/test/events', { type });
/** Returns once every deadline has moved, however long a busy machine takes. */
export async function advance(shop: TestMerchant, seconds: number): Promise<Reply> {
  const reply = await shop.call('POST', '/test/clock/advance', { seconds });
  await until(async () => (await shop.call('GET', '/test/clock')).body.status === 'ready');
  return reply;
}
export const unixNow = () => Date.now() / 1000;

export const readDelivery = async (shop: TestMerchant, id: string) =>
  (await shop.call('GET', `/deliveries/${id}`)).body;

export async function deliveryWith(shop: TestMerchant, id: string, status: string): Promise<any> {
  return until(async () => {
    const delivery = await readDelivery(shop, id);
    return delivery.status === status && delivery;
  });
}

/** The delivery once this many attempts are recorded. */
export async function attempted(shop: TestMerchant, id: string, count: number): Promise<any> {
  return until(async () => {
    const delivery = await readDelivery(shop, id);
    return delivery.attempts.length >= count && delivery;
  });
}

/** The delivery id in the nth request to a receiver. */
export async function nthDelivery(receiver: Receiver, n: number): Promise<string> {
  return String((await receiver.nth(n)).headers['service-delivery-id']);
}

/** Moves the clock through the rest of a run of failures: each attempt once the previous one is recorded. */
export async function failAllAttempts(shop: TestMerchant, id: string): Promise<any> {
  for (;;) {
    const { status, attempts } = await readDelivery(shop, id);
    if (status === 'dead') return readDelivery(shop, id);
    await advance(shop, 86_400);
    await attempted(shop, id, attempts.length + 1);
  }
}
