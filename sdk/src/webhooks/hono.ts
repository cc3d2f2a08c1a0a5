import { webhookRoute } from './next.ts';
import type { ReceiverOptions } from './receive.ts';

/** A handler for Hono: `app.post('/hook', webhookHandler({ secret, onEvent }))`. */
export function webhookHandler(options: ReceiverOptions): (context: { req: { raw: Request } }) => Promise<Response> {
  const route = webhookRoute(options);
  return ({ req }) => route(req.raw);
}
