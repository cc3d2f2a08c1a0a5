import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { ApiError, type Rialto } from '../../sdk/src/rialto.ts';
import { webhookPlugin } from '../../sdk/src/webhooks/fastify.ts';
import type { Order, Orders } from './orders.ts';
import { orderPage, shopPage } from './page.ts';
import { products } from './products.ts';

type Settings = {
  readonly rialto: Rialto;
  readonly orders: Orders;
  readonly webhookSecret: string;
  readonly logger?: boolean;
};

export function createShop({ rialto, orders, webhookSecret, logger = false }: Settings): FastifyInstance {
  const app = fastify({ logger });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
  );
  app.register(webhookPlugin, {
    path: '/hook',
    secret: webhookSecret,
    onEvent: orders.handle,
    onError: (error) => app.log.error(error),
  });

  app.get('/', async (_, reply) => reply.type('text/html').send(shopPage(products, randomUUID())));

  app.post('/orders', async (request, reply) => {
    const { order: id = '', product: chosen, phone = '' } = (request.body ?? {}) as Record<string, string>;
    const product = products.find((one) => one.id === chosen);
    if (!product || !UUID.test(id)) return reply.code(400).type('text/html').send(again('Choose a product.'));
    orders.place({ id, product: product.name, amount: product.amount, currency: product.currency, phone });
    const refused = await requestPayment(orders.find(id)!);
    if (refused) return reply.code(400).type('text/html').send(again(refused));
    return reply.redirect(`/orders/${id}`, 303);
  });

  app.get('/orders/:id', async (request, reply) => {
    const order = orders.find((request.params as { id: string }).id);
    if (!order) return reply.code(404).type('text/html').send(again('This order does not exist.'));
    await requestPayment(order);
    return reply.type('text/html').send(orderPage(orders.find(order.id)!));
  });

  return app;

  /**
   * Requests the order's payment, unless a response has arrived before. The order's id is the idempotency key and the
   * reference, so a repeated request, after a lost response or a restart, makes no second payment. Returns the reason
   * of a refusal.
   */
  async function requestPayment(order: Order): Promise<string | null> {
    const { id, amount, currency, phone, product, status, payment } = order;
    if (status !== 'open' || payment) return null;
    const body = { amount, currency, customer: phone, reference: id, description: product };
    try {
      orders.payBy(id, (await rialto.payments.create(body, { idempotencyKey: id })).id);
      return null;
    } catch (error) {
      const isFinal = error instanceof ApiError && error.status < 500 && error.status !== 429;
      if (!isFinal) {
        // The payment may exist. The order stays open, the next page view repeats the request, and the webhook arrives
        // anyway.
        app.log.error(error);
        return null;
      }
      // The webhook of an earlier attempt may have arrived meanwhile: a paid order stays paid.
      orders.refuse(id, error.message);
      return error.param === 'customer'
        ? 'Enter your phone number with its country code, such as +221 77 123 45 67.'
        : error.message;
    }
  }
}

const again = (problem: string) => shopPage(products, randomUUID(), problem);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
