import { type ReceiverOptions, receive, receiveFrom } from './receive.ts';
import type { WebhookHeaders } from './verify.ts';

/** A Node request with the fields of Express that are used here. */
type ExpressRequest = AsyncIterable<Uint8Array | string> & {
  headers: WebhookHeaders;
  body?: unknown;
  readableEnded?: boolean;
};
type ExpressResponse = {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
};

/**
 * A handler for Express and for plain `node:http`: `app.post('/hook', webhookHandler({ secret, onEvent }))`. It reads
 * the raw body itself, so register it before `app.use(express.json())`. It also accepts the body of `express.raw()`.
 */
export function webhookHandler(
  options: ReceiverOptions,
): (request: ExpressRequest, response: ExpressResponse) => Promise<void> {
  return async (request, response) => {
    const { body, headers } = request;
    const reply = await (isUnread(request) ? receiveFrom(options, request, headers) : receive(options, body, headers));
    response.statusCode = reply.status;
    response.setHeader('content-type', 'application/json');
    response.end(reply.body);
  };
}

/** The parsers of Express 4 leave `{}` for a body that they did not read, as `express.urlencoded()` does with JSON. */
function isUnread({ body, readableEnded }: ExpressRequest): boolean {
  const isLeft = typeof body === 'object' && body?.constructor === Object && Object.keys(body).length === 0;
  return !readableEnded && (body === undefined || isLeft);
}
