// The calls of an integrator's program, which every runtime runs. It returns the result of each.
import { ApiError, Rialto, WebhookError } from '@rialto/sdk';
import { webhookRoute } from '@rialto/sdk/next';
import { RialtoUser } from '@rialto/sdk/user';

const order = { amount: 2500, currency: 'XOF', customer: '+221771230008' };

export async function tryOut({ serviceUrl, flakyUrl, apiKey, paid, delivery, phone }) {
  const rialto = new Rialto({ apiKey, baseUrl: serviceUrl });
  // The first response to this client is 503.
  const payment = await new Rialto({ apiKey, baseUrl: flakyUrl }).payments.create(order);
  const read = await rialto.payments.get(payment.id);
  return {
    payment: payment.id,
    read: { id: read.id, amount: read.amount, requestId: read.requestId !== null },
    listed: await listed(rialto),
    file: (await statement(rialto)).split('\r\n', 1)[0],
    refused: await refused(rialto, paid),
    aborted: await aborted(rialto),
    streamed: await streamed(rialto, delivery),
    verified: (await rialto.webhooks.verify(delivery.raw, delivery.headers, delivery.secret)).id,
    tampered: await tampered(rialto, delivery),
    received: await received(delivery),
    person: await person(serviceUrl, phone),
  };
}

async function listed(rialto) {
  const ids = [];
  for await (const { id } of rialto.payments.list({ limit: 2 })) ids.push(id);
  return ids;
}

async function statement(rialto) {
  const { id } = await rialto.wallets.getMine({ currency: 'XOF' });
  return rialto.wallets.listEntriesAsCsv(id);
}

async function refused(rialto, payment) {
  try {
    await rialto.refunds.create({ payment, amount: 1_000_000 });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'refund_exceeds_remaining')
      return [error.status, error.param, error.remaining];
    throw error;
  }
}

async function aborted(rialto) {
  const reason = new Error('the customer left');
  return rialto.payments.create(order, { signal: AbortSignal.abort(reason) }).catch((error) => error === reason);
}

/** Reads the stream after the event `before` until the payment. */
async function streamed(rialto, { before }) {
  for await (const { id, type } of rialto.events.stream({ lastEventId: before })) {
    if (type === 'payment.succeeded') return id;
  }
}

async function tampered(rialto, { raw, headers, secret }) {
  const verifying = rialto.webhooks.verify(raw.replace('succeeded', 'failed'), headers, secret);
  return verifying.catch((error) => error instanceof WebhookError && error.code);
}

/** A route handler for Next.js, Bun, Deno and edge runtimes. It gets the delivery, and then a modified one. */
async function received({ raw, headers, secret }) {
  const seen = [];
  const route = webhookRoute({ secret, onEvent: ({ id }) => seen.push(id), onError: () => {} });
  const post = (body) => route(new Request('https://shop.example/hook', { method: 'POST', headers, body }));
  const statuses = [(await post(raw)).status, (await post(`${raw} `)).status];
  return { statuses, seen };
}

async function person(baseUrl, phone) {
  const user = new RialtoUser({ baseUrl });
  const { challenge } = await user.auth.register({ phone, password: 'rain on the roof' });
  await user.auth.verifyTwoFactor({ challenge, code: '000000' });
  return (await user.me.get()).phone;
}
