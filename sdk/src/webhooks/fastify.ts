import { BODY_LIMIT, type ReceiverOptions, receive } from './receive.ts';
import type { WebhookHeaders } from './verify.ts';

export type FastifyReceiverOptions = ReceiverOptions & {
  /** Where deliveries come: `/hook`. */
  path: string;
};

/** As much of Fastify as is needed here. */
type Request = { headers: WebhookHeaders; body: unknown };
type Reply = { code(status: number): Reply; type(type: string): Reply; send(body: string): Reply };
type Fastify = {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types, which are not depended on
    parse: (request: any, body: any) => Promise<unknown>,
  ): unknown;
  post(path: string, handler: (request: Request, reply: Reply) => Promise<unknown>): unknown;
};

/**
 * A plugin for Fastify: `app.register(webhookPlugin, { path: '/hook', secret, onEvent })`. Its route alone gets raw bodies; the
 * parsers of the rest of the app stay as they are.
 */
export async function webhookPlugin(app: Fastify, { path, ...options }: FastifyReceiverOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async (_request, body) => body);
  app.post(path, async (request, reply) => {
    const { status, body } = await receive(options, request.body, request.headers);
    return reply.code(status).type('application/json').send(body);
  });
}
