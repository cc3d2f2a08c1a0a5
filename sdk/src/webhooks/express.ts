import { BODY_LIMIT, type ReceiverOptions, type Reply, receive } from './receive.ts';
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
    const reply = await replyTo(request, options);
    response.statusCode = reply.status;
    response.setHeader('content-type', 'application/json');
    response.end(reply.body);
  };
}

async function replyTo(request: ExpressRequest, options: ReceiverOptions): Promise<Reply> {
  let body: unknown;
  try {
    body = isUnread(request) ? await read(request) : request.body;
  } catch (error) {
    // The sender is gone in the midst of its body. Node and Express 4 hear of no rejection: it would end the process.
    const { onError = console.error } = options;
    onError(error);
    return { status: 400, body: '{"error":"body_incomplete"}' };
  }
  if (body === TOO_LARGE) return { status: 413, body: '{"error":"body_too_large"}' };
  return receive(options, body, request.headers);
}

/** The parsers of Express 4 leave `{}` where they have read nothing, as `express.urlencoded()` does with JSON. */
function isUnread({ body, readableEnded }: ExpressRequest): boolean {
  const isLeft = typeof body === 'object' && body?.constructor === Object && Object.keys(body).length === 0;
  return !readableEnded && (body === undefined || isLeft);
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
