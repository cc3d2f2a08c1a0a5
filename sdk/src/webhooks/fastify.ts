import { BODY_LIMIT, type ReceiverOptions, receive } from './receive.ts';
import type { WebhookHeaders } from './verify.ts';

export type FastifyReceiverOptions = ReceiverOptions & {
  /** The path that receives deliveries: `/hook`. */
  path: string;
};

/** The parts of Fastify that are used here. */
type Request = { headers: WebhookHeaders; body: unknown };
type Reply = { code(status: number): Reply; type(type: string): Reply; send(body: string): Reply };
type Fastify = {
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    // biome-ignore lint/suspicious/noExplicitAny: Fastify's own types are not a dependency
    parse: (request: any, body: any) => Promise<unknown>,
  ): unknown;
  post(path: string, handler: (request: Request, reply: Reply) => Promise<unknown>): unknown;
};

/**
 * A plugin for Fastify: `app.register(webhookPlugin, { path: '/hook', secret, onEvent })`. Only its own route receives
 * raw bodies; the parsers of the rest of the app do not change.
 */
export async function webhookPlugin(app: Fastify, { path, ...options }: FastifyReceiverOptions): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async (_request, body) => body);
  app.post(path, async (request, reply) => {
    const { status, body } = await receive(options, request.body, request.headers);
    return reply.code(status).type('application/json').send(body);
  });
}
