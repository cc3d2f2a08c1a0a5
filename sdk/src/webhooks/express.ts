import { BODY_LIMIT, type ReceiverOptions, receive } from './receive.ts';
import type { WebhookHeaders } from './verify.ts';

/** What Express adds to a request of Node, as far as it is needed here. */
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
 * A handler for Express and for plain `node:http`: `app.post('/hook', webhookHandler({ secret, onEvent }))`. It reads the raw body
 * itself, so it stands before `app.use(express.json())`, or takes what `express.raw()` left.
 */
export function webhookHandler(
  options: ReceiverOptions,
): (request: ExpressRequest, response: ExpressResponse) => Promise<void> {
  return async (request, response) => {
    const body = request.readableEnded || request.body !== undefined ? request.body : await read(request);
    const reply =
      body === TOO_LARGE
        ? { status: 413, body: '{"error":"body_too_large"}' }
        : await receive(options, body, request.headers);
    response.statusCode = reply.status;
    response.setHeader('content-type', 'application/json');
    response.end(reply.body);
  };
}

const TOO_LARGE = Symbol('too large');

async function read(request: AsyncIterable<Uint8Array | string>): Promise<Uint8Array | typeof TOO_LARGE> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
    size += bytes.length;
    if (size > BODY_LIMIT) return TOO_LARGE;
    chunks.push(bytes);
  }
  return new Uint8Array(await new Blob(chunks as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
